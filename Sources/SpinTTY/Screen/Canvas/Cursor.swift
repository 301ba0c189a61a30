/// The terminal's cursor as a frame declares it; a frame without a cursor hides it.
public struct Cursor: Hashable, Sendable {
  /// The shape of the cursor.
  public enum Shape: UInt8, Hashable, Sendable {
    /// The shape that the user configured.
    case standard = 0
    /// A blinking block.
    case blinkingBlock
    /// A block.
    case block
    /// A blinking line below the character.
    case blinkingUnderline
    /// A line below the character.
    case underline
    /// A blinking line before the character.
    case blinkingBar
    /// A line before the character.
    case bar
  }

  /// The column, from zero.
  public var column: Int
  /// The row, from zero.
  public var row: Int
  /// The shape of the cursor, by default the one that the user configured.
  public var shape: Shape

  /// Creates a cursor.
  public init(column: Int, row: Int, shape: Shape = .standard) {
    self.column = column
    self.row = row
    self.shape = shape
  }
}
