import SpinTTY

extension Page {
  static let table = Page("Table", "Click a title, or press n, c or k, to sort.") { demo in
    Table(demo.cities, demo.table, City.columns).scrollbar().id(Area.table)
      .frame(height: .fill)
  } keys: {
    Control(Area.table) { .demo(.table($0)) }
    Key("n", help: "by name", .demo(.table(.sort("CITY"))))
    Key("c", help: "by country", .demo(.table(.sort("COUNTRY"))))
    Key("k", help: "by people", .demo(.table(.sort("MILLIONS"))))
  }
}
