/// What the user, or the terminal, does to a program.
///
/// Each is one entry of the loop's mailbox, so what it means is decided at its place in the order.
public enum UserInput: Hashable, Sendable {
  /// A key, one character that was typed, a whole paste, or the focus of the window.
  case event(InputEvent)
  /// The mouse, and what it was over in the frame that was shown.
  case mouse(MouseEvent, over: HitMap.Hit?)
  /// The screen has a new size; on a screen the first input of all says which it has.
  case resized(Size)
  /// The program is back from the background, after so long.
  case resumed(away: Duration)
  /// A signal asks the program to end. It cannot be refused: what answers it has two seconds.
  case terminating(signal: Int32)
  /// Lines that the program printed while its view has the terminal.
  case printed([String])

  /// The key presses it stands for.
  public var presses: [KeyPress] {
    if case .event(let event) = self { event.presses } else { [] }
  }

  /// The input as models reduce it, see ``TextInput/Model``; nil if it is none of the terminal's.
  public var event: InputEvent? {
    switch self {
    case .event(let event): event
    case .mouse(let mouse, _): .mouse(mouse)
    case .resized(let size): .resize(columns: size.columns, rows: size.rows)
    case .resumed, .terminating, .printed: nil
    }
  }

  func isPress(of chord: KeyChord) -> Bool { presses.contains { chord.matches($0) } }
}

extension InputEvent {
  /// The parts that each have a place in the order: the characters of a text, else the event.
  ///
  /// A mark that extends the character before it stays one part with what follows in its cluster.
  var parts: [InputEvent] {
    guard case .text(let text, let extends) = self, text.count > 1 else { return [self] }
    return text.enumerated().map { index, character in
      .text(String(character), extends: extends && index == 0)
    }
  }
}
