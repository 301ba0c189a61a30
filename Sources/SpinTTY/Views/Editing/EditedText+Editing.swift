/// What the actions of both editors do.
///
/// An action that changes the text returns the change.
extension EditedText {
  /// Moves the cursor and, if `extends` is true, the end of the selection.
  mutating func select(to position: TextArea.Position, extends: Bool) {
    streak = nil
    place(Caret(position: bounded(position), anchor: extends ? anchor ?? cursor : nil))
  }

  /// Selects the whole text and moves the cursor to its end.
  mutating func selectAll() {
    select(to: TextArea.Position(), extends: false)
    select(to: end, extends: true)
  }

  /// Selects the word around a position, or the character there if it is in no word.
  mutating func selectWord(at position: TextArea.Position) {
    var (first, last) = (bounded(position), bounded(position))
    let text = lines[first.line].text
    if isSecret {
      (first.offset, last.offset) = (0, text.utf8.count)
    } else {
      let next = text.characterEdge(.forth, from: first.offset)
      let isInWord = text[text.index(atOffset: first.offset)...].first?.isPartOfWord == true
      last.offset = isInWord ? text.wordEdge(.forth, from: first.offset, of: \.isPartOfWord) : next
      if isInWord { first.offset = text.wordEdge(.back, from: next, of: \.isPartOfWord) }
    }
    select(to: first, extends: false)
    select(to: last, extends: true)
  }

  /// Selects the line of a position, with the newline behind it.
  mutating func selectLine(at position: TextArea.Position) {
    let line = bounded(position).line
    select(to: TextArea.Position(line: line), extends: false)
    select(to: line + 1 < lines.count ? TextArea.Position(line: line + 1) : end, extends: true)
  }

  /// Moves the cursor; without `extends`, one character from a selection leads to its end.
  mutating func move(_ motion: TextArea.Motion, extends: Bool) {
    let selection = extends ? nil : selection
    switch motion {
    case .backward: select(to: selection?.lowerBound ?? target(of: motion), extends: extends)
    case .forward: select(to: selection?.upperBound ?? target(of: motion), extends: extends)
    default: select(to: target(of: motion), extends: extends)
    }
  }

  /// Returns the end of a motion, which leaves the line only from the end of the line.
  ///
  /// A motion by rows, whose end depends on where lines wrap, leads nowhere.
  func target(of motion: TextArea.Motion) -> TextArea.Position {
    var place = cursor
    let isBack = motion == .backward || motion == .wordBackward || motion == .blankBackward
    let isForth = motion == .forward || motion == .wordForward
    if isForth, place.offset == lines[place.line].length {
      if place.line + 1 == lines.count { return place }
      place = TextArea.Position(line: place.line + 1)
      if motion == .forward { return place }
    } else if isBack, place.offset == 0 {
      if place.line == 0 { return place }
      place = TextArea.Position(line: place.line - 1, offset: lines[place.line - 1].length)
      if motion == .backward { return place }
    }
    let text = lines[place.line].text
    switch motion {
    case .backward: place.offset = text.characterEdge(.back, from: place.offset)
    case .forward: place.offset = text.characterEdge(.forth, from: place.offset)
    // The words of a secret would tell where its blanks are.
    case .wordBackward where isSecret, .blankBackward where isSecret: place.offset = 0
    case .wordForward where isSecret: place.offset = text.utf8.count
    case .wordBackward:
      place.offset = text.wordEdge(.back, from: place.offset, of: \.isPartOfWord)
    case .wordForward:
      place.offset = text.wordEdge(.forth, from: place.offset, of: \.isPartOfWord)
    case .blankBackward:
      place.offset = text.wordEdge(.back, from: place.offset) { !$0.isWhitespace }
    case .lineStart: place.offset = 0
    case .lineEnd: place.offset = text.utf8.count
    case .start: place = TextArea.Position()
    case .end: place = end
    case .up, .down, .pageUp, .pageDown: break
    }
    return place
  }

  /// Replaces the selection by text, or inserts it at the cursor, cut to the limit.
  ///
  /// A character joins the typed ones before it.
  mutating func insert(_ string: String) -> Edit? {
    let joins = streak == .typing
    let text = string.withoutControls(keepsLines: !isOneLine)
    streak = text.dropFirst().isEmpty ? .typing : nil
    let range = selection ?? cursor..<cursor
    return edit(range, with: fitting(text, in: range), joins: joins)
  }

  /// Inserts the text last killed or copied.
  mutating func yank() -> Edit? {
    streak = nil
    return killed.isEmpty ? nil : insert(killed)
  }

  /// Removes the selection, or the text from the cursor to a position.
  mutating func remove(to there: TextArea.Position) -> Edit? {
    let joins = streak == .removing && selection == nil
    streak = .removing
    return edit(selection ?? min(cursor, there)..<max(cursor, there), with: "", joins: joins)
  }

  /// Removes the selection, or the text from the cursor to a position, and keeps it to be yanked,
  /// together with the text of the kills just before.
  mutating func kill(to there: TextArea.Position) -> Edit? {
    let joins = streak == .killing
    let isBack = selection == nil && there < cursor
    streak = nil
    let removal = remove(to: there)
    streak = joins || removal != nil ? .killing : nil
    guard let removed = removal?.removed, !isSecret else { return removal }
    killed = !joins ? removed : isBack ? removed + killed : killed + removed
    return removal
  }

  /// Keeps the selected text to be yanked, and removes it if `cuts` is true.
  mutating func copy(cuts: Bool) -> Edit? {
    streak = nil
    guard let selection else { return nil }
    if !isSecret { killed = text(in: selection) }
    return cuts ? edit(selection, with: "", joins: false) : nil
  }

  /// Undoes the last change and restores the cursor and the selection before it.
  mutating func undo() -> Edit? {
    streak = nil
    guard let edit = history.undo() else { return nil }
    replace(edit.start..<edit.end, with: edit.removed)
    place(edit.before)
    return edit
  }

  /// Redoes the change last undone.
  mutating func redo() -> Edit? {
    streak = nil
    guard let edit = history.redo() else { return nil }
    replace(edit.start..<edit.end(of: edit.removed), with: edit.inserted)
    place(edit.after)
    return edit
  }

  /// Returns the first part of a text with which the whole keeps to the limit.
  private func fitting(_ text: String, in range: Range<TextArea.Position>) -> String {
    guard let limit, let characterCount else { return text }
    // The inserted text may join the characters on both sides, and then adds fewer characters.
    let room = limit - characterCount + self.text(in: range).count
    var part = text.prefix(max(0, room).advanced(within: 2))
    while !part.isEmpty {
      var next = self
      next.replace(range, with: String(part))
      if next.characterCount ?? 0 <= limit { break }
      part.removeLast()
    }
    return String(part)
  }

  /// Changes the text and records the change.
  private mutating func edit(
    _ range: Range<TextArea.Position>, with text: String, joins: Bool
  ) -> Edit? {
    let before = Caret(position: cursor, anchor: anchor)
    let removed = self.text(in: range)
    if removed.utf8.elementsEqual(text.utf8) {
      place(Caret(position: range.upperBound))
      return nil
    }
    var edit = Edit(
      start: range.lowerBound, removed: removed, inserted: text, before: before, after: before)
    replace(range, with: text)
    // The edit may have joined the characters on both sides.
    var cursor = edit.end
    cursor.offset = lines[cursor.line].text.boundary(atOrAfter: cursor.offset)
    edit.after = Caret(position: cursor)
    place(edit.after)
    if !isSecret { history.append(edit, joins: joins) }
    return edit
  }
}
