/// A place and a size in cells; the place may lie outside of what contains it.
public struct Rectangle: Hashable, Sendable {
  /// The left column, from zero.
  public let column: Int
  /// The top row, from zero.
  public let row: Int
  /// The size.
  public let size: Size

  /// Places beyond this are taken for it, so that no sum of two can overflow.
  static let bound = 1 << 30

  /// Creates a rectangle; negative sizes count as zero, absurd numbers as a thousand million.
  public init(column: Int = 0, row: Int = 0, columns: Int, rows: Int) {
    self.column = min(max(column, -Rectangle.bound), Rectangle.bound)
    self.row = min(max(row, -Rectangle.bound), Rectangle.bound)
    size = Size(columns: min(columns, Rectangle.bound), rows: min(rows, Rectangle.bound))
  }

  /// The column after the last one.
  public var endColumn: Int { column + size.columns }
  /// The row after the last one.
  public var endRow: Int { row + size.rows }

  /// What both contain; a rectangle of size zero in one direction if they do not meet there.
  package func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rectangle(
      column: left, row: top,
      columns: min(endColumn, other.endColumn) - left, rows: min(endRow, other.endRow) - top)
  }

  /// Whether the cell lies in it.
  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < endColumn && row >= self.row && row < endRow
  }

  func moved(columns: Int, rows: Int) -> Rectangle {
    Rectangle(
      column: column + columns, row: row + rows, columns: size.columns, rows: size.rows)
  }
}
