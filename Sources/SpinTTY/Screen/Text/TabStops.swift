/// The tab stops of a line, every eight columns.
enum TabStops {
  /// Returns the number of columns from a column to the next tab stop, at least one.
  static func gap(at column: Int) -> Int { 8 - column % 8 }
}
