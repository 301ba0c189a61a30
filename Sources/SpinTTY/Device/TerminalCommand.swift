/// A command that a terminal carries out besides drawing.
///
/// A program sends it as a ``TerminalRequest``, and a test finds it in ``Rehearsal/requests``.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TerminalCommand: Hashable, Sendable {
  /// Put a text on the clipboard.
  case copy(String)
  /// Show a notification, or ring the bell if the terminal shows none.
  case notify(title: String, body: String)
  /// Ring the bell.
  case bell
  /// Give the terminal to another program until that program ends.
  case run(ChildCommand)
}

extension TerminalCommand {
  /// The largest copy in bytes that terminals are known to accept.
  static let copyLimit = 100_000

  /// The reason why no terminal carries out the command; `nil` if some do.
  var refusal: TerminalError? {
    guard case .copy(let text) = self, text.utf8.count > TerminalCommand.copyLimit else {
      return nil
    }
    return TerminalError(
      .copy,
      "A text of \(text.utf8.count) bytes was not copied: terminals accept at most "
        + "\(TerminalCommand.copyLimit) bytes. Write it to a file instead.")
  }

  /// The program that the command gives the terminal to, if any.
  var program: ChildCommand? {
    if case .run(let program) = self { program } else { nil }
  }
}

extension TerminalError {
  /// The error for a command that needs a terminal when there is none.
  static func noTerminal(for command: TerminalCommand) -> TerminalError {
    guard let program = command.program else {
      return TerminalError(
        .copy, "Only a terminal can copy text, and this program has no terminal.")
    }
    return TerminalError(
      .startChild, "\(program.program) needs a terminal, and there is none.")
  }
}
