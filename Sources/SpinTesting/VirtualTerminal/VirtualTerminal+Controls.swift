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

  private mutating func reverseIndex() {
    position.isPending = false
    if position.row == region.lowerBound {
      screen.scrollDown(region, by: 1, erasure)
    } else {
      move(row: position.row - 1)
    }
  }

  private mutating func alignmentPattern() {
    region = 0...(rows - 1)
    move(row: 0, column: 0)
    for row in 0..<rows {
      screen.eraseRows(row..<row + 1, Style())
      for column in 0..<columns { screen.lines[row].cells[column].text = "E" }
    }
  }
}
