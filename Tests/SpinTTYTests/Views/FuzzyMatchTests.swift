import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct FuzzyMatchTests {
  /// The titles that match, the best first.
  private func ranked(_ query: String, _ titles: String...) -> [String] {
    titles.compactMap { title in FuzzyMatch(query, in: title).map { (title, $0.score) } }
      .sorted { $0.1 > $1.1 }.map(\.0)
  }

  @Test func aTitleMatchesIfItHasTheCharactersInTheirOrder() {
    #expect(FuzzyMatch("svf", in: "Save file")?.places == [0, 2, 5])
    #expect(FuzzyMatch("fsv", in: "Save file") == nil)
    #expect(FuzzyMatch("ss", in: "Save file") == nil)
    #expect(FuzzyMatch("", in: "Save file")?.score == 0)
    #expect(FuzzyMatch("a", in: "") == nil)
    #expect(FuzzyMatch("ÉT", in: "été")?.places == [0, 1])
  }

  @Test func wordsMayComeInAnyOrder() {
    #expect(FuzzyMatch(" file  sa", in: "Save file")?.places == [0, 1, 5, 6, 7, 8])
    #expect(FuzzyMatch("file zz", in: "Save file") == nil)
  }

  @Test func startsOfWordsAndNeighboursCountMore() {
    #expect(ranked("sa", "unsafe", "so calm", "save all") == ["save all", "unsafe", "so calm"])
    #expect(ranked("cl", "oracle", "closeLater", "cool") == ["closeLater", "oracle", "cool"])
    #expect(ranked("cL", "local", "closeLater") == ["closeLater", "local"])
    #expect(ranked("gf", "goof", "go first") == ["go first", "goof"])
  }

  /// Of all alignments, which for short words can be tried one by one.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func theScoreIsThatOfTheBestAlignment(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = Array("abAB -")
    let title = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
      letters.randomElement(using: &generator) ?? "a"
    }
    let query = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      "ab".randomElement(using: &generator) ?? "a"
    }
    let match = FuzzyMatch(String(query), in: String(title))
    #expect(match?.score == best(query[...], title, from: 0, after: nil))
    let lower = title.map { Character($0.lowercased()) }
    #expect(match.map { $0.places.sorted().map { lower[$0] } } ?? query == query)
  }

  private func best(
    _ query: ArraySlice<Character>, _ title: [Character], from start: Int, after last: Int?
  ) -> Int? {
    guard let first = query.first else { return 0 }
    return (start..<max(start, title.count)).compactMap { place -> Int? in
      guard title[place].lowercased() == String(first) else { return nil }
      let near = last.map { place == $0 + 1 ? 8 : -3 - (place - $0 - 2) } ?? 0
      return best(query.dropFirst(), title, from: place + 1, after: place).map {
        $0 + 16 + bonus(place, title) + near
      }
    }.max()
  }

  private func bonus(_ place: Int, _ title: [Character]) -> Int {
    if place == 0 { return 10 }
    if " -".contains(title[place - 1]) { return 8 }
    return "ab".contains(title[place - 1]) && "AB".contains(title[place]) ? 6 : 0
  }

  /// Each title read the query again, whose first character may have any length.
  @Test(.timeLimit(.minutes(2)))
  func aQueryIsReadOnceForAllTitles() {
    let long = "a" + String(repeating: "\u{301}", count: 1_000_000)
    let titles = (0..<2_000).map { "title \($0)" }
    #expect(FuzzyMatch.best(long, in: titles).isEmpty)
    #expect(
      FuzzyMatch.best(String(repeating: "title ", count: 100_000), in: Array(titles.prefix(50)))
        .count == 50)
  }

  @Test func longTextsAreCut() {
    let long = String(repeating: "ab ", count: 10_000)
    #expect(FuzzyMatch(long, in: long) != nil)
    #expect(FuzzyMatch("z", in: long + "z") == nil)
  }
}

extension FuzzyMatch {
  fileprivate init?(_ query: String, in title: String) { self.init(Query(query), in: title) }
}
