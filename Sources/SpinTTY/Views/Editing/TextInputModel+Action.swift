extension TextInput {
  /// An action of the user on a text, independent of places on the screen.
  public enum Action: Hashable, Sendable, Codable {
    /// Inserts text at the cursor.
    case insert(String)
    /// Moves the cursor.
    case move(Motion)
    /// Removes the text from the cursor to the end of a motion.
    case remove(Motion)
    /// Removes text like ``remove(_:)``, and keeps it for ``yank``, unless the text is secret.
    ///
    /// Text of consecutive kills is kept together.
    case kill(Motion)
    /// Inserts the text last killed.
    case yank
    /// Moves the cursor before the character at a UTF-8 byte offset; for a click.
    ///
    /// `first` is the offset of the first character that the user saw. It stays the first one shown
    /// as long as the cursor is visible then, so that the text does not move under the mouse.
    case place(Int, first: Int? = nil)
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
    // NB: a copy of the text would make each edit copy all of it.
    let before = text.utf8.count
    let wasKilling = isKilling
    isKilling = false
    switch action {
    case .insert(let text): insert(text)
    case .move(let motion): move(to: target(of: motion))
    case .remove(let motion):
      let range = range(of: motion)
      if !range.isEmpty { replace(range, with: "") }
    case .kill(let motion): kill(range(of: motion), joins: wasKilling)
    case .yank: insert(killed)
    case .place(let offset, let first):
      moveCursor(toOffset: offset)
      firstShown = first.map { text.boundary(atOrBefore: $0) }
    }
    return text.utf8.count != before
  }

  private mutating func kill(_ range: Range<String.Index>, joins: Bool) {
    isKilling = joins
    if range.isEmpty { return }
    if !isSecret {
      let removed = String(text[range])
      let isBack = range.upperBound == index
      killed = !joins ? removed : isBack ? removed + killed : killed + removed
      isKilling = true
    }
    replace(range, with: "")
  }

  /// The text from the cursor to the end of a motion.
  private func range(of motion: TextInput.Motion) -> Range<String.Index> {
    let (here, there) = (index, target(of: motion))
    return min(here, there)..<max(here, there)
  }

  private func target(of motion: TextInput.Motion) -> String.Index {
    switch motion {
    // The words of a secret would tell where its blanks are.
    case .blankBackward where isSecret, .wordBackward where isSecret: text.startIndex
    case .wordForward where isSecret: text.endIndex
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
