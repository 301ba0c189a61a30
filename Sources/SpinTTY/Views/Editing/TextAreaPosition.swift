extension TextArea {
  /// A position in a text: before a character of a line, or at the end of the line.
  public struct Position: Hashable, Comparable, Sendable, Codable {
    /// The number of the line, from 0.
    public var line: Int
    /// The number of UTF-8 bytes of the line before the position.
    public var offset: Int

    /// Creates a position, by default the start of the text.
    public init(line: Int = 0, offset: Int = 0) {
      self.line = line
      self.offset = offset
    }

    /// Compares by line, then by offset.
    public static func < (left: Position, right: Position) -> Bool {
      (left.line, left.offset) < (right.line, right.offset)
    }
  }
}

extension TextPage {
  /// A page on which no line of a text area wraps.
  static let unlimited = TextPage(columns: .max, rows: 10)

  /// The number of columns for the text of a text area; `nil` if no line wraps.
  var textColumns: Int? { columns == Rectangle.bound ? nil : max(1, columns - 1) }
}
