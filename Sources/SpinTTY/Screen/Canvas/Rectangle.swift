/// A place and a size in cells; the place may be outside the canvas or the surface.
public struct Rectangle: Hashable, Sendable {
  /// The left column, from zero.
  public let column: Int
  /// The top row, from zero.
  public let row: Int
  /// The number of columns and rows, neither of which is negative.
  public let size: Size

  /// The bound that places and sizes are clamped to, so that sums do not overflow.
  static let bound = 1 << 30

  /// Creates a rectangle; negative sizes become zero, and numbers are clamped to 2³⁰.
  public init(column: Int = 0, row: Int = 0, columns: Int, rows: Int) {
    self.column = min(max(column, -Rectangle.bound), Rectangle.bound)
    self.row = min(max(row, -Rectangle.bound), Rectangle.bound)
    size = Size(columns: columns, rows: rows)
  }

  /// Takes a corner that is no further than the bound.
  private init(near column: Int, _ row: Int, _ size: Size) {
    self.column = column
    self.row = row
    self.size = size
  }

  /// The column after the last one.
  public var endColumn: Int { column + size.columns }
  /// The row after the last one.
  public var endRow: Int { row + size.rows }

  /// Returns the common part; its size is zero in a direction in which the rectangles do not
  /// overlap.
  package func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rectangle(
      near: left, top,
      Size(
        columns: min(endColumn, other.endColumn) - left, rows: min(endRow, other.endRow) - top))
  }

  /// Returns whether a cell is in the rectangle.
  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < endColumn && row >= self.row && row < endRow
  }

  func moved(columns: Int, rows: Int) -> Rectangle {
    Rectangle(
      column: column + columns, row: row + rows, columns: size.columns, rows: size.rows)
  }
}
