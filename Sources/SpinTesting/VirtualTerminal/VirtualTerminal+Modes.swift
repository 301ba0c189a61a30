extension VirtualTerminal {
  /// Returns whether a private mode is set, such as 25 for a visible cursor.
  ///
  /// 47, 1047 and 1049 are one mode: the alternate screen.
  public func isSet(_ mode: Int) -> Bool { modes[Self.canonical(mode)] }

  static func canonical(_ mode: Int) -> Int { mode == 1047 || mode == 1049 ? 47 : mode }

  func knows(_ mode: Int) -> Bool {
    Modes.names[mode] != nil && features.isSuperset(of: Modes.feature(mode))
  }

  mutating func setModes(_ sequence: ControlSequence) {
    let isOn = sequence.final == 0x68
    if sequence.parameters.isEmpty { violate(.malformed, "names no mode") }
    for index in sequence.parameters.indices {
      let number = sequence.value(index)
      switch (sequence.marker, number) {
      case (nil, 4), (nil, 20): modes[-number] = isOn
      case (nil, _): violate(.unknown, "unknown mode \(number)")
      case _ where knows(number): setPrivateMode(number, isOn)
      default: violate(.unknown, "unknown private mode \(number)")
      }
    }
  }

  private mutating func setPrivateMode(_ number: Int, _ isOn: Bool) {
    switch number {
    case 6:
      if isOn { violate(.forbidden, "places count from the region then") }
      modes[6] = isOn
      move(row: isOn ? region.lowerBound : 0, column: 0)
    case 7:
      if position.isPending && isOn != modes.isWrapping { position.isDoubtful = true }
      modes[7] = isOn
    case 47, 1047, 1049: switchScreen(number, isOn)
    case 1048: if isOn { saveCursor() } else { restoreCursor() }
    case 2026 where isOn && modes.isUpdating:
      violate(.unbalanced, "an update is under way already")
    default:
      modes[number] = isOn
      if number == 2048 && isOn { reportSize() }
    }
  }

  private mutating func switchScreen(_ number: Int, _ isOn: Bool) {
    if region != 0...(rows - 1) { violate(.contested, "changes screens with a scroll region set") }
    if number == 1049 && isOn { checkEdge() }
    if isOn == modes.isAlternate {
      violate(.unbalanced, isOn ? "is already there" : "is not there")
    }
    if isOn && number == 1049 { storeCursor() }
    if !isOn && number == 1047 && modes.isAlternate { screen.eraseRows(0..<rows, erasure) }
    if isOn != modes.isAlternate { swap(&screen, &hidden) }
    modes[47] = isOn
    if isOn && number == 1049 { screen.eraseRows(0..<rows, erasure) }
    isCursorSaved = !isOn
    if !isOn && number == 1049 { restoreCursor() }
    isCursorSaved = false
  }
}
