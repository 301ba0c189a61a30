import SpinTTY

extension Page {
  static let grid = Page("Grid", "The columns of all rows line up.") { demo in
    Grid(spacing: 2, columns: [.leading, .trailing]) {
      GridRow {
        Text("CITY").bold()
        Text("MILLIONS").bold()
      }
      for city in demo.cities.prefix(4) {
        Divider()
        GridRow {
          Text(city.id)
          Text("\(city.millions)")
          ProgressBar(city.millions, of: 40)
            .frame(width: .fill)
        }
      }
      Divider()
      GridRow {
        Text("a cell of two columns").gridColumns(2)
        Text("and one with\ntwo lines")
      }
    }
  }
}
