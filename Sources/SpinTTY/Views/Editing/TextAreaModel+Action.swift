extension TextArea.Model {
  /// Edits the text, or moves the cursor.
  ///
  /// - Returns: Whether the text changed.
  @discardableResult
  public mutating func reduce(_ action: TextArea.Action) -> Bool {
    let streak = streak
    if let room = action.room {
      self.room = room
      // The action begins with the rows that the user saw.
      settle()
    }
    if case .scroll(let rows, _) = action {
      scroll(rows)
      return false
    }
    self.streak = nil
    followsCursor = true
    defer { settle() }
    switch action {
    case .insert(let text): return insert(text, streak)
    case .remove(let motion): return remove(motion, streak) != nil
    case .kill(let motion): return kill(motion, streak)
    case .yank: return killed.isEmpty ? false : insert(killed, nil)
    case .undo: return undo()
    case .redo: return redo()
    case .move(let motion, let extends, _): move(motion, extends: extends)
    case .place(let position, let extends, _): select(to: position, extends: extends)
    case .selectAll:
      select(to: TextArea.Position(), extends: false)
      select(to: end, extends: true)
    case .scroll: break
    }
    return false
  }

  /// Moves the cursor and, if `extends` is true, the end of the selection.
  private mutating func select(to position: TextArea.Position, extends: Bool) {
    anchor = extends ? anchor ?? cursor : nil
    cursor = bounded(position)
    goal = nil
  }

  private mutating func move(_ motion: TextArea.Motion, extends: Bool) {
    let selection = selection
    switch motion {
    case .up, .down, .pageUp, .pageDown: return moveRows(motion, extends: extends)
    case .backward where !extends && selection != nil:
      select(to: selection?.lowerBound ?? cursor, extends: false)
    case .forward where !extends && selection != nil:
      select(to: selection?.upperBound ?? cursor, extends: false)
    default: select(to: target(of: motion), extends: extends)
    }
  }

  private mutating func moveRows(_ motion: TextArea.Motion, extends: Bool) {
    let (target, column) = vertical(motion)
    if motion == .pageUp || motion == .pageDown { turnPage(motion) }
    select(to: target, extends: extends)
    goal = column
  }

  /// Returns the end of a motion, which leaves the line only from the end of the line.
  private func target(of motion: TextArea.Motion) -> TextArea.Position {
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
    case .up, .down, .pageUp, .pageDown: place = vertical(motion).target
    }
    return place
  }

  private mutating func insert(_ string: String, _ streak: Streak?) -> Bool {
    let text = string.withoutControls(keepsLines: true)
    let range = selection ?? cursor..<cursor
    self.streak = text.dropFirst().isEmpty ? .typing : nil
    return edit(range, with: text, joins: streak == .typing) != nil
  }

  /// Removes the selection, or the text from the cursor to the end of a motion.
  ///
  /// - Returns: The removed text, or `nil` if there was none.
  private mutating func remove(_ motion: TextArea.Motion, _ streak: Streak?) -> String? {
    let there = target(of: motion)
    let range = selection ?? min(cursor, there)..<max(cursor, there)
    self.streak = .removing
    return edit(range, with: "", joins: streak == .removing && selection == nil)
  }

  private mutating func kill(_ motion: TextArea.Motion, _ streak: Streak?) -> Bool {
    var motion = motion
    // At the end of a line, the newline is killed.
    if motion == .lineEnd, cursor.offset == lines[cursor.line].length { motion = .forward }
    let isBack = selection == nil && target(of: motion) < cursor
    let removed = remove(motion, nil)
    self.streak = streak == .killing ? .killing : nil
    guard let removed else { return false }
    self.streak = .killing
    guard streak == .killing else {
      killed = removed
      return true
    }
    killed = isBack ? removed + killed : killed + removed
    return true
  }

  /// Changes the text and records the change.
  ///
  /// - Returns: The removed text, or `nil` if nothing changed.
  private mutating func edit(
    _ range: Range<TextArea.Position>, with text: String, joins: Bool
  ) -> String? {
    let before = TextArea.Caret(position: cursor, anchor: anchor)
    (goal, anchor) = (nil, nil)
    let removed = self.text(in: range)
    guard !removed.utf8.elementsEqual(text.utf8) else {
      cursor = range.upperBound
      return nil
    }
    var edit = TextArea.Edit(
      start: range.lowerBound, removed: removed, inserted: text, before: before, after: before)
    replace(range, with: text)
    cursor = edit.end
    // The edit may have joined the characters on both sides.
    cursor.offset = lines[cursor.line].text.boundary(atOrAfter: cursor.offset)
    edit.after = TextArea.Caret(position: cursor, anchor: nil)
    history.append(edit, joins: joins)
    return removed
  }

  private mutating func undo() -> Bool {
    guard let edit = history.undo() else { return false }
    replace(edit.start..<edit.end, with: edit.removed)
    restore(edit.before)
    return true
  }

  private mutating func redo() -> Bool {
    guard let edit = history.redo() else { return false }
    replace(edit.start..<edit.end(of: edit.removed), with: edit.inserted)
    restore(edit.after)
    return true
  }

  private mutating func restore(_ caret: TextArea.Caret) {
    (cursor, anchor) = (caret.position, caret.anchor)
    goal = nil
  }
}
