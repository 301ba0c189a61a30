extension VirtualTerminal {
  mutating func print(_ scalar: Unicode.Scalar) {
    var scalar = scalar
    if charsets.sets[charsets.active] != .ascii { scalar = charsets.translate(scalar) }
    if scalar.isASCII && isAfterASCII { return put(String(scalar), width: 1) }
    if (0x80..<0xA0).contains(scalar.value) {
      return violate(.forbidden, "a C1 control as a character")
    }
    if Self.isInvisibleControl(scalar), !endsFlag(scalar) {
      return violate(.forbidden, "ends a line, turns text around or tags it")
    }
    if extend(with: scalar) { return }
    let width = columns(of: Character(scalar))
    guard width > 0 else {
      return violate(.contested, "a character without width has nothing to join")
    }
    put(String(scalar), width: width)
  }

  /// Whether an ASCII character cannot extend the last cell, which is the usual case.
  private var isAfterASCII: Bool {
    guard let fresh else { return true }
    return screen.lines[fresh.row].cells[fresh.column].text.utf8.count == 1
  }

  /// Whether a scalar is a tag that may come next in the flag of a part of a country: after a black
  /// flag, three to seven letters and digits, and a last one.
  private func endsFlag(_ scalar: Unicode.Scalar) -> Bool {
    guard let fresh else { return false }
    let before = screen.lines[fresh.row].cells[fresh.column].text.unicodeScalars
    guard before.first == "\u{1F3F4}", before.last != "\u{E007F}" else { return false }
    switch scalar.value {
    case 0xE007F: return before.count > 3
    case 0xE0030...0xE0039, 0xE0061...0xE007A: return before.count < 8
    default: return false
    }
  }

  /// Whether a scalar is a line or paragraph separator, a bidirectional control or a tag, which
  /// foreign text may contain.
  private static func isInvisibleControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// Writes a character that does not extend the previous one.
  mutating func put(_ text: String, width: Int) {
    lastPrinted = text
    if position.isPending { leaveEdge() }
    guard width <= columns else { return }
    if position.column + width > columns {
      guard modes.isWrapping else {
        return violate(.contested, "a wide character in the last column without wrapping")
      }
      wrap()
    }
    checkHalf(position.column)
    if modes.isInserting {
      checkHalf(columns - width)
      screen.insertCells(width, row: position.row, column: position.column, erasure)
    }
    screen.put(
      Cell(text, width: width, style: pen), row: position.row, column: position.column)
    fresh = Position(row: position.row, column: position.column)
    advance(by: width)
  }

  private mutating func advance(by width: Int) {
    position.isPending = position.column + width >= columns
    position.column = min(position.column + width, columns - 1)
  }

  private mutating func leaveEdge() {
    let isDoubtful = position.isDoubtful
    position.isPending = false
    guard modes.isWrapping else {
      return violate(.contested, "text after the last column, without wrapping")
    }
    if isDoubtful { violate(.contested, "text after the last column, where wrapping was changed") }
    wrap()
  }

  private mutating func wrap() {
    if modes.isInserting { violate(.contested, "wraps in insert mode") }
    screen.lines[position.row].wraps = true
    position.column = 0
    position.isPending = false
    index()
  }

  /// Joins a scalar to the cell written just before, if both form one character.
  private mutating func extend(with scalar: Unicode.Scalar) -> Bool {
    guard let place = fresh else { return false }
    let cell = screen.lines[place.row].cells[place.column]
    guard joins(cell.text, scalar) else { return false }
    let text = cell.text + String(scalar)
    lastPrinted = text
    screen.lines[place.row].cells[place.column].text = text
    let width = isClustering ? columns(of: Character(text)) : cell.width
    if width == 2 && cell.width == 1 { widen(place) }
    return true
  }

  private func joins(_ text: String, _ scalar: Unicode.Scalar) -> Bool {
    guard isClustering else { return columns(of: Character(scalar)) == 0 }
    return (text + String(scalar)).count == 1
  }

  /// Widens the cell before the cursor to two columns, as an emoji selector may require.
  private mutating func widen(_ place: Position) {
    guard place.column + 2 <= columns else {
      return violate(.contested, "a character grows past the last column")
    }
    var cell = screen.lines[place.row].cells[place.column]
    cell.width = 2
    screen.put(cell, row: place.row, column: place.column)
    position.column = place.column
    advance(by: 2)
  }

  var isClustering: Bool {
    switch segmentation {
    case .graphemes: true
    case .scalars: false
    case .mode2027: modes[2027]
    }
  }

  func columns(of character: Character) -> Int {
    character.isASCII ? 1 : min(2, max(0, width(character)))
  }
}
