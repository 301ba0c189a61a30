extension VirtualTerminal {
  /// The modes that are on or off: DEC private modes by number, and the ANSI modes 4 and 20 by
  /// -4 and -20.
  struct Modes: Hashable, Sendable {
    /// Stored separately from the set, because every character reads them.
    private(set) var isInserting = false
    private(set) var isWrapping = true
    private(set) var isOriginRelative = false
    private var on: Set<Int> = [7, 25]

    subscript(number: Int) -> Bool {
      get { on.contains(number) }
      set {
        if newValue { on.insert(number) } else { on.remove(number) }
        if number == -4 { isInserting = newValue }
        if number == 7 { isWrapping = newValue }
        if number == 6 { isOriginRelative = newValue }
      }
    }

    var isNewLine: Bool { self[-20] }
    var isUpdating: Bool { self[2026] }
    var isAlternate: Bool { self[47] }

    /// The names of the private modes; 1047 and 1049 are stored as 47.
    static let names: [Int: String] = [
      1: "application cursor keys", 5: "reverse video", 6: "origin mode", 7: "wrapping",
      9: "mouse presses", 12: "blinking cursor", 25: "visible cursor", 47: "alternate screen",
      66: "application keypad", 67: "backspace sends ^H", 1000: "mouse buttons",
      1002: "mouse drags", 1003: "mouse motion", 1004: "focus reports", 1005: "mouse in UTF-8",
      1006: "mouse in SGR", 1007: "wheel sends arrows", 1015: "mouse in decimals",
      1016: "mouse in pixels", 1047: "alternate screen", 1048: "saved cursor",
      1049: "alternate screen", 2004: "bracketed paste", 2026: "synchronized update",
      2027: "grapheme clusters", 2031: "theme reports", 2048: "resize reports",
    ]

    /// The feature that a mode needs.
    static func feature(_ number: Int) -> Features {
      switch number {
      case 2026: .synchronizedUpdates
      case 2027: .graphemeClusters
      case 2048: .resizeReports
      default: []
      }
    }
  }

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
