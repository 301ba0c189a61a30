extension VirtualTerminal {
  /// The settings that a program can change besides modes and characters.
  struct Settings: Hashable, Sendable {
    var title = ""
    var iconName = ""
    var progress: Progress?
    var shape = CursorShape.initial
    /// The colours 10, 11 and 12 as the program set them.
    var dynamicColors: [Int: String] = [:]
    var palette: [Int: String] = [:]
    var clipboard: [String: [UInt8]] = [:]
    var modifyOtherKeys = 0
  }

  /// The shapes of the cursor, numbered as in DECSCUSR.
  package enum CursorShape: Int, Hashable, Sendable {
    /// A shape; `initial` is the user's own.
    case initial, blinkingBlock, steadyBlock, blinkingUnderline, steadyUnderline
    /// A bar.
    case blinkingBar, steadyBar
  }

  /// The progress of the window: its state (1 normal, 2 error, 3 indeterminate, 4 paused) and the
  /// percentage.
  package struct Progress: Hashable, Sendable {
    package let state: Int
    package let percent: Int

    /// Creates a value to compare with.
    package init(state: Int, percent: Int) {
      self.state = state
      self.percent = percent
    }
  }
}
