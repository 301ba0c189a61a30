extension TextArea.Model: Codable {
  private enum CodingKeys: CodingKey {
    case text, cursor, anchor, goal, top, followsCursor, room, past, future, killed, streak
  }

  /// Decodes a model: moves its places between two characters, and keeps the changes that can be undone
  /// or redone in its text.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try values.decode(String.self, forKey: .text))
    cursor = bounded(try values.decode(TextArea.Position.self, forKey: .cursor))
    anchor = try values.decodeIfPresent(TextArea.Position.self, forKey: .anchor).map(bounded)
    goal = try values.decodeIfPresent(Int.self, forKey: .goal)?.inCells
    top = bounded(try values.decode(TextArea.Position.self, forKey: .top))
    followsCursor = try values.decode(Bool.self, forKey: .followsCursor)
    room = try values.decodeIfPresent(TextPage.self, forKey: .room)
    killed = try values.decode(String.self, forKey: .killed).withoutControls(keepsLines: true)
    streak = try values.decodeIfPresent(Streak.self, forKey: .streak)
    history = TextArea.History(
      past: possible(try values.decode([TextArea.Edit].self, forKey: .past).map(\.reversed))
        .map(\.reversed),
      future: possible(try values.decode([TextArea.Edit].self, forKey: .future)))
  }

  /// Encodes the model with its history.
  public func encode(to encoder: any Swift.Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(text, forKey: .text)
    try values.encode(cursor, forKey: .cursor)
    try values.encodeIfPresent(anchor, forKey: .anchor)
    try values.encodeIfPresent(goal, forKey: .goal)
    try values.encode(top, forKey: .top)
    try values.encode(followsCursor, forKey: .followsCursor)
    try values.encodeIfPresent(room, forKey: .room)
    try values.encode(history.past, forKey: .past)
    try values.encode(history.future, forKey: .future)
    try values.encode(killed, forKey: .killed)
    try values.encodeIfPresent(streak, forKey: .streak)
  }

  /// Returns the last changes that can be made in this text, the last one first, as changes to make.
  ///
  /// - Complexity: O(*n*) in the text that the changes remove and insert.
  private func possible(_ edits: [TextArea.Edit]) -> [TextArea.Edit] {
    var model = self
    var first = edits.count
    for edit in edits.reversed() {
      guard model.mayMake(edit) else { break }
      model.replace(edit.start..<edit.end(of: edit.removed), with: edit.inserted)
      guard model.has(edit.after) else { break }
      first -= 1
    }
    return Array(edits[first...])
  }

  /// Whether the text has what a change removes, and the places before the change.
  private func mayMake(_ edit: TextArea.Edit) -> Bool {
    guard has(edit.before), hasByte(edit.start) else { return false }
    let end = edit.end(of: edit.removed)
    guard hasByte(end), text(in: edit.start..<end).utf8.elementsEqual(edit.removed.utf8) else {
      return false
    }
    return edit.inserted.withoutControls(keepsLines: true).utf8.elementsEqual(edit.inserted.utf8)
  }

  private func has(_ caret: TextArea.Caret) -> Bool {
    bounded(caret.position) == caret.position && caret.anchor.map { bounded($0) == $0 } != false
  }

  private func hasByte(_ position: TextArea.Position) -> Bool {
    (0..<lines.count).contains(position.line)
      && (0...lines[position.line].length).contains(position.offset)
  }
}
