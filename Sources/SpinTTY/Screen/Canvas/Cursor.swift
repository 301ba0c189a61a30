/// The terminal's cursor, as a frame declares it; a frame that declares none hides it.
public struct Cursor: Hashable, Sendable {
  /// How the cursor looks.
  public enum Shape: UInt8, Hashable, Sendable {
    /// As the user configured it.
    case standard = 0
    /// A block that blinks.
    case blinkingBlock
    /// A block.
    case block
    /// A line below that blinks.
    case blinkingUnderline
    /// A line below.
    case underline
    /// A line before that blinks.
    case blinkingBar
    /// A line before.
    case bar
  }

  /// The column, from zero.
  public var column: Int
  /// The row, from zero.
  public var row: Int
  /// The shape.
  public var shape: Shape

  /// Creates a cursor.
  public init(column: Int, row: Int, shape: Shape = .standard) {
    self.column = column
    self.row = row
    self.shape = shape
  }
}
