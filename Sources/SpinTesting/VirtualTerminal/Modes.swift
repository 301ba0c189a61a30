extension VirtualTerminal {
  /// The modes that are on or off: DEC private modes by number, and two ANSI modes by name.
  struct Modes: Hashable, Sendable {
    /// IRM, ANSI mode 4.
    var isInserting = false
    /// LNM, ANSI mode 20.
    var isNewLine = false
    /// Stored separately from the set, because every character reads them.
    private(set) var isWrapping = true
    private(set) var isOriginRelative = false
    private var on: Set<Int> = [7, 25]

    subscript(number: Int) -> Bool {
      get { on.contains(number) }
      set {
        if newValue { on.insert(number) } else { on.remove(number) }
        if number == 7 { isWrapping = newValue }
        if number == 6 { isOriginRelative = newValue }
      }
    }

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

  mutating func setModes(_ sequence: ControlSequence, _ lexeme: ControlParser.Lexeme) {
    let isOn = sequence.final == 0x68
    if sequence.parameters.isEmpty { violate(.malformed, "names no mode", lexeme) }
    for index in sequence.parameters.indices {
      let number = sequence.value(index)
      switch (sequence.marker, number) {
      case (nil, 4): modes.isInserting = isOn
      case (nil, 20): modes.isNewLine = isOn
      case (nil, _): violate(.unknown, "unknown mode \(number)", lexeme)
      case _ where knows(number): setPrivateMode(number, isOn, lexeme)
      default: violate(.unknown, "unknown private mode \(number)", lexeme)
      }
    }
  }

  private mutating func setPrivateMode(
    _ number: Int, _ isOn: Bool, _ lexeme: ControlParser.Lexeme
  ) {
    switch number {
    case 6:
      if isOn { violate(.forbidden, "places count from the region then", lexeme) }
      modes[6] = isOn
      move(row: isOn ? region.lowerBound : 0, column: 0)
    case 7:
      if position.isPending && isOn != modes.isWrapping { position.isDoubtful = true }
      modes[7] = isOn
    case 47, 1047, 1049: switchScreen(number, isOn, lexeme)
    case 1048: if isOn { saveCursor(lexeme) } else { restoreCursor(lexeme) }
    case 2026 where isOn && modes.isUpdating:
      violate(.unbalanced, "an update is under way already", lexeme)
    default:
      modes[number] = isOn
      if number == 2048 && isOn { reportSize() }
    }
  }

  private mutating func switchScreen(
    _ number: Int, _ isOn: Bool, _ lexeme: ControlParser.Lexeme
  ) {
    if region != 0...(rows - 1) {
      violate(.contested, "changes screens with a scroll region set", lexeme)
    }
    if number == 1049 && isOn { checkEdge(lexeme) }
    if isOn == modes.isAlternate {
      violate(.unbalanced, isOn ? "is already there" : "is not there", lexeme)
    }
    if isOn && number == 1049 { storeCursor() }
    if !isOn && number == 1047 && modes.isAlternate { screen.eraseRows(0..<rows, erasure) }
    if isOn != modes.isAlternate { swap(&screen, &hidden) }
    modes[47] = isOn
    if isOn && number == 1049 { screen.eraseRows(0..<rows, erasure) }
    isCursorSaved = !isOn
    if !isOn && number == 1049 { restoreCursor(lexeme) }
    isCursorSaved = false
  }
}
