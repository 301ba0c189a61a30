/// The text of a ``TextInput`` or a ``TextArea``, with its cursor, selection and history.
///
/// The places are always between two characters as a reader sees them. Line feeds divide the lines;
/// a text of one line has none.
struct EditedText: Hashable, Sendable {
  /// Whether newlines and tabs become blanks, and newlines at the end are dropped.
  let isOneLine: Bool
  /// The largest number of characters; `nil` for no limit.
  let limit: Int?
  /// Whether nothing of the text is kept elsewhere: no text to yank, and no history.
  let isSecret: Bool
  private(set) var lines: LineList
  /// The position of the next character.
  private(set) var cursor = TextArea.Position()
  /// The end of the selection opposite the cursor.
  private(set) var anchor: TextArea.Position?
  var history = History()
  /// The text that yanking inserts.
  var killed = ""
  /// The kind of the last action, if the next one may belong to it.
  var streak: Streak?
  /// The number of characters; `nil` if there is no limit that needs it.
  private(set) var characterCount: Int?

  /// The kinds of actions that belong together if they are consecutive.
  enum Streak: String, Hashable, Sendable, Codable {
    case typing, removing, killing
  }

  /// Creates a text with the cursor at its end.
  init(_ text: String, isOneLine: Bool, limit: Int? = nil, isSecret: Bool = false) {
    self.isOneLine = isOneLine
    self.limit = limit.map { max(0, $0) }
    self.isSecret = isSecret
    let clean = text.withoutControls(keepsLines: !isOneLine)
    let cut = self.limit.map { String(clean.prefix($0)) } ?? clean
    lines = LineList(EditedText.lines(of: cut).map(TextLine.init))
    characterCount = limit == nil ? nil : cut.count
    cursor = end
  }

  /// The text, with a line feed between two lines.
  var text: String {
    if lines.count == 1 { return lines[0].text }
    var text = ""
    var isFirst = true
    for line in lines.all {
      if !isFirst { text += "\n" }
      text += line.text
      isFirst = false
    }
    return text
  }

  /// The range of the selected text; `nil` if none is selected.
  var selection: Range<TextArea.Position>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// The end of the text.
  var end: TextArea.Position {
    TextArea.Position(line: lines.count - 1, offset: lines[lines.count - 1].length)
  }

  /// Returns the nearest valid position between two characters, at or before a position.
  func bounded(_ position: TextArea.Position) -> TextArea.Position {
    if position.line < 0 { return TextArea.Position() }
    if position.line >= lines.count { return end }
    let offset = lines[position.line].text.boundary(atOrBefore: position.offset)
    return TextArea.Position(line: position.line, offset: offset)
  }

  /// Returns the text between two positions.
  func text(in range: Range<TextArea.Position>) -> String {
    let (first, last) = (range.lowerBound, range.upperBound)
    if first.line == last.line { return lines[first.line].part(first.offset..<last.offset) }
    var text = lines[first.line].part(first.offset..<lines[first.line].length)
    for number in first.line + 1..<last.line { text += "\n" + lines[number].text }
    return text + "\n" + lines[last.line].part(0..<last.offset)
  }

  /// Sets the cursor and the other end of the selection to positions between two characters.
  mutating func place(_ caret: Caret) { (cursor, anchor) = (caret.position, caret.anchor) }

  /// Replaces a range by clean text, and counts the characters if there is a limit.
  ///
  /// - Complexity: O(*n*) in the text removed and inserted, and in the lines that contain it.
  mutating func replace(_ range: Range<TextArea.Position>, with text: String) {
    let (first, last) = (range.lowerBound, range.upperBound)
    var parts = EditedText.lines(of: text)
    if first.line == last.line, parts.count == 1 {
      let old = characterCount == nil ? nil : self.text
      let rest = lines[first.line].length - last.offset
      lines.update(first.line) { $0.replace(first.offset..<last.offset, with: parts[0]) }
      if let old, let count = characterCount {
        characterCount =
          count + EditedText.growth(from: old, to: self.text, at: first.offset, rest: rest)
      }
      return
    }
    let tail = lines[last.line].part(last.offset..<lines[last.line].length)
    parts[parts.count - 1] += tail
    var head = lines[first.line]
    head.replace(first.offset..<head.length, with: parts[0])
    lines.replace(first.line...last.line, with: [head] + parts.dropFirst().map(TextLine.init))
  }

  /// Returns the lines of a clean text, at least one.
  private static func lines(of text: String) -> [String] {
    if !text.utf8.contains(0x0A) { return [text] }
    return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
  }
}
