import SpinTTY

extension Page {
  static let table = Page(
    "Table", "Click a title, or press n, c or k, to sort.", focus: .table
  ) { demo in
    Table(demo.cities, demo.table, City.columns)
      .scrollbar().id(Area.table).frame(height: .fill)
  } keys: {
    Control(Area.table, help: "move") { .demo(.table($0)) }
    Key("n", help: "name", .demo(.table(.sort("CITY"))))
    Key("c", help: "country", .demo(.table(.sort("COUNTRY"))))
    Key("k", help: "people", .demo(.table(.sort("MILLIONS"))))
  }
}
