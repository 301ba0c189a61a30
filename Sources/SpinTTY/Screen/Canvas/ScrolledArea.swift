/// A part of the screen that shows some of many rows.
struct ScrolledArea {
  /// The number of the region that it lies in; nil if there is none.
  var region: Int?
  /// The place of the rows that are seen.
  var rectangle: Rectangle
  /// The number of rows.
  let rows: Int
  /// The number of rows that are seen at once.
  let page: Int
  /// The first row that is seen.
  let firstRow: Int
}
