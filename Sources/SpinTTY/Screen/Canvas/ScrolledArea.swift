/// A part of the screen that shows some of the rows of its content.
struct ScrolledArea {
  /// The number of the region around the area; `nil` if there is none.
  var region: Int?
  /// The place of the visible rows.
  var rectangle: Rectangle
  /// The number of rows.
  let rows: Int
  /// The number of rows that are visible at once.
  let page: Int
  /// The first visible row.
  let firstRow: Int
}
