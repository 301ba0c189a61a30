/// An answer of the terminal that no question of the session belongs to.
///
/// The session asks, and keeps the answers. A program cannot ask, and can only pass over what comes.
public struct TerminalReport: Hashable, Sendable {
  package let answer: TerminalAnswer
}

/// What a terminal answers when it is asked.
package enum TerminalAnswer: Hashable, Sendable {
  /// The flags of the kitty keyboard protocol in force.
  case keyboardFlags(Int)
  /// The state of a private mode (DECRPM).
  case mode(Int, ModeState)
  /// What the terminal can do (DA1); the answer that every terminal gives.
  case primaryAttributes([Int])
  /// Which terminal it is, in numbers (DA2).
  case secondaryAttributes([Int])
  /// Which terminal it is, in words (XTVERSION).
  case version(String)
  /// Where the cursor is, counted from 0.
  case cursorPosition(row: Int, column: Int)
  /// The size of the screen in cells.
  case textArea(columns: Int, rows: Int)
  /// Whether the user prefers dark or light.
  case appearance(Appearance)
  /// A colour in use.
  case color(ColorSlot, RGB)
  /// What a selection holds (OSC 52), such as the clipboard `c`.
  case clipboard(selection: String, bytes: [UInt8])

  /// The state of a mode, numbered as in DECRPM.
  package enum ModeState: Int, Hashable, Sendable {
    /// The terminal does not know the mode, or the mode is on, off, always on, always off.
    case unknown, set, reset, permanentlySet, permanentlyReset
  }

  /// Where a colour is used.
  package enum ColorSlot: Hashable, Sendable {
    /// One of the 256 numbered colours.
    case palette(Int)
    /// The default colours and that of the cursor.
    case foreground, background, cursor
  }

  /// A colour of 24 bits.
  package struct RGB: Hashable, Sendable {
    /// The parts, from 0 to 255.
    package var red: UInt8, green: UInt8, blue: UInt8

    /// Creates a colour from its parts.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }
}

extension InputEvent {
  package static func answer(_ answer: TerminalAnswer) -> InputEvent {
    .report(TerminalReport(answer: answer))
  }
}
