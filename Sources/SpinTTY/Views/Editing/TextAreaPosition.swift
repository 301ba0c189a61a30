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

  /// The area in which the user saw a text, which determines where lines wrap and the length of a
  /// page.
  public struct Room: Hashable, Sendable, Codable {
    /// The number of columns; the last one is reserved for the cursor after a full row.
    public let columns: Int
    /// The number of rows.
    public let rows: Int
    /// The rules that text is measured by.
    public let widths: WidthRules

    /// Creates a room of at least one cell.
    public init(columns: Int, rows: Int, widths: WidthRules = WidthRules()) {
      self.columns = max(1, columns.inCells)
      self.rows = max(1, rows.inCells)
      self.widths = widths
    }

    /// Decodes a room, and clamps its numbers like ``init(columns:rows:widths:)``.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        columns: try values.decode(Int.self, forKey: .columns),
        rows: try values.decode(Int.self, forKey: .rows),
        widths: try values.decode(WidthRules.self, forKey: .widths))
    }

    /// A room in which no line wraps.
    static let unlimited = Room(columns: .max, rows: 10)

    /// The number of columns for text; `nil` if no line wraps.
    var textColumns: Int? { columns == Rectangle.bound ? nil : max(1, columns - 1) }
  }
}
