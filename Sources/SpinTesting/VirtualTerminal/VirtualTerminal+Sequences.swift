extension VirtualTerminal {
  mutating func control(_ sequence: ControlSequence, _ lexeme: ControlParser.Lexeme) {
    if sequence.hasSubparameters && sequence.name != "m" {
      return violate(.malformed, "sub-parameters where none belong", lexeme)
    }
    if sequence.name == "m" { return style(sequence, lexeme) }
    if sequence.name == "b" { return repeatCharacter(sequence.count(), lexeme) }
    fresh = nil
    let isKnown =
      moveCursor(sequence, lexeme) || edit(sequence, lexeme) || configure(sequence, lexeme)
      || report(sequence, lexeme)
    if !isKnown { violate(.unknown, "unknown control sequence", lexeme) }
  }

  private mutating func repeatCharacter(_ count: Int, _ lexeme: ControlParser.Lexeme) {
    guard let text = lastPrinted, let character = text.first else {
      return violate(.contested, "nothing to repeat", lexeme)
    }
    let width = max(1, columns(of: character))
    if position.isPending || position.column + count * width >= columns - 1 {
      violate(.contested, "repeats up to the end of the line", lexeme)
    }
    for _ in 0..<min(count, columns * rows) { put(text, width: width, lexeme) }
    fresh = nil
  }

  private mutating func moveCursor(
    _ sequence: ControlSequence, _ lexeme: ControlParser.Lexeme
  ) -> Bool {
    let count = sequence.count()
    if ["a", "e"].contains(sequence.name) { violate(.contested, "tmux ignores it", lexeme) }
    switch sequence.name {
    case "H", "f": place(row: sequence.count(0), column: sequence.count(1), lexeme)
    case "G", "`": place(column: count, lexeme)
    case "d": checkEdge(lexeme); place(row: count, lexeme)
    case "A": checkEdge(lexeme); vertical(-count, lexeme)
    case "B", "e": checkEdge(lexeme); vertical(count, lexeme)
    case "C", "a": checkEdge(lexeme); horizontal(count, lexeme)
    case "D": checkEdge(lexeme); horizontal(-count, lexeme)
    case "E": vertical(count, lexeme); move(column: 0)
    case "F": vertical(-count, lexeme); move(column: 0)
    case "I": tab(forward: count, lexeme)
    case "Z": tab(back: count, lexeme)
    default: return false
    }
    return true
  }

  /// Moves to a one-based row and column, relative to the region in origin mode.
  private mutating func place(
    row: Int? = nil, column: Int? = nil, _ lexeme: ControlParser.Lexeme
  ) {
    let bounds = modes.isOriginRelative ? region : 0...(rows - 1)
    if (row ?? 1) > bounds.count || (column ?? 1) > columns {
      violate(.outside, "the screen has \(columns) columns and \(bounds.count) rows", lexeme)
    }
    let row = row.map { min(bounds.lowerBound + $0 - 1, bounds.upperBound) }
    move(row: row, column: column.map { $0 - 1 })
  }

  /// Moves up or down, at most to the margin of the region if the cursor is inside of it.
  private mutating func vertical(_ count: Int, _ lexeme: ControlParser.Lexeme) {
    let top = position.row >= region.lowerBound ? region.lowerBound : 0
    let bottom = position.row <= region.upperBound ? region.upperBound : rows - 1
    let row = min(max(top, position.row + count), bottom)
    if row != position.row + count { violate(.outside, "stopped at a margin", lexeme) }
    move(row: row)
  }

  private mutating func horizontal(_ count: Int, _ lexeme: ControlParser.Lexeme) {
    let column = position.column + count
    if !(0..<columns).contains(column) { violate(.outside, "stopped at the edge", lexeme) }
    move(column: column)
  }

  private mutating func edit(
    _ sequence: ControlSequence, _ lexeme: ControlParser.Lexeme
  ) -> Bool {
    let count = sequence.count()
    switch sequence.name {
    case "J": eraseDisplay(sequence.value(0), lexeme)
    case "K": eraseLine(sequence.value(0), lexeme)
    case "X":
      checkEdge(lexeme)
      checkHalf(position.column, lexeme)
      screen.erase(position.row, position.column..<min(columns, position.column + count), erasure)
    case "@": insertCells(count, lexeme)
    case "P": deleteCells(count, lexeme)
    case "L": editLines(lexeme) { $0.screen.scrollDown($1, by: count, $0.erasure) }
    case "M": editLines(lexeme) { $0.screen.scrollUp($1, by: count, $0.erasure) }
    case "S": scrollUp(by: count)
    case "T" where sequence.parameters.count < 2: screen.scrollDown(region, by: count, erasure)
    default: return false
    }
    return true
  }

  private mutating func insertCells(_ count: Int, _ lexeme: ControlParser.Lexeme) {
    checkShift(lexeme)
    checkHalf(columns - count, lexeme)
    if count * 2 > columns - position.column {
      violate(.contested, "tmux leaves some of the old cells", lexeme)
    }
    screen.insertCells(count, row: position.row, column: position.column, erasure)
  }

  private mutating func deleteCells(_ count: Int, _ lexeme: ControlParser.Lexeme) {
    checkShift(lexeme)
    checkHalf(position.column + count, lexeme)
    screen.deleteCells(count, row: position.row, column: position.column, erasure)
  }

  private mutating func checkShift(_ lexeme: ControlParser.Lexeme) {
    checkEdge(lexeme)
    checkHalf(position.column, lexeme)
    if !region.contains(position.row) {
      violate(.contested, "some terminals ignore it outside the scroll region", lexeme)
    }
  }

  /// Inserts or deletes lines between the cursor and the end of the region.
  private mutating func editLines(
    _ lexeme: ControlParser.Lexeme, _ body: (inout Self, ClosedRange<Int>) -> Void
  ) {
    if position.column != 0 {
      violate(.contested, "some terminals go to the first column", lexeme)
    }
    guard region.contains(position.row) else {
      return violate(.outside, "not inside the scroll region", lexeme)
    }
    body(&self, position.row...region.upperBound)
    position.isPending = false
  }

  private mutating func eraseDisplay(_ part: Int, _ lexeme: ControlParser.Lexeme) {
    if part < 2 { checkEdge(lexeme) }
    if part == 0 { checkHalf(position.column, lexeme) }
    switch part {
    case 0:
      screen.erase(position.row, position.column..<columns, erasure)
      screen.eraseRows(position.row + 1..<rows, erasure)
    case 1:
      screen.eraseRows(0..<position.row, erasure)
      screen.erase(position.row, 0..<position.column + 1, erasure)
    case 2: screen.eraseRows(0..<rows, erasure)
    case 3:
      violate(.forbidden, "erases what the user scrolled away", lexeme)
      history.removeAll()
    default: violate(.unknown, "unknown part of the display", lexeme)
    }
  }

  private mutating func eraseLine(_ part: Int, _ lexeme: ControlParser.Lexeme) {
    if part < 2 { checkEdge(lexeme) }
    if part == 0 { checkHalf(position.column, lexeme) }
    switch part {
    case 0: screen.erase(position.row, position.column..<columns, erasure)
    case 1: screen.erase(position.row, 0..<position.column + 1, erasure)
    case 2: screen.erase(position.row, 0..<columns, erasure)
    default: violate(.unknown, "unknown part of the line", lexeme)
    }
  }
}
