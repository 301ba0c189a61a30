import SpinTTY

/// A row of the gallery's table.
struct City: Identifiable, Equatable, Sendable {
  let id: String
  let country: String
  let millions: Double

  // snippet.columns
  static let columns: [Table<City>.Column] = [
    .init("CITY", \.id, .fixed(14)),
    .init("COUNTRY", \.country),
    .init("MILLIONS", \.millions, .fixed(10), .trailing, descending: true) {
      Text("\($0.millions)").look($0.millions > 20 ? .warning : .text)
    },
  ]
  // snippet.end

  static let all = [
    City(id: "Tōkyō", country: "Japan", millions: 37.2),
    City(id: "Delhi", country: "India", millions: 32.9),
    City(id: "São Paulo", country: "Brazil", millions: 22.6),
    City(id: "Mexico City", country: "Mexico", millions: 22.3),
    City(id: "Cairo", country: "Egypt", millions: 22.2),
    City(id: "Mumbai", country: "India", millions: 21.3),
    City(id: "Ōsaka", country: "Japan", millions: 19),
    City(id: "New York", country: "United States", millions: 18.8),
    City(id: "İstanbul", country: "Türkiye", millions: 15.8),
    City(id: "Buenos Aires", country: "Argentina", millions: 15.5),
    City(id: "Lagos", country: "Nigeria", millions: 15.9),
    City(id: "Paris", country: "France", millions: 11.2),
    City(id: "London", country: "United Kingdom", millions: 9.6),
    City(id: "Berlin", country: "Germany", millions: 3.6),
  ]
}
