extension VirtualTerminal {
  mutating func control(_ byte: UInt8) {
    fresh = nil
    switch byte {
    case 0x07: bellCount += 1
    case 0x08:
      checkEdge()
      if position.column == 0 { violate(.outside, "back past the first column") }
      move(column: position.column - 1)
    case 0x09: tab(forward: 1)
    case 0x0A...0x0C: lineFeed(byte)
    case 0x0D: move(column: 0)
    case 0x0E, 0x0F:
      violate(.forbidden, "shifts the character set")
      charsets.active = byte == 0x0E ? 1 : 0
    default: violate(.forbidden, "a control character without effect")
    }
  }

  private mutating func lineFeed(_ byte: UInt8) {
    if byte != 0x0A { violate(.forbidden, "use a line feed") }
    checkEdge()
    index()
    if modes.isNewLine { position.column = 0 }
  }

  mutating func escape(_ intermediates: [UInt8], _ final: UInt8) {
    fresh = nil
    switch (String(decoding: intermediates, as: UTF8.self), final) {
    case ("", 0x37): saveCursor()
    case ("", 0x38): restoreCursor()
    case ("", 0x3D): modes[66] = true
    case ("", 0x3E): modes[66] = false
    case ("", 0x44): checkEdge(); index()
    case ("", 0x45): move(column: 0); index()
    case ("", 0x48): tabStops.insert(position.column)
    case ("", 0x4D): checkEdge(); reverseIndex()
    case ("", 0x5C): break
    case ("", 0x63): reset()
    case ("#", 0x38): alignmentPattern()
    case ("(", 0x30), ("(", 0x42), (")", 0x30), (")", 0x42):
      if final == 0x30 { violate(.forbidden, "chooses a character set") }
      charsets.sets[intermediates == [0x28] ? 0 : 1] = final == 0x30 ? .lines : .ascii
    default: violate(.unknown, "unknown escape sequence")
    }
  }

  /// Moves to a position, clamped to the screen.
  mutating func move(row: Int? = nil, column: Int? = nil) {
    position.row = min(max(0, row ?? position.row), rows - 1)
    position.column = min(max(0, column ?? position.column), columns - 1)
    position.isPending = false
  }

  /// Moves one row down, and scrolls at the end of the region.
  mutating func index() {
    position.isPending = false
    if position.row == region.upperBound {
      scrollUp(by: 1)
    } else {
      move(row: position.row + 1)
    }
  }

  private mutating func reverseIndex() {
    position.isPending = false
    if position.row == region.lowerBound {
      screen.scrollDown(region, by: 1, erasure)
    } else {
      move(row: position.row - 1)
    }
  }

  /// Scrolls the region; rows that leave the main screen at its top are kept.
  mutating func scrollUp(by count: Int) {
    let gone = screen.scrollUp(region, by: count, erasure)
    guard region.lowerBound == 0, !modes.isAlternate else { return }
    remember(gone)
  }

  mutating func remember(_ lines: [Line]) {
    history += lines
    if history.count > historyLimit { history.removeFirst(history.count - historyLimit) }
  }

  mutating func saveCursor() {
    checkEdge()
    if modes.isAlternate {
      violate(.contested, "may be where mode 1049 keeps the main screen's cursor")
    }
    storeCursor()
  }

  mutating func storeCursor() {
    isCursorSaved = true
    screen.saved = SavedCursor(
      position: position, pen: pen, charsets: charsets, isOriginRelative: modes.isOriginRelative)
  }

  mutating func restoreCursor() {
    if !isCursorSaved { violate(.contested, "no cursor was saved since the screens changed") }
    let saved = screen.saved ?? SavedCursor()
    if saved.isOriginRelative != modes.isOriginRelative {
      violate(.contested, "origin mode was changed in between")
    }
    pen = saved.pen
    charsets = saved.charsets
    modes[6] = saved.isOriginRelative
    move(row: saved.position.row, column: saved.position.column)
    position.isPending = saved.position.isPending && position.column == columns - 1
  }

  private mutating func alignmentPattern() {
    region = 0...(rows - 1)
    move(row: 0, column: 0)
    for row in 0..<rows {
      screen.eraseRows(row..<row + 1, Style())
      for column in 0..<columns { screen.lines[row].cells[column].text = "E" }
    }
  }

  /// Records a violation if cells are moved apart within a wide character.
  mutating func checkHalf(_ column: Int) {
    guard column > 0, column < columns else { return }
    guard screen.lines[position.row].cells[column].width == 0 else { return }
    violate(.contested, "takes a wide character apart")
  }

  /// Records a violation if the cursor waits at the right edge, where terminals differ in the next
  /// move.
  mutating func checkEdge() {
    guard position.isPending else { return }
    violate(.contested, "depends on where the cursor waits after the last column")
  }
}
