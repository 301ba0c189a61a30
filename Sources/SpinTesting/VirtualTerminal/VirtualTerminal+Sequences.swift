extension VirtualTerminal {
  mutating func control(_ sequence: ControlSequence) {
    if sequence.hasSubparameters && sequence.name != "m" {
      return violate(.malformed, "sub-parameters where none belong")
    }
    if sequence.name == "m" { return style(sequence) }
    if sequence.name == "b" { return repeatCharacter(sequence.count()) }
    fresh = nil
    let isKnown =
      moveCursor(sequence) || edit(sequence) || configure(sequence)
      || report(sequence)
    if !isKnown { violate(.unknown, "unknown control sequence") }
  }

  private mutating func repeatCharacter(_ count: Int) {
    guard let text = lastPrinted, let character = text.first else {
      return violate(.contested, "nothing to repeat")
    }
    let width = max(1, columns(of: character))
    if position.isPending || position.column + count * width >= columns - 1 {
      violate(.contested, "repeats up to the end of the line")
    }
    for _ in 0..<min(count, columns * rows) { put(text, width: width) }
    fresh = nil
  }

  private mutating func moveCursor(_ sequence: ControlSequence) -> Bool {
    let count = sequence.count()
    if ["a", "e"].contains(sequence.name) { violate(.contested, "tmux ignores it") }
    switch sequence.name {
    case "H", "f": place(row: sequence.count(0), column: sequence.count(1))
    case "G", "`": place(column: count)
    case "d": checkEdge(); place(row: count)
    case "A": checkEdge(); vertical(-count)
    case "B", "e": checkEdge(); vertical(count)
    case "C", "a": checkEdge(); horizontal(count)
    case "D": checkEdge(); horizontal(-count)
    case "E": vertical(count); move(column: 0)
    case "F": vertical(-count); move(column: 0)
    case "I": tab(forward: count)
    case "Z": tab(back: count)
    default: return false
    }
    return true
  }

  /// Moves to a one-based row and column, relative to the region in origin mode.
  private mutating func place(row: Int? = nil, column: Int? = nil) {
    let bounds = modes.isOriginRelative ? region : 0...(rows - 1)
    if (row ?? 1) > bounds.count || (column ?? 1) > columns {
      violate(.outside, "the screen has \(columns) columns and \(bounds.count) rows")
    }
    let row = row.map { min(bounds.lowerBound + $0 - 1, bounds.upperBound) }
    move(row: row, column: column.map { $0 - 1 })
  }

  /// Moves up or down, at most to the margin of the region if the cursor is inside of it.
  private mutating func vertical(_ count: Int) {
    let top = position.row >= region.lowerBound ? region.lowerBound : 0
    let bottom = position.row <= region.upperBound ? region.upperBound : rows - 1
    let row = min(max(top, position.row + count), bottom)
    if row != position.row + count { violate(.outside, "stopped at a margin") }
    move(row: row)
  }

  private mutating func horizontal(_ count: Int) {
    let column = position.column + count
    if !(0..<columns).contains(column) { violate(.outside, "stopped at the edge") }
    move(column: column)
  }

  private mutating func edit(_ sequence: ControlSequence) -> Bool {
    let count = sequence.count()
    switch sequence.name {
    case "J": erase(sequence.value(0), isDisplay: true)
    case "K": erase(sequence.value(0), isDisplay: false)
    case "X":
      checkEdge()
      checkHalf(position.column)
      screen.erase(position.row, position.column..<min(columns, position.column + count), erasure)
    case "@": insertCells(count)
    case "P": deleteCells(count)
    case "L": editLines { $0.screen.scrollDown($1, by: count, $0.erasure) }
    case "M": editLines { $0.screen.scrollUp($1, by: count, $0.erasure) }
    case "S": scrollUp(by: count)
    case "T" where sequence.parameters.count < 2: screen.scrollDown(region, by: count, erasure)
    default: return false
    }
    return true
  }

  private mutating func insertCells(_ count: Int) {
    checkShift()
    checkHalf(columns - count)
    if count * 2 > columns - position.column {
      violate(.contested, "tmux leaves some of the old cells")
    }
    screen.insertCells(count, row: position.row, column: position.column, erasure)
  }

  private mutating func deleteCells(_ count: Int) {
    checkShift()
    checkHalf(position.column + count)
    screen.deleteCells(count, row: position.row, column: position.column, erasure)
  }

  private mutating func checkShift() {
    checkEdge()
    checkHalf(position.column)
    if !region.contains(position.row) {
      violate(.contested, "some terminals ignore it outside the scroll region")
    }
  }

  /// Inserts or deletes lines between the cursor and the end of the region.
  private mutating func editLines(_ body: (inout Self, ClosedRange<Int>) -> Void) {
    if position.column != 0 {
      violate(.contested, "some terminals go to the first column")
    }
    guard region.contains(position.row) else {
      return violate(.outside, "not inside the scroll region")
    }
    body(&self, position.row...region.upperBound)
    position.isPending = false
  }

  /// Erases a part of the display (J) or of the line (K).
  private mutating func erase(_ part: Int, isDisplay: Bool) {
    let (row, column) = (position.row, position.column)
    if part < 2 { checkEdge() }
    if part == 0 { checkHalf(column) }
    switch part {
    case 0:
      screen.erase(row, column..<columns, erasure)
      if isDisplay { screen.eraseRows(row + 1..<rows, erasure) }
    case 1:
      if isDisplay { screen.eraseRows(0..<row, erasure) }
      screen.erase(row, 0..<column + 1, erasure)
    case 2: screen.eraseRows(isDisplay ? 0..<rows : row..<row + 1, erasure)
    case 3 where isDisplay:
      violate(.forbidden, "erases what the user scrolled away")
      history.removeAll()
    default: violate(.unknown, "unknown part of the \(isDisplay ? "display" : "line")")
    }
  }
}
