extension TextArea {
  /// A text of lines, the cursor and a selection in it, and its past: a value in the state.
  ///
  /// The cursor stands between two characters as a reader sees them, never within one. The lines are
  /// divided by line feeds, whatever newlines were pasted. Besides tabs there are no control
  /// characters.
  ///
  /// A copy shares the lines with the original. An edit copies the line that it changes and a few
  /// hundred references, however many lines there are.
  public struct Model: Equatable, Sendable {
    private(set) var lines: LineList
    /// Where the next character goes.
    public internal(set) var cursor: Position
    /// The end of the selection that is not the cursor.
    var anchor: Position?
    /// The column that the cursor keeps while it moves up and down.
    var goal: Int?
    /// A place in the first row that is shown.
    var top = Position()
    /// Whether what is shown follows the cursor; false after scrolling.
    var followsCursor = true
    /// The room in which the user saw the text when that was said last.
    var room: Room?
    var history = History()
    /// What ``Action/yank`` writes.
    public internal(set) var killed = ""
    /// What was reduced last, if the next action may belong to it.
    var streak: Streak?

    /// Actions that belong together if nothing comes between them.
    enum Streak: Equatable, Sendable {
      case typing, removing, killing
    }

    /// Creates a model with the cursor at the end of a text.
    public init(_ text: String = "") {
      lines = LineList(Model.lines(of: text.withoutControls(keepsLines: true)).map(TextLine.init))
      cursor = Position()
      cursor = end
    }

    /// Replaces the text, moves the cursor to its end, and forgets the past.
    public mutating func setText(_ text: String) {
      let killed = killed
      self = Model(text)
      self.killed = killed
    }

    /// The text, with a line feed between two lines.
    ///
    /// - Complexity: O(*text*).
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

    /// Whether there is no text.
    public var isEmpty: Bool { lines.count == 1 && lines[0].length == 0 }

    /// The number of lines, at least one.
    public var lineCount: Int { lines.count }

    /// The text of a line.
    ///
    /// - Parameter number: The number of the line, from 0 on.
    /// - Returns: The text without its line feed; empty if there are not so many lines.
    public func line(_ number: Int) -> String {
      (0..<lines.count).contains(number) ? lines[number].text : ""
    }

    /// The part of the text that is selected; nil if none is.
    public var selection: Range<Position>? {
      guard let anchor, anchor != cursor else { return nil }
      return min(anchor, cursor)..<max(anchor, cursor)
    }

    /// The text that is selected; nil if none is.
    ///
    /// - Complexity: O(*selection*).
    public var selectedText: String? { selection.map { text(in: $0) } }

    /// Whether there is a change to take back.
    public var canUndo: Bool { !history.past.isEmpty }

    /// Whether there is a change to make again.
    public var canRedo: Bool { !history.future.isEmpty }

    /// The end of the text.
    var end: Position {
      Position(line: lines.count - 1, offset: lines[lines.count - 1].length)
    }

    /// The nearest place there is, between two characters, that is not behind another one.
    func bounded(_ position: Position) -> Position {
      if position.line < 0 { return Position() }
      if position.line >= lines.count { return end }
      let offset = lines[position.line].text.boundary(atOrBefore: position.offset)
      return Position(line: position.line, offset: offset)
    }

    /// The text between two places.
    func text(in range: Range<Position>) -> String {
      let (first, last) = (range.lowerBound, range.upperBound)
      if first.line == last.line { return lines[first.line].part(first.offset..<last.offset) }
      var text = lines[first.line].part(first.offset..<lines[first.line].length)
      for number in first.line + 1..<last.line { text += "\n" + lines[number].text }
      return text + "\n" + lines[last.line].part(0..<last.offset)
    }

    /// Puts clean text where other text was.
    ///
    /// - Complexity: O(*text that goes and comes*), and the lines that it is in.
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

    /// The lines of a clean text, at least one.
    private static func lines(of text: String) -> [String] {
      text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
    }
  }
}
