/// The visible rows of a text area, and its room.
struct TextGrid: Hashable, Sendable {
  /// A row of a line of the text.
  struct Row: Hashable {
    /// The number of the line.
    let line: Int
    /// The positions of the characters, with their byte offsets in the line.
    let stops: TextStops
  }

  let size: Size
  let widths: WidthRules
  /// Whether the text goes on above the room.
  let hasRowsAbove: Bool
  /// Whether the text goes on below the room.
  let hasRowsBelow: Bool
  /// Whether the text goes on above and below the visible rows, of which others may be in a room that is cut.
  let goesOnAbove: Bool
  let goesOnBelow: Bool
  /// The visible rows, without gaps.
  let rows: [Row]
  /// The number of the line with the cursor.
  let cursorLine: Int
  /// The byte offset of the cursor in its line.
  let cursorOffset: Int

  /// Returns whether the cursor is in a row or above it.
  func hasCursor(upTo row: Row) -> Bool {
    (cursorLine, cursorOffset) <= (row.line, row.stops.end)
  }

  /// Returns whether the cursor is in a row or below it.
  func hasCursor(from row: Row) -> Bool {
    (cursorLine, cursorOffset) >= (row.line, row.stops.offsets.first ?? row.stops.end)
  }
}
