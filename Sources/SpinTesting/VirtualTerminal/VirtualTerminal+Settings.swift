extension VirtualTerminal {
  mutating func configure(_ sequence: ControlSequence) -> Bool {
    switch sequence.name {
    case "h", "l", "?h", "?l": setModes(sequence)
    case "r": setRegion(sequence)
    case "s" where sequence.parameters.isEmpty: saveCursor()
    case "u" where sequence.parameters.isEmpty: restoreCursor()
    case "g": return clearTabs(sequence.value(0))
    case "!p": softReset()
    case " q":
      guard let shape = CursorShape(rawValue: sequence.value(0)) else { return false }
      settings.shape = shape
    case "t": return changeTitle(sequence)
    case ">m", ">n": return setModifyOtherKeys(sequence)
    case ">u", "<u", "=u": return setKeyboard(sequence)
    default: return false
    }
    return true
  }

  private mutating func setRegion(_ sequence: ControlSequence) {
    if modes.isOriginRelative {
      violate(.contested, "in origin mode terminals differ in where the cursor goes")
    }
    let top = sequence.count(0)
    let bottom = sequence.value(1) == 0 ? rows : sequence.value(1)
    if bottom > rows { violate(.outside, "the screen has \(rows) rows") }
    guard top < min(bottom, rows) else {
      if sequence.parameters.isEmpty { return move(row: 0, column: 0) }
      return violate(.contested, "a scroll region has at least two rows")
    }
    region = (top - 1)...(min(bottom, rows) - 1)
    move(row: modes.isOriginRelative ? region.lowerBound : 0, column: 0)
  }

  private mutating func changeTitle(_ sequence: ControlSequence) -> Bool {
    guard (0...2).contains(sequence.value(1)) else { return false }
    switch sequence.value(0) {
    case 22: titleStack.append(settings.title)
    case 23:
      guard let title = titleStack.popLast() else {
        violate(.unbalanced, "no title was pushed")
        break
      }
      settings.title = title
    default: return false
    }
    return true
  }

  private mutating func setModifyOtherKeys(_ sequence: ControlSequence) -> Bool {
    guard features.contains(.modifyOtherKeys) else { return false }
    guard sequence.value(0) == 4 || sequence.parameters.isEmpty else { return false }
    settings.modifyOtherKeys = sequence.final == 0x6D ? sequence.value(1) : 0
    return true
  }

  private mutating func setKeyboard(_ sequence: ControlSequence) -> Bool {
    guard features.contains(.kittyKeyboard), sequence.value(0) < 32 else { return false }
    switch sequence.name {
    case ">u":
      screen.keyboardStack.append(screen.keyboardFlags)
      screen.keyboardFlags = sequence.value(0)
    case "<u":
      for _ in 0..<sequence.count() {
        guard let flags = screen.keyboardStack.popLast() else {
          violate(.unbalanced, "no keyboard flags were pushed on this screen")
          screen.keyboardFlags = 0
          break
        }
        screen.keyboardFlags = flags
      }
    default:
      let flags = sequence.value(0)
      switch sequence.count(1) {
      case 1: screen.keyboardFlags = flags
      case 2: screen.keyboardFlags |= flags
      case 3: screen.keyboardFlags &= ~flags
      default: return false
      }
    }
    return true
  }

  /// DECSTR: a soft reset.
  mutating func softReset() {
    let isAlternate = modes.isAlternate
    modes = Modes()
    modes[47] = isAlternate
    pen = Style()
    charsets = Charsets()
    region = 0...(rows - 1)
    screen.saved = nil
    screen.keyboardStack = []
    screen.keyboardFlags = 0
    position.isPending = false
  }

  /// RIS: resets all state except the scrollback.
  mutating func reset() {
    softReset()
    modes = Modes()
    screen = Screen(columns: columns, rows: rows)
    hidden = screen
    position = Position()
    tabStops = Self.defaultTabStops(columns)
    settings = Settings()
    titleStack = []
  }
}
