extension TextArea {
  /// A text of several lines with a cursor, a selection and a history: a value in the state.
  ///
  /// The cursor is always between two characters as a reader sees them, never inside one. Line
  /// feeds divide the lines, whichever newlines were pasted. The text has no control characters
  /// except tabs.
  ///
  /// A copy shares the lines with the original. An edit copies the line that it changes, a piece of
  /// at most 256 references to lines, and a list of the pieces.
  public struct Model: Hashable, Sendable {
    private(set) var lines: LineList
    /// The position of the next character.
    public internal(set) var cursor: Position
    /// The end of the selection opposite the cursor.
    var anchor: Position?
    /// The column that the cursor keeps when it moves up and down.
    var goal: Int?
    /// A position in the first row shown.
    var top = Position()
    /// Whether the rows shown follow the cursor; `false` after scrolling.
    var followsCursor = true
    /// The room in which the user last saw the text.
    var room: TextPage?
    var history = History()
    /// The text that ``Action/yank`` inserts.
    public internal(set) var killed = ""
    /// The kind of the last action, if the next one may belong to it.
    var streak: Streak?

    /// The kinds of actions that belong together if they are consecutive.
    enum Streak: String, Hashable, Sendable, Codable {
      case typing, removing, killing
    }

    /// Creates a model with the cursor at the end of a text.
    public init(_ text: String = "") {
      lines = LineList(Model.lines(of: text.withoutControls(keepsLines: true)).map(TextLine.init))
      cursor = Position()
      cursor = end
    }

    /// Replaces the text, moves the cursor to its end, and clears the history.
    public mutating func setText(_ text: String) {
      let killed = killed
      self = Model(text)
      self.killed = killed
    }

    /// The text, with a line feed between two lines.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var text: String {
      var text = ""
      var isFirst = true
      for line in lines.all {
        if !isFirst { text += "\n" }
        text += line.text
        isFirst = false
      }
      return text
    }

    /// Whether the text is empty.
    public var isEmpty: Bool { lines.count == 1 && lines[0].length == 0 }

    /// The number of lines, at least one.
    public var lineCount: Int { lines.count }

    /// Returns the text of a line.
    ///
    /// - Parameter number: The number of the line, from 0.
    /// - Returns: The text without its line feed; empty if the text has fewer lines.
    public func line(_ number: Int) -> String {
      (0..<lines.count).contains(number) ? lines[number].text : ""
    }

    /// The range of the selected text; `nil` if none is selected.
    public var selection: Range<Position>? {
      guard let anchor, anchor != cursor else { return nil }
      return min(anchor, cursor)..<max(anchor, cursor)
    }

    /// The selected text; `nil` if none is selected.
    ///
    /// - Complexity: O(*n*) in the length of the selection.
    public var selectedText: String? { selection.map { text(in: $0) } }

    /// Whether there is a change to undo.
    public var canUndo: Bool { !history.past.isEmpty }

    /// Whether there is a change to redo.
    public var canRedo: Bool { !history.future.isEmpty }

    /// The end of the text.
    var end: Position {
      Position(line: lines.count - 1, offset: lines[lines.count - 1].length)
    }

    /// Returns the nearest valid position between two characters, at or before a position.
    func bounded(_ position: Position) -> Position {
      if position.line < 0 { return Position() }
      if position.line >= lines.count { return end }
      let offset = lines[position.line].text.boundary(atOrBefore: position.offset)
      return Position(line: position.line, offset: offset)
    }

    /// Returns the text between two positions.
    func text(in range: Range<Position>) -> String {
      let (first, last) = (range.lowerBound, range.upperBound)
      if first.line == last.line { return lines[first.line].part(first.offset..<last.offset) }
      var text = lines[first.line].part(first.offset..<lines[first.line].length)
      for number in first.line + 1..<last.line { text += "\n" + lines[number].text }
      return text + "\n" + lines[last.line].part(0..<last.offset)
    }

    /// Replaces a range by clean text.
    ///
    /// - Complexity: O(*n*) in the text removed and inserted, and in the lines that contain it.
    mutating func replace(_ range: Range<Position>, with text: String) {
      let (first, last) = (range.lowerBound, range.upperBound)
      var parts = Model.lines(of: text)
      if first.line == last.line, parts.count == 1 {
        return lines.update(first.line) {
          $0.replace(first.offset..<last.offset, with: parts[0])
        }
      }
      let tail = lines[last.line].part(last.offset..<lines[last.line].length)
      parts[parts.count - 1] += tail
      var head = lines[first.line]
      head.replace(first.offset..<head.length, with: parts[0])
      lines.replace(first.line...last.line, with: [head] + parts.dropFirst().map(TextLine.init))
    }

    /// Returns the lines of a clean text, at least one.
    private static func lines(of text: String) -> [String] {
      text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
    }
  }
}
