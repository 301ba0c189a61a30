/// A number of columns and rows, neither negative.
public struct Size: Hashable, Sendable {
  /// The width in cells.
  public let columns: Int
  /// The height in cells.
  public let rows: Int

  /// Creates a size; negative numbers count as zero.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// No column and no row.
  public static let zero = Size(columns: 0, rows: 0)

  /// Whether there is no cell in it.
  public var isEmpty: Bool { columns == 0 || rows == 0 }
}
