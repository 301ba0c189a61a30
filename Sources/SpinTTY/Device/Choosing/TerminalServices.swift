/// How a terminal copies and notifies, according to its family.
package struct TerminalServices: Equatable, Sendable {
  /// How a notification is sent.
  package enum Notification: Equatable, Sendable {
    /// Rings the bell, because the terminal shows no notifications.
    case bell
    /// One text, as for iTerm2 (OSC 9).
    case text
    /// A title and a body, as for rxvt (OSC 777).
    case titled
    /// Several parts with a common identifier, as for kitty (OSC 99).
    case parts
  }

  /// A program between this one and the terminal, such as tmux.
  package enum Multiplexer: Equatable, Sendable { case tmux, screen }

  /// Whether the terminal may accept text for the clipboard (OSC 52).
  package var copies: Bool
  package var notification: Notification
  package var multiplexer: Multiplexer?

  /// Terminals whose notifications have a title and a body, by TERM and by TERM_PROGRAM.
  private static let titled = [
    "rxvt", "foot", "wezterm", "ghostty", "xterm-ghostty", "contour",
  ]
  private static let titledPrograms = ["WezTerm", "ghostty"]

  init(_ family: TerminalFamily) {
    copies = !family.printsStrings && !family.isAppleTerminal
    multiplexer = family.multiplexer
    notification =
      if multiplexer != nil {
        // The terminal around the multiplexer is unknown; the multiplexer passes the bell on.
        .bell
      } else if family.isOne(of: ["kitty", "xterm-kitty"]) {
        .parts
      } else if family.isOne(of: Self.titled) || Self.titledPrograms.contains(family.program) {
        .titled
      } else if family.program == "iTerm.app" {
        .text
      } else {
        .bell
      }
  }

  /// The reason why this terminal cannot carry out a command; `nil` if it may be able to.
  func refusal(of command: TerminalCommand) -> TerminalError? {
    if let refusal = command.refusal { return refusal }
    guard case .copy = command, !copies else { return nil }
    return TerminalError(
      .copy, "This terminal cannot copy text to the clipboard: use one that supports OSC 52.")
  }
}

extension TerminalFamily {
  /// Whether the terminal may print control strings, because it knows few of them or none.
  var printsStrings: Bool { isDumb || isVT || isConsole }

  /// The program between this one and the terminal.
  var multiplexer: TerminalServices.Multiplexer? {
    if isInTmux || isOne(of: ["tmux"]) {
      .tmux
    } else if isOne(of: ["screen"]) {
      .screen
    } else {
      nil
    }
  }
}
