/// An answer of the terminal to a question that the session did not ask.
///
/// Only the session asks the terminal questions, and it handles the answers itself. A report
/// answers another question, such as one of another program; a program can ignore it. The type is
/// public because ``InputEvent/report(_:)`` contains a report. The contents of a report are not.
public struct TerminalReport: Hashable, Sendable {
  package let answer: TerminalAnswer
}

/// An answer of a terminal to a question.
package enum TerminalAnswer: Hashable, Sendable {
  /// The current flags of the kitty keyboard protocol.
  case keyboardFlags(Int)
  /// The state of a private mode (DECRPM).
  case mode(Int, ModeState)
  /// The terminal's attributes (DA1); every terminal sends this answer.
  case primaryAttributes([Int])
  /// The terminal's type and version as numbers (DA2).
  case secondaryAttributes([Int])
  /// The terminal's name and version as text (XTVERSION).
  case version(String)
  /// The cursor's position, counted from 0.
  case cursorPosition(row: Int, column: Int)
  /// The size of the screen in cells.
  case textArea(columns: Int, rows: Int)
  /// Whether the user prefers dark or light colours.
  case appearance(Appearance)
  /// A current colour.
  case color(ColorSlot, RGB)
  /// The contents of a selection (OSC 52), such as the clipboard `c`.
  case clipboard(selection: String, bytes: [UInt8])

  /// The state of a mode, numbered as in DECRPM.
  package enum ModeState: Int, Hashable, Sendable {
    /// The mode is unknown, on, off, always on, or always off.
    case unknown, set, reset, permanentlySet, permanentlyReset
  }

  /// The use of a colour.
  package enum ColorSlot: Hashable, Sendable {
    /// One of the 256 numbered colours.
    case palette(Int)
    /// The default colours, and the colour of the cursor.
    case foreground, background, cursor
    /// One of the colours of the mouse, of Tektronix and of highlights, numbered 13 to 19 as in OSC.
    case other(Int)
  }

  /// A 24-bit colour.
  package struct RGB: Hashable, Sendable {
    /// The components, from 0 to 255.
    package var red: UInt8, green: UInt8, blue: UInt8

    /// Creates a colour from its components.
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
