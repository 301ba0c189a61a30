/// A number of columns and rows, neither negative.
public struct Size: Hashable, Sendable {
  /// The width in cells.
  public let columns: Int
  /// The height in cells.
  public let rows: Int

  /// Creates a size.
  ///
  /// Numbers are clamped to 0…2³⁰, so that sums of sizes do not overflow.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(0, columns), Rectangle.bound)
    self.rows = min(max(0, rows), Rectangle.bound)
  }

  /// No column and no row.
  public static let zero = Size(columns: 0, rows: 0)

  /// Whether the size has no cells.
  public var isEmpty: Bool { columns == 0 || rows == 0 }
}
