extension TextArea.Model {
  /// Returns the first row to show in a room.
  ///
  /// It is the previous first row, or the nearest one from which the cursor is visible. No row
  /// stays empty at the end while there are rows above.
  ///
  /// - Complexity: O(*n*) in the rows of the room for lines of usual length.
  func firstRow(in room: TextPage) -> RowPlace {
    var first = row(of: edited.bounded(top), in: room)
    if followsCursor {
      let cursor = row(of: cursor, in: room)
      first = min(max(first, row(1 - room.rows, from: cursor, in: room)), cursor)
    }
    let last = row(room.rows - 1, from: first, in: room)
    return min(first, row(1 - room.rows, from: last, in: room))
  }

  /// Returns the row of a position.
  func row(of position: TextArea.Position, in room: TextPage) -> RowPlace {
    let row = lines[position.line].row(at: position.offset, in: room)
    return RowPlace(line: position.line, row: row)
  }

  /// Returns the row `step` rows below or, if negative, above; at most the last or first row.
  func row(_ step: Int, from place: RowPlace, in room: TextPage) -> RowPlace {
    place.moved(by: step, in: 0..<lines.count) { lines[$0].rowCount(in: room, upTo: $1) }
  }

  /// Returns the end of a motion by rows, and the column that the motion keeps.
  func vertical(_ motion: TextArea.Motion) -> (target: TextArea.Position, column: Int) {
    let room = room ?? .unlimited
    let here = row(of: cursor, in: room)
    let column = goal ?? lines[here.line].row(here.row, in: room)?.column(of: cursor.offset) ?? 0
    let there = row(step(of: motion), from: here, in: room)
    guard there != here, let row = lines[there.line].row(there.row, in: room) else {
      return (cursor, column)
    }
    return (TextArea.Position(line: there.line, offset: row.offset(at: column)), column)
  }

  /// Scrolls by a page, before the cursor moves there.
  mutating func turnPage(_ motion: TextArea.Motion) {
    guard let room else { return }
    top = start(of: row(step(of: motion), from: firstRow(in: room), in: room), in: room)
  }

  /// Scrolls without moving the cursor.
  mutating func scroll(_ rows: Int) {
    let room = room ?? .unlimited
    let first = firstRow(in: room)
    top = start(of: row(rows, from: first, in: room), in: room)
    followsCursor = false
    top = start(of: firstRow(in: room), in: room)
  }

  /// Stores the first row shown, so that it stays the same while the cursor moves below it.
  mutating func settle() {
    if let room { top = start(of: firstRow(in: room), in: room) }
  }

  private func start(
    of place: RowPlace, in room: TextPage
  ) -> TextArea.Position {
    let offset = lines[place.line].start(of: place.row, in: room) ?? 0
    return TextArea.Position(line: place.line, offset: offset)
  }

  private func step(of motion: TextArea.Motion) -> Int {
    let page = max(1, (room ?? .unlimited).rows - 1)
    switch motion {
    case .up: return -1
    case .down: return 1
    case .pageUp: return -page
    case .pageDown: return page
    default: return 0
    }
  }
}
