extension TextInput {
  /// What the user does with a text: a step, and never a place on the screen.
  public enum Action: Hashable, Sendable, Codable {
    /// A text is written at the cursor.
    case insert(String)
    /// The cursor moves.
    case move(Motion)
    /// The text from the cursor to where it would move is removed.
    case remove(Motion)
    /// The cursor goes before the character at this byte of the text's UTF-8; a click.
    case place(Int)
  }

  /// How the cursor moves.
  ///
  /// A word is of letters, digits and underscores.
  public enum Motion: String, Hashable, Sendable, Codable {
    /// One character on, or back.
    case forward, backward
    /// Behind the next word, or before the one that was last.
    case wordForward, wordBackward
    /// Back to the last blank, as in a shell.
    case blankBackward
    /// To the beginning, or to the end.
    case start, end
  }
}

extension TextInput.Model {
  /// Edits the text; what is written goes as far as the limit allows.
  ///
  /// - Returns: Whether the text changed.
  @discardableResult
  public mutating func reduce(_ action: TextInput.Action) -> Bool {
    let before = text
    switch action {
    case .insert(let text): insert(text)
    case .move(let motion): move(to: target(of: motion))
    case .remove(let motion):
      let (here, there) = (index, target(of: motion))
      if here != there { replace(min(here, there)..<max(here, there), with: "") }
    case .place(let offset): moveCursor(toOffset: offset)
    }
    return text != before
  }

  private func target(of motion: TextInput.Motion) -> String.Index {
    switch motion {
    case .backward: index(at: text.characterEdge(.back, from: position))
    case .forward: index(at: text.characterEdge(.forth, from: position))
    case .blankBackward: index(at: text.wordEdge(.back, from: position) { !$0.isWhitespace })
    case .wordBackward: index(at: text.wordEdge(.back, from: position, of: \.isPartOfWord))
    case .wordForward: index(at: text.wordEdge(.forth, from: position, of: \.isPartOfWord))
    case .start: text.startIndex
    case .end: text.endIndex
    }
  }
}
