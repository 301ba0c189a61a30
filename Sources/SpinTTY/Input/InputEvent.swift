/// An input from the terminal.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum InputEvent: Hashable, Sendable {
  /// A key that writes no plain text, or a key of which more is known than its text, such as
  /// modifiers or a phase.
  case key(KeyPress)
  /// One typed character. If `extends` is `true`, its text joins the previously typed character, as
  /// a combining mark does.
  case text(String, extends: Bool = false)
  /// Pasted text. Line endings are line feeds and NUL is removed; other control characters remain.
  ///
  /// A paste longer than 16 MiB arrives in parts, and so does one that pauses for five seconds.
  case paste(String)
  /// A mouse event.
  case mouse(MouseEvent)
  /// The terminal's window gained the focus (`true`) or lost it.
  case focus(Bool)
  /// The screen has a new size, in cells.
  case resize(columns: Int, rows: Int)
  /// An answer of the terminal to a question that the session did not ask.
  case report(TerminalReport)
  /// Bytes without a known meaning.
  case unknown([UInt8])

  /// The key presses of the event, in order: one for a key, and one for each typed character.
  public var presses: [KeyPress] {
    switch self {
    case .key(let press): [press]
    case .text(let text, let extends): InputEvent.presses(of: text, extends: extends)
    default: []
    }
  }

  /// Whether the event is a press of a chord.
  func isPress(of chord: KeyChord) -> Bool {
    switch self {
    case .key(let press): chord.matches(press)
    // NB: typed text has no modifiers except shift.
    case .text: chord.modifiers.isSubset(of: .shift) && presses.contains { chord.matches($0) }
    default: false
    }
  }

  private static func presses(of text: String, extends: Bool) -> [KeyPress] {
    if text.isASCIICharacter, !extends, let byte = text.utf8.first {
      return [KeyPress(KeyChord(Character(UnicodeScalar(byte))), text: text)]
    }
    var presses: [KeyPress] = []
    var isNew = !extends
    for character in text {
      if isNew { presses.append(KeyPress(KeyChord(character), text: String(character))) }
      isNew = true
    }
    return presses
  }

  /// The text that the event inserts into a text field, if any.
  public var insertion: String? {
    switch self {
    case .key(let press): press.phase == .release ? nil : press.text
    case .text(let text, _), .paste(let text): text
    default: nil
    }
  }
}

extension InputEvent {
  /// Whether the event goes to the focused control.
  var isKeyboard: Bool {
    switch self {
    case .key, .text, .paste: true
    case .mouse, .focus, .resize, .report, .unknown: false
    }
  }
}
