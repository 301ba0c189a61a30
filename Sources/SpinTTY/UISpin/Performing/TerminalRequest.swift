/// Something to be asked of the terminal, and the event that comes of it.
///
/// ```swift
/// UISpin(editor) { editor, _ in Text(editor.text) } terminal: {
///   Perform(on: \.$copied) { .copy($0) { .copyFailed($0.description) } }
///   Perform(on: \.$sent) { .notify(title: "Sent", body: $0) }
///   Perform(on: \.$opened) { path in .run(.editor(path)) { .edited(path, $0) } }
/// }
/// ```
///
/// ``Perform`` asks for what a state wants, and ``UISpin/perform(_:)`` for what other code wants. Where
/// there is no screen, a notification is printed as a line, the bell is silent, and the rest is
/// refused.
public struct TerminalRequest<Event: Sendable>: Sendable {
  let command: TerminalCommand
  /// Makes an event of the end of a program, or of the reason why nothing is done.
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

  /// Puts a text on the clipboard (OSC 52).
  ///
  /// A text of more than 100,000 bytes in UTF-8 is refused as a whole, because terminals drop or cut
  /// it. It is also refused by a terminal that is known to have no clipboard. Otherwise nothing tells
  /// whether the terminal takes the text: many ask their user, or have to be configured. In tmux and
  /// screen, the text is passed on to the terminal around it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - refused: Makes an event of the reason if the text is refused.
  /// - Returns: The request.
  public static func copy(
    _ text: String, refused: @escaping @Sendable (TerminalError) -> Event? = { _ in nil }
  ) -> TerminalRequest {
    TerminalRequest(.copy(text)) { result in
      if case .failure(let error) = result { refused(error) } else { nil }
    }
  }

  /// Shows a notification of the desktop.
  ///
  /// It is sent in the form that the terminal is known to take (OSC 9, 99 or 777). Other terminals ring
  /// their bell. Lines are joined, control characters are made visible, and the title is cut to 256
  /// bytes and the body to 2,048.
  public static func notify(title: String, body: String = "") -> TerminalRequest {
    TerminalRequest(.notify(title: title, body: body))
  }

  /// Rings the bell.
  public static var bell: TerminalRequest { TerminalRequest(.bell) }

  /// Gives the terminal to another program, such as an editor, until that ends.
  ///
  /// The program starts after the frame that shows the state. The loop goes on meanwhile, and
  /// what it asks for after this waits until the program has ended. ``ChildCommand`` says what happens
  /// if the run is to end.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - finished: Makes an event of how it ended, or why it could not be started.
  /// - Returns: The request.
  public static func run(
    _ program: ChildCommand,
    _ finished: @escaping @Sendable (Result<ChildStatus, TerminalError>) -> Event? = { _ in nil }
  ) -> TerminalRequest {
    TerminalRequest(.run(program), ended: finished)
  }
}
