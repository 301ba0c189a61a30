extension TextInput {
  /// A line of text with a cursor: a value in the state.
  ///
  /// The cursor is always between two characters as a reader sees them, never inside one: a letter
  /// with an accent, a flag or a family emoji is one character. The text has no control characters;
  /// pasted newlines and tabs become blanks.
  public struct Model: Hashable, Sendable {
    /// The text in the field, even if it is secret.
    public private(set) var text: String
    /// The largest number of characters in the text; `nil` for no limit.
    public let limit: Int?
    /// Whether the text is hidden, like a password.
    public let isSecret: Bool
    /// The text that ``Action/yank`` inserts; always empty if the text is secret.
    public internal(set) var killed = ""
    /// Whether the last action was a kill, so that the next kill joins it.
    var isKilling = false
    /// The UTF-8 byte offset of the first character shown when the user last clicked.
    var firstShown: Int?
    /// The UTF-8 byte offset of the cursor, which is always between two characters.
    private(set) var position: Int
    /// The number of characters; `nil` if there is no limit that needs it.
    private(set) var characterCount: Int?

    /// Creates a model with the cursor at the end.
    ///
    /// - Parameters:
    ///   - text: The text, which is cut to the limit.
    ///   - limit: The largest number of characters in the text; `nil` for no limit.
    ///   - isSecret: Whether the text is hidden, like a password.
    public init(_ text: String = "", limit: Int? = nil, isSecret: Bool = false) {
      self.isSecret = isSecret
      self.limit = limit.map { max(0, $0) }
      let clean = Model.singleLine(text)
      self.text = self.limit.map { String(clean.prefix($0)) } ?? clean
      position = self.text.utf8.count
      characterCount = limit == nil ? nil : self.text.count
    }

    /// The number of characters before the cursor.
    public var cursor: Int { text[..<index].count }

    /// The text before the cursor.
    public var textBeforeCursor: Substring { text[..<index] }

    /// The text after the cursor.
    public var textAfterCursor: Substring { text[index...] }

    /// Replaces the text and moves the cursor to its end; ``killed`` stays.
    public mutating func setText(_ text: String) {
      let killed = killed
      self = Model(text, limit: limit, isSecret: isSecret)
      self.killed = killed
    }

    /// Moves the cursor after a number of characters, or to the end.
    public mutating func moveCursor(to character: Int) {
      isKilling = false
      let index = text.index(text.startIndex, offsetBy: max(0, character), limitedBy: text.endIndex)
      move(to: index ?? text.endIndex)
    }

    /// Moves the cursor before the character that contains a UTF-8 byte.
    mutating func moveCursor(toOffset offset: Int) {
      position = text.boundary(atOrBefore: offset)
    }

    /// Inserts text at the cursor, cut to the limit.
    public mutating func insert(_ string: String) {
      isKilling = false
      let clean = Model.singleLine(string)
      guard let limit, let characterCount else { return replace(index..<index, with: clean) }
      // The inserted text may join the characters on both sides, and then adds fewer characters.
      var part = clean.prefix(max(0, limit - characterCount).advanced(within: 2))
      while !part.isEmpty {
        var next = self
        next.replace(index..<index, with: String(part))
        if next.characterCount ?? 0 <= limit {
          self = next
          return
        }
        part.removeLast()
      }
    }

    var index: String.Index { index(at: position) }

    func index(at position: Int) -> String.Index { text.index(atOffset: position) }

    func position(of index: String.Index) -> Int { text.offset(of: index) }

    mutating func move(to index: String.Index) { position = position(of: index) }

    /// Replaces a range of the text and moves the cursor after the new text.
    mutating func replace(_ range: Range<String.Index>, with clean: String) {
      let start = position(of: range.lowerBound)
      if let first = firstShown, start < first { firstShown = nil }
      let rest = text.utf8.count - position(of: range.upperBound)
      let old = limit == nil ? nil : text
      text.replaceSubrange(range, with: clean)
      position = start + clean.utf8.count
      if let old, let count = characterCount {
        characterCount = count + Model.growth(from: old, to: text, at: start, rest: rest)
      }
      // The edit may have joined the characters on both sides.
      position = text.boundary(atOrAfter: position)
    }

    /// Returns a text with newlines and tabs as blanks, without other control characters.
    static func singleLine(_ string: String) -> String { string.withoutControls(keepsLines: false) }
  }
}
