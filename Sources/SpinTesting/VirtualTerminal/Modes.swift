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
}
