extension EditedText: Encodable {
  private enum CodingKeys: CodingKey {
    case text, limit, isSecret, cursor, anchor, past, future, killed, streak
  }

  /// Decodes a text: cuts it to its limit, moves its places between two characters, and keeps the
  /// changes that can be undone or redone in it.
  init(from decoder: any Decoder, isOneLine: Bool) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(String.self, forKey: .text), isOneLine: isOneLine,
      limit: try values.decodeIfPresent(Int.self, forKey: .limit),
      isSecret: try values.decodeIfPresent(Bool.self, forKey: .isSecret) ?? false)
    place(
      Caret(
        position: bounded(try values.decode(TextArea.Position.self, forKey: .cursor)),
        anchor: try values.decodeIfPresent(TextArea.Position.self, forKey: .anchor).map(bounded)))
    streak = try values.decodeIfPresent(Streak.self, forKey: .streak)
    if isSecret { return }
    killed = try values.decode(String.self, forKey: .killed).withoutControls(keepsLines: !isOneLine)
    history = History(
      past: possible(try values.decode([Edit].self, forKey: .past).map(\.reversed)).map(\.reversed),
      future: possible(try values.decode([Edit].self, forKey: .future)))
  }

  /// Encodes the text with its history, even if it is secret.
  func encode(to encoder: any Swift.Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(text, forKey: .text)
    try values.encodeIfPresent(limit, forKey: .limit)
    try values.encode(isSecret, forKey: .isSecret)
    try values.encode(cursor, forKey: .cursor)
    try values.encodeIfPresent(anchor, forKey: .anchor)
    try values.encode(history.past, forKey: .past)
    try values.encode(history.future, forKey: .future)
    try values.encode(killed, forKey: .killed)
    try values.encodeIfPresent(streak, forKey: .streak)
  }

  /// Returns the last changes that can be made in this text, the last one first, as changes to make.
  ///
  /// - Complexity: O(*n*) in the text that the changes remove and insert.
  private func possible(_ edits: [Edit]) -> [Edit] {
    var model = self
    var first = edits.count
    for edit in edits.reversed() {
      guard model.mayMake(edit) else { break }
      model.replace(edit.start..<edit.end(of: edit.removed), with: edit.inserted)
      guard model.has(edit.after), model.characterCount ?? 0 <= limit ?? 0 else { break }
      first -= 1
    }
    return Array(edits[first...])
  }

  /// Whether the text has what a change removes, and the places before the change.
  private func mayMake(_ edit: Edit) -> Bool {
    guard has(edit.before), hasByte(edit.start) else { return false }
    let end = edit.end(of: edit.removed)
    guard hasByte(end), text(in: edit.start..<end).utf8.elementsEqual(edit.removed.utf8) else {
      return false
    }
    return edit.inserted.withoutControls(keepsLines: !isOneLine).utf8
      .elementsEqual(edit.inserted.utf8)
  }

  private func has(_ caret: Caret) -> Bool {
    bounded(caret.position) == caret.position && caret.anchor.map { bounded($0) == $0 } != false
  }

  private func hasByte(_ position: TextArea.Position) -> Bool {
    (0..<lines.count).contains(position.line)
      && (0...lines[position.line].length).contains(position.offset)
  }
}
