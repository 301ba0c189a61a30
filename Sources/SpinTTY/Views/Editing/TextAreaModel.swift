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
    var edited: EditedText
    /// The column that the cursor keeps when it moves up and down.
    var goal: Int?
    /// A position in the first row shown.
    var top = Position()
    /// Whether the rows shown follow the cursor; `false` after scrolling.
    var followsCursor = true
    /// The room in which the user last saw the text.
    var room: TextPage?

    /// Creates a model with the cursor at the end of a text.
    public init(_ text: String = "") { edited = EditedText(text, isOneLine: false) }

    /// Replaces the text, moves the cursor to its end, and clears the history.
    public mutating func setText(_ text: String) {
      let killed = killed
      self = Model(text)
      edited.killed = killed
    }

    /// The text, with a line feed between two lines.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var text: String { edited.text }

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

    /// The position of the next character.
    public var cursor: Position { edited.cursor }

    /// The range of the selected text; `nil` if none is selected.
    public var selection: Range<Position>? { edited.selection }

    /// The selected text; `nil` if none is selected.
    ///
    /// - Complexity: O(*n*) in the length of the selection.
    public var selectedText: String? { selection.map { edited.text(in: $0) } }

    /// The text that ``Action/yank`` inserts.
    public var killed: String { edited.killed }

    /// Whether there is a change to undo.
    public var canUndo: Bool { !edited.history.past.isEmpty }

    /// Whether there is a change to redo.
    public var canRedo: Bool { !edited.history.future.isEmpty }

    var lines: LineList { edited.lines }
  }
}

extension TextArea.Model: Codable {
  private enum CodingKeys: CodingKey { case goal, top, followsCursor, room }

  /// Decodes a model.
  ///
  /// A position inside a character moves to its edge, and changes that do not fit the text are left
  /// out of the history.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    edited = try EditedText(from: decoder, isOneLine: false)
    goal = try values.decodeIfPresent(Int.self, forKey: .goal)?.inCells
    top = edited.bounded(try values.decode(TextArea.Position.self, forKey: .top))
    followsCursor = try values.decode(Bool.self, forKey: .followsCursor)
    room = try values.decodeIfPresent(TextPage.self, forKey: .room)
  }

  /// Encodes the model with its history.
  public func encode(to encoder: any Swift.Encoder) throws {
    try edited.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(goal, forKey: .goal)
    try values.encode(top, forKey: .top)
    try values.encode(followsCursor, forKey: .followsCursor)
    try values.encodeIfPresent(room, forKey: .room)
  }
}
