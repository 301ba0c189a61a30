/// A request to the terminal, with the event that results from it.
///
/// ```swift
/// UISpin(editor) { editor, _ in Text(editor.text) } terminal: {
///   Perform(pulse: \.$copied) { .copy($0) { .copyFailed($0.description) } }
///   Perform(pulse: \.$sent) { .notify(title: "Sent", body: $0) }
///   Perform(pulse: \.$opened) { path in .run(.editor(path)) { .edited(path, $0) } }
/// }
/// ```
///
/// ``Perform`` makes the requests of a state, and ``UISpin/perform(_:)`` those of other code. If
/// there is no screen, a notification is printed as a line, the bell is silent, and other requests
/// are refused.
public struct TerminalRequest<Event: Sendable>: Sendable {
  let command: TerminalCommand
  /// Returns an event for the end of a program, or for the reason of a refusal.
  private let ended: @Sendable (Result<ChildStatus, TerminalError>) -> Event?

  private init(
    _ command: TerminalCommand,
    ended: @escaping @Sendable (Result<ChildStatus, TerminalError>) -> Event? = { _ in nil }
  ) {
    self.command = command
    self.ended = ended
  }

  func event(of result: Result<ChildStatus, TerminalError>) -> Event? { ended(result) }
  func event(refusedFor error: TerminalError) -> Event? { ended(.failure(error)) }

  /// Copies a text to the clipboard (OSC 52).
  ///
  /// A text of more than 100,000 bytes in UTF-8 is refused, because terminals drop or truncate it.
  /// It is also refused if the terminal is known to have no clipboard. Otherwise, the program
  /// cannot know whether the terminal takes the text: many terminals ask the user or have to be
  /// configured. tmux and screen pass the text on to the terminal around them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - refused: Returns an event for the reason if the text is refused.
  /// - Returns: The request.
  public static func copy(
    _ text: String, refused: @escaping @Sendable (TerminalError) -> Event? = { _ in nil }
  ) -> TerminalRequest {
    TerminalRequest(.copy(text)) { result in
      if case .failure(let error) = result { refused(error) } else { nil }
    }
  }

  /// Shows a notification on the desktop.
  ///
  /// It is sent in the form that the terminal is known to support (OSC 9, 99 or 777). Other
  /// terminals ring their bell. Lines are joined, control characters are made visible, the title is
  /// cut to 256 bytes and the body to 2,048.
  public static func notify(title: String, body: String = "") -> TerminalRequest {
    TerminalRequest(.notify(title: title, body: body))
  }

  /// Rings the bell.
  public static var bell: TerminalRequest { TerminalRequest(.bell) }

  /// Gives the terminal to another program, such as an editor, until that program ends.
  ///
  /// The program starts after the frame that shows the state. The loop continues meanwhile, and its
  /// further requests wait until the program has ended. If the run ends, see ``ChildCommand``.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - finished: Returns an event for the exit status, or for the reason why the program was not
  ///     started.
  /// - Returns: The request.
  public static func run(
    _ program: ChildCommand,
    _ finished: @escaping @Sendable (Result<ChildStatus, TerminalError>) -> Event? = { _ in nil }
  ) -> TerminalRequest {
    TerminalRequest(.run(program), ended: finished)
  }
}
