/// A key that was pressed, that repeats, or that was released, on terminals that report it.
public struct KeyPress: Hashable, Sendable {
  /// The phase of a key press.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Phase: Hashable, Sendable {
    /// The key goes down, repeats, or goes up.
    case press, `repeat`, release
  }

  /// The key and the modifiers held with it.
  public var chord: KeyChord
  /// Another chord for the same keys, if the terminal reports it.
  ///
  /// For a keyboard layout with letters outside of Latin, it is the chord on the standard layout,
  /// so `.ctrl("c")` matches there. For other layouts it names the key without shift: ctrl, shift
  /// and 1 match both `.ctrl("!")` and `.ctrl(.shift("1"))`.
  public var baseChord: KeyChord?
  /// Whether the key goes down, repeats or goes up; most terminals report a repeat as a press.
  public var phase: Phase
  /// The text that the press writes, if any.
  public var text: String?
  /// Whether the key is on the keypad.
  ///
  /// Its chord is that of the same key on the main keyboard.
  public var isKeypad: Bool

  /// Creates a key press.
  public init(
    _ chord: KeyChord, baseChord: KeyChord? = nil, phase: Phase = .press, text: String? = nil,
    isKeypad: Bool = false
  ) {
    self.chord = chord
    self.baseChord = baseChord
    self.phase = phase
    self.text = text
    self.isKeypad = isKeypad
  }
}

extension KeyPress {
  /// The text to insert into a text control; `nil` if the press is a command or writes no text.
  var typedText: String? {
    guard phase != .release, chord.modifiers.isDisjoint(with: .command), let text, !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    return text
  }
}
