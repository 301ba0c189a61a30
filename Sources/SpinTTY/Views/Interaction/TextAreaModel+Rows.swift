extension TextArea {
  /// A row of a line.
  struct RowPlace: Comparable {
    var line: Int
    var row: Int

    static func < (left: RowPlace, right: RowPlace) -> Bool {
      (left.line, left.row) < (right.line, right.row)
    }
  }
}

extension TextArea.Model {
  /// The first row that is shown in a room.
  ///
  /// It is the row that was shown first last, or the nearest one from which on the cursor can be seen;
  /// and no row is left empty while there are rows above.
  ///
  /// - Complexity: O(*rows*) in lines of usual lengths.
  func firstRow(in room: TextArea.Room) -> TextArea.RowPlace {
    var first = row(of: bounded(top), in: room)
    if followsCursor {
      let cursor = row(of: cursor, in: room)
      first = min(max(first, row(1 - room.rows, from: cursor, in: room)), cursor)
    }
    let last = row(room.rows - 1, from: first, in: room)
    return min(first, row(1 - room.rows, from: last, in: room))
  }

  /// The row that a place is in.
  func row(of position: TextArea.Position, in room: TextArea.Room) -> TextArea.RowPlace {
    let row = lines[position.line].row(at: position.offset, in: room)
    return TextArea.RowPlace(line: position.line, row: row)
  }

  /// The row that is some rows on or back, or the last or the first one.
  func row(
    _ step: Int, from place: TextArea.RowPlace, in room: TextArea.Room
  ) -> TextArea.RowPlace {
    var place = place
    var left = step.magnitude > UInt(Rectangle.bound) ? Rectangle.bound : abs(step)
    while left > 0 {
      if step < 0 {
        if left <= place.row { return TextArea.RowPlace(line: place.line, row: place.row - left) }
        if place.line == 0 { return TextArea.RowPlace(line: 0, row: 0) }
        left -= place.row + 1
        let count = lines[place.line - 1].rowCount(in: room)
        place = TextArea.RowPlace(line: place.line - 1, row: count - 1)
      } else {
        let line = lines[place.line]
        if line.start(of: place.row + left, in: room) != nil {
          return TextArea.RowPlace(line: place.line, row: place.row + left)
        }
        let count = line.rowCount(in: room)
        if place.line + 1 == lines.count {
          return TextArea.RowPlace(line: place.line, row: count - 1)
        }
        left -= count - place.row
        place = TextArea.RowPlace(line: place.line + 1, row: 0)
      }
    }
    return place
  }

  /// Where a motion by rows leads, and the column that it keeps.
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

  /// Scrolls by a page, before the cursor goes there.
  mutating func turnPage(_ motion: TextArea.Motion) {
    guard let room else { return }
    top = start(of: row(step(of: motion), from: firstRow(in: room), in: room), in: room)
  }

  /// Scrolls, and leaves the cursor where it is.
  mutating func scroll(_ rows: Int) {
    let room = room ?? .unlimited
    let first = firstRow(in: room)
    top = start(of: row(rows, from: first, in: room), in: room)
    followsCursor = false
    top = start(of: firstRow(in: room), in: room)
  }

  /// Remembers which row is shown first, so that it is the same while the cursor moves about below it.
  mutating func settle() {
    if let room { top = start(of: firstRow(in: room), in: room) }
  }

  private func start(
    of place: TextArea.RowPlace, in room: TextArea.Room
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
