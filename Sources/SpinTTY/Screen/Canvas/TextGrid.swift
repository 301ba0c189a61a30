/// The rows of a text on the screen, and the room that it has there.
struct TextGrid: Hashable, Sendable {
  /// A row of a line of the text.
  struct Row: Hashable {
    /// The number of the line.
    let line: Int
    /// Where the characters stand, and which bytes of the line these are.
    let stops: TextStops
  }

  let size: Size
  let widths: WidthRules
  /// The rows that can be seen, without gaps.
  let rows: [Row]
}
