/// The keys for the final bytes and numbers of key sequences in xterm, rxvt, the Linux console and
/// their descendants.
enum KeyTables {
  /// Returns the key of a sequence like `ESC[A`.
  static func letter(_ final: UInt8) -> KeyCode? {
    switch final {
    case 0x50...0x53: .function(Int(final) - 0x4F)
    case 0x5A: .tab
    default: arrow(final)
    }
  }

  /// Returns the key of a letter that is used after both `ESC[` and `ESC O`.
  static func arrow(_ letter: UInt8) -> KeyCode? {
    switch letter {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x45: .begin
    case 0x46: .end
    case 0x48: .home
    default: nil
    }
  }

  /// Returns the key of `ESC[n~`.
  static func tilde(_ number: Int) -> KeyCode? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    case 57_427: .begin
    default: nil
    }
  }

  /// Returns the key press of `ESC O`, digits for the modifiers, and a final byte.
  static func single(_ final: UInt8, modifiers digits: ArraySlice<UInt8>) -> KeyPress? {
    guard let parameters = SequenceParameters([0x31, 0x3B] + digits), let held = parameters.held
    else { return nil }
    if let code = letter(final), final != 0x5A { return KeyPress(KeyChord(code, held.modifiers)) }
    switch final {
    case 0x4D: return KeyPress(KeyChord(.enter, held.modifiers), isKeypad: true)
    case 0x58: return keypad("=", held.modifiers)
    case 0x6A...0x79: return keypad(Character(UnicodeScalar(final - 0x40)), held.modifiers)
    case 0x61...0x64:
      return arrow(final - 0x20).map { KeyPress(KeyChord($0, held.modifiers.union(.ctrl))) }
    default: return nil
    }
  }

  /// Returns the press of a keypad key that writes a character.
  static func keypad(
    _ character: Character, _ modifiers: Modifiers, _ phase: KeyPress.Phase = .press
  ) -> KeyPress {
    let chord = KeyChord(character, modifiers)
    let isPlain = chord.modifiers.isEmpty && phase != .release
    return KeyPress(chord, phase: phase, text: isPlain ? String(character) : nil, isKeypad: true)
  }
}
