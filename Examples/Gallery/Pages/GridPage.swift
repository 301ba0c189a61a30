import SpinTTY

extension Page {
  static let grid = Page("Grid", "The columns of all rows line up.") { demo in
    Grid(spacing: 2, columns: [.leading, .trailing]) {
      GridRow {
        Text("CITY").bold()
        Text("MILLIONS").bold()
      }
      for city in demo.cities.prefix(3) {
        Divider()
        GridRow {
          Text(city.id)
          Text("\(city.millions)")
          Gauge("", city.millions, in: 0...40, text: "").frame(width: .fill)
        }
      }
      Divider()
      GridRow {
        Text("a cell of two columns, and one with").gridColumns(2); Text("two\nlines")
      }
    }
  }
}
