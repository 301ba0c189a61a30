extension TextInput {
  /// A line of text with a cursor, a selection and a history: a value in the state.
  ///
  /// ```swift
  /// TextInput.Model("notes.txt", isSelected: true)   // what the user types replaces the name
  /// ```
  ///
  /// The cursor is always between two characters as a reader sees them, never inside one: a letter
  /// with an accent, a flag or a family emoji is one character. The text has no control characters;
  /// pasted newlines and tabs become blanks, and newlines at the end of a paste are dropped.
  public struct Model: Hashable, Sendable {
    var edited: EditedText
    /// The UTF-8 byte offset of the first character shown when the user last clicked.
    var firstShown: Int?

    /// Creates a model with the cursor at the end.
    ///
    /// - Parameters:
    ///   - text: The text, which is cut to the limit.
    ///   - limit: The largest number of characters in the text; `nil` for no limit.
    ///   - isSecret: Whether the text is hidden, like a password.
    ///   - isSelected: Whether the whole text is selected, so that typed text replaces it.
    public init(
      _ text: String = "", limit: Int? = nil, isSecret: Bool = false, isSelected: Bool = false
    ) {
      edited = EditedText(text, isOneLine: true, limit: limit, isSecret: isSecret)
      if isSelected { edited.selectAll() }
    }

    /// The text in the field, even if it is secret.
    public var text: String { edited.text }
    /// The largest number of characters in the text; `nil` for no limit.
    public var limit: Int? { edited.limit }
    /// Whether the text is hidden, like a password.
    ///
    /// Nothing of a secret text is kept elsewhere: it cannot be copied, and what was removed can
    /// neither be yanked nor restored.
    public var isSecret: Bool { edited.isSecret }
    /// The text that ``Action/yank`` inserts; always empty if the text is secret.
    public var killed: String { edited.killed }

    /// The number of characters before the cursor.
    public var cursor: Int { textBeforeCursor.count }

    /// The text before the cursor.
    public var textBeforeCursor: Substring { text[..<index] }

    /// The text after the cursor.
    public var textAfterCursor: Substring { text[index...] }

    /// The selected text; `nil` if none is selected, or if the text is secret.
    public var selectedText: String? {
      isSecret ? nil : edited.selection.map { edited.text(in: $0) }
    }

    /// Whether there is a change to undo.
    public var canUndo: Bool { !edited.history.past.isEmpty }

    /// Whether there is a change to redo.
    public var canRedo: Bool { !edited.history.future.isEmpty }

    /// Replaces the text, moves the cursor to its end, and clears the history; ``killed`` stays.
    public mutating func setText(_ text: String) {
      let killed = killed
      self = Model(text, limit: limit, isSecret: isSecret)
      edited.killed = killed
    }

    /// Moves the cursor after a number of characters, or to the end.
    public mutating func moveCursor(to character: Int) {
      let index = text.index(text.startIndex, offsetBy: max(0, character), limitedBy: text.endIndex)
      moveCursor(toOffset: position(of: index ?? text.endIndex))
    }

    /// Moves the cursor before the character that contains a UTF-8 byte.
    mutating func moveCursor(toOffset offset: Int) {
      edited.select(to: TextArea.Position(offset: offset), extends: false)
    }

    /// Replaces the selection by text, or inserts it at the cursor, cut to the limit.
    public mutating func insert(_ string: String) { reduce(.insert(string)) }

    /// The UTF-8 byte offset of the cursor.
    var position: Int { edited.cursor.offset }

    /// The UTF-8 byte offsets of the selection; empty if nothing is selected.
    var selectedBytes: Range<Int> {
      edited.selection.map { $0.lowerBound.offset..<$0.upperBound.offset } ?? position..<position
    }

    var index: String.Index { index(at: position) }

    func index(at position: Int) -> String.Index { text.index(atOffset: position) }

    func position(of index: String.Index) -> Int { text.offset(of: index) }
  }
}

extension TextInput.Model: Codable {
  private enum CodingKeys: CodingKey { case firstShown }

  /// Decodes a model, and cuts its text to the limit.
  ///
  /// A position inside a character moves to its edge, and changes that do not fit the text are left
  /// out of the history.
  public init(from decoder: any Decoder) throws {
    edited = try EditedText(from: decoder, isOneLine: true)
    firstShown = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(Int.self, forKey: .firstShown)
    firstShown = firstShown.map { text.boundary(atOrBefore: $0) }
  }

  /// Encodes the model, and so its text, even if the text is secret.
  public func encode(to encoder: any Swift.Encoder) throws {
    try edited.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(firstShown, forKey: .firstShown)
  }
}
