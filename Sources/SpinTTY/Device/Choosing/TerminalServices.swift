/// How a terminal copies and notifies, as far as its family tells.
package struct TerminalServices: Hashable, Sendable {
  /// How a notification is sent.
  package enum Notification: Hashable, Sendable {
    /// The terminal shows none, and rings its bell.
    case bell
    /// As iTerm2 does: one text (OSC 9).
    case text
    /// As rxvt does: a title and a body (OSC 777).
    case titled
    /// As kitty does: parts that belong together (OSC 99).
    case parts
  }

  /// A program between this one and the terminal, such as tmux.
  package enum Multiplexer: Hashable, Sendable { case tmux, screen }

  /// Whether it may take texts for the clipboard (OSC 52).
  package var copies: Bool
  package var notification: Notification
  package var multiplexer: Multiplexer?

  /// Terminals that show notifications of a title and a body, by TERM and by TERM_PROGRAM.
  private static let titled = [
    "rxvt", "foot", "wezterm", "ghostty", "xterm-ghostty", "contour",
  ]
  private static let titledPrograms = ["WezTerm", "ghostty"]

  init(_ family: TerminalFamily) {
    copies = !family.printsStrings && !family.isAppleTerminal
    multiplexer = family.multiplexer
    notification =
      if multiplexer != nil {
        // The terminal around it is unknown, and the bell passes.
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

  /// Why this terminal does not do something; nil if it may.
  func refusal(of command: TerminalCommand) -> TerminalError? {
    if let refusal = command.refusal { return refusal }
    guard case .copy = command, !copies else { return nil }
    return TerminalError(
      .copy, "This terminal takes no text for a clipboard: use one that knows OSC 52.")
  }
}

extension TerminalFamily {
  /// Whether it prints control strings, or may: it is older than they are, or knows but a few.
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
