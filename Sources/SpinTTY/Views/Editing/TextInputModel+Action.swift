extension TextInput {
  /// An action of the user on a text, independent of places on the screen.
  public enum Action: Hashable, Sendable, Codable {
    /// Inserts text at the cursor, or replaces the selection.
    case insert(String)
    /// Moves the cursor, and may extend the selection from its previous position.
    case move(Motion, extends: Bool = false)
    /// Removes the selection, or the text from the cursor to the end of a motion.
    case remove(Motion)
    /// Removes text like ``remove(_:)``, and keeps it for ``yank``, unless the text is secret.
    ///
    /// Text of consecutive kills is kept together.
    case kill(Motion)
    /// Keeps the selected text for ``yank``, unless the text is secret.
    case copy
    /// Removes the selected text, and keeps it for ``yank``, unless the text is secret.
    case cut
    /// Inserts the text last killed, cut or copied.
    case yank
    /// Undoes the last change of the text, unless it is secret. Typing a word is one change.
    case undo
    /// Redoes the change last undone.
    case redo
    /// Selects the whole text and moves the cursor to its end.
    case selectAll
    /// Selects the word at a UTF-8 byte offset, or the character there; for a double click.
    case selectWord(Int, first: Int? = nil)
    /// Moves the cursor before the character at a UTF-8 byte offset, such as a click's, and may
    /// extend the selection from its previous position.
    ///
    /// `first` is the offset of the first character that the user saw. It stays the first one shown
    /// as long as the cursor is visible then, so that the text does not move under the mouse.
    case place(Int, extends: Bool = false, first: Int? = nil)
  }

  /// A motion of the cursor.
  ///
  /// A word consists of letters, digits and underscores. A secret text counts as one word.
  public enum Motion: String, Hashable, Sendable, Codable {
    /// To the next or previous character.
    case forward, backward
    /// To the end of the next word, or to the start of the previous one.
    case wordForward, wordBackward
    /// Back to the previous blank, as in a shell.
    case blankBackward
    /// To the start or the end of the text.
    case start, end
  }
}

extension TextInput.Model {
  /// Edits the text or moves the cursor; inserted text is cut to the limit.
  ///
  /// - Returns: Whether the text changed.
  @discardableResult
  public mutating func reduce(_ action: TextInput.Action) -> Bool {
    let edit: EditedText.Edit?
    switch action {
    case .insert(let text): edit = edited.insert(text)
    case .remove(let motion): edit = edited.remove(to: edited.target(of: TextArea.Motion(motion)))
    case .kill(let motion): edit = edited.kill(to: edited.target(of: TextArea.Motion(motion)))
    case .copy: edit = edited.copy(cuts: false)
    case .cut: edit = edited.copy(cuts: true)
    case .yank: edit = edited.yank()
    case .undo: edit = edited.undo()
    case .redo: edit = edited.redo()
    case .move(let motion, let extends):
      edited.move(TextArea.Motion(motion), extends: extends)
      return false
    case .selectAll:
      edited.selectAll()
      return false
    case .selectWord(let offset, let first):
      edited.selectWord(at: TextArea.Position(offset: offset))
      firstShown = first.map { text.boundary(atOrBefore: $0) }
      return false
    case .place(let offset, let extends, let first):
      edited.select(to: TextArea.Position(offset: offset), extends: extends)
      firstShown = first.map { text.boundary(atOrBefore: $0) }
      return false
    }
    if let first = firstShown, let edit, edit.start.offset < first { firstShown = nil }
    return edit != nil
  }
}

extension TextArea.Motion {
  /// Creates a motion along the line from a motion of a text input.
  init(_ motion: TextInput.Motion) {
    switch motion {
    case .forward: self = .forward
    case .backward: self = .backward
    case .wordForward: self = .wordForward
    case .wordBackward: self = .wordBackward
    case .blankBackward: self = .blankBackward
    case .start: self = .lineStart
    case .end: self = .lineEnd
    }
  }
}
