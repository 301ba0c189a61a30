extension TextArea {
  /// A place in a text: before a character of a line, or at the end of the line.
  public struct Position: Hashable, Comparable, Sendable, Codable {
    /// The number of the line, from 0 on.
    public var line: Int
    /// The bytes of the line's UTF-8 before the place.
    public var offset: Int

    /// Creates a place, that of the beginning unless it says otherwise.
    public init(line: Int = 0, offset: Int = 0) {
      self.line = line
      self.offset = offset
    }

    /// By line, then by offset.
    public static func < (left: Position, right: Position) -> Bool {
      (left.line, left.offset) < (right.line, right.offset)
    }
  }

  /// The room in which the user saw a text: where its lines wrap, and how far a page is.
  public struct Room: Hashable, Sendable, Codable {
    /// The columns; the last one is for the cursor behind a full row.
    public let columns: Int
    /// The rows.
    public let rows: Int
    /// How text is measured.
    public let widths: WidthRules

    /// Creates a room of at least one cell.
    public init(columns: Int, rows: Int, widths: WidthRules = WidthRules()) {
      self.columns = max(1, columns.inCells)
      self.rows = max(1, rows.inCells)
      self.widths = widths
    }

    /// A room in which no line wraps.
    static let unlimited = Room(columns: .max, rows: 10)

    /// The columns for text; nil if no line wraps.
    var textColumns: Int? { columns == Rectangle.bound ? nil : max(1, columns - 1) }
  }
}
