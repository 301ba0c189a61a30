/// What the sequences that move the cursor, write or scroll have in common.
extension VirtualTerminal {
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

  /// The style of erased cells.
  var erasure: Style { features.contains(.backgroundErase) ? pen.erased : Style() }

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
