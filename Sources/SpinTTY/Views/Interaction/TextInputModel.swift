extension TextInput {
  /// A text and a cursor in it: a value in the state.
  ///
  /// The cursor stands between two characters as a reader sees them, never within one: an accent,
  /// a flag or a family counts as one. The text has no control characters; pasted newlines and tabs
  /// become blanks.
  public struct Model: Hashable, Sendable {
    /// The text.
    public private(set) var text: String
    /// The number of characters that the text has at most; nil for any number.
    public let limit: Int?
    /// Whether nobody is to see the text, as that of a password.
    public let isSecret: Bool
    /// Where the cursor is, in bytes of UTF-8; always between two characters.
    private(set) var position: Int
    /// The number of characters; nil if there is no limit, and nobody wants to know.
    private(set) var characterCount: Int?

    /// Creates a model with the cursor at the end.
    ///
    /// - Parameters:
    ///   - text: The text, of which what is beyond the limit is left out.
    ///   - limit: The number of characters that the text has at most.
    ///   - isSecret: Whether nobody is to see the text, as that of a password.
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

    /// Replaces the text, and moves the cursor to its end.
    public mutating func setText(_ text: String) {
      self = Model(text, limit: limit, isSecret: isSecret)
    }

    /// Moves the cursor behind a number of characters, or to the end.
    public mutating func moveCursor(to character: Int) {
      let index = text.index(text.startIndex, offsetBy: max(0, character), limitedBy: text.endIndex)
      move(to: index ?? text.endIndex)
    }

    /// Moves the cursor before the character that holds a byte of the text's UTF-8.
    mutating func moveCursor(toOffset offset: Int) {
      position = text.boundary(atOrBefore: offset)
    }

    /// Writes a text at the cursor, or as much from its beginning as the limit leaves room for.
    public mutating func insert(_ string: String) {
      let clean = Model.singleLine(string)
      guard let limit, let characterCount else { return replace(index..<index, with: clean) }
      // What is inserted may join what lies on both sides of it, and then takes less room.
      var part = clean.prefix(max(0, limit - characterCount) + 2)
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

    /// Puts text where other text was, and the cursor behind it.
    mutating func replace(_ range: Range<String.Index>, with clean: String) {
      let start = position(of: range.lowerBound)
      let rest = text.utf8.count - position(of: range.upperBound)
      let old = limit == nil ? nil : text
      text.replaceSubrange(range, with: clean)
      position = start + clean.utf8.count
      if let old, let count = characterCount {
        characterCount = count + Model.growth(from: old, to: text, at: start, rest: rest)
      }
      // An edit may have made one character out of what lies on both sides.
      position = text.boundary(atOrAfter: position)
    }

    /// A text without newlines and control characters.
    static func singleLine(_ string: String) -> String { string.withoutControls(keepsLines: false) }
  }
}
