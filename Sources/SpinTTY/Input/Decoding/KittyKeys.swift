/// The kitty keyboard protocol, `ESC[code[:shifted[:base]];mods[:event];text u`, and the sequences
/// of xterm's modifyOtherKeys, `ESC[27;mods;code~`.
///
/// Source: "Comprehensive keyboard handling in terminals" in kitty's documentation.
enum KittyKeys {
  static func event(_ parameters: SequenceParameters) -> InputEvent? {
    guard (1...3).contains(parameters.count), let code = parameters[0],
      parameters.values[0].count <= 3, let held = parameters.held
    else { return nil }
    let text = text(parameters)
    // Composed text has no key.
    if code == 0 { return text.map { .text($0) } }
    if let press = functional(code, held.modifiers, held.phase) { return .key(press) }
    guard let character = character(code) else { return nil }
    var modifiers = held.modifiers
    var chord = KeyChord(character, modifiers)
    if modifiers.contains(.shift), let shifted = parameters[0, 1].flatMap(Self.character) {
      modifiers.remove(.shift)
      chord = KeyChord(shifted, modifiers)
    }
    let base = base(of: character, parameters).map { KeyChord($0, held.modifiers) }
    var press = KeyPress(chord, baseChord: base == chord ? nil : base, phase: held.phase)
    if held.phase != .release { press.text = text ?? plainText(press.chord, held.modifiers) }
    return .key(press)
  }

  static func modifiedKey(_ parameters: SequenceParameters) -> InputEvent? {
    guard let numbers = parameters.numbers(), let held = parameters.held else { return nil }
    if let press = functional(numbers[2], held.modifiers, .press) { return .key(press) }
    guard let character = character(numbers[2]) else { return nil }
    // The code is that of the shifted character, so shift is redundant, except with space.
    var modifiers = held.modifiers
    if character != " " && !character.isLetter { modifiers.remove(.shift) }
    let chord = KeyChord(character, modifiers)
    return .key(KeyPress(chord, text: plainText(chord, held.modifiers)))
  }

  /// Returns the character of the key's base chord, besides the character that the key writes.
  ///
  /// For a letter outside of Latin, it is the character of the standard layout. Otherwise it is the
  /// character of the key without shift. NB: not the character of the standard layout, which has
  /// its letters in other places than French or German layouts: ctrl+y on a German keyboard would
  /// match ctrl+z.
  private static func base(
    of character: Character, _ parameters: SequenceParameters
  ) -> Character? {
    if character.isLetter, !character.isLatin {
      return parameters[0, 2].flatMap(Self.character)
    }
    return parameters[0, 1] == nil ? nil : character
  }

  /// Returns the associated text without control characters, which the protocol forbids.
  private static func text(_ parameters: SequenceParameters) -> String? {
    guard parameters.count == 3 else { return nil }
    let scalars = parameters.values[2].compactMap { code in
      code.flatMap(character).map { String($0) }
    }
    return scalars.isEmpty ? nil : scalars.joined()
  }

  /// Returns the text of a chord if the terminal did not send it: its character, unless shift is
  /// held and the shifted character is unknown.
  private static func plainText(_ chord: KeyChord, _ held: Modifiers) -> String? {
    guard case .character(let character) = chord.code else { return nil }
    if character == " ", chord.modifiers == .shift { return " " }
    guard chord.modifiers.isEmpty else { return nil }
    let isLocked = held.contains(.capsLock)
    guard isLocked, character.isLetter else { return String(character) }
    return held.contains(.shift) ? character.lowercased() : character.uppercased()
  }

  /// Returns the character of a code point, unless it is a control character or in the private-use
  /// range that the protocol reserves for keys.
  private static func character(_ code: Int) -> Character? {
    guard !(57_344...63_743).contains(code),
      let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init),
      scalar.properties.generalCategory != .control
    else { return nil }
    return Character(scalar)
  }

  private static func functional(
    _ code: Int, _ modifiers: Modifiers, _ phase: KeyPress.Phase
  ) -> KeyPress? {
    switch code {
    case 57_399...57_408: digit(code - 57_399, modifiers, phase)
    case 57_409...57_413, 57_415, 57_416: symbol(code, modifiers, phase)
    case 57_414, 57_417...57_427:
      FunctionalKeys.code(code).map {
        KeyPress(KeyChord($0, modifiers), phase: phase, isKeypad: true)
      }
    default: FunctionalKeys.code(code).map { KeyPress(KeyChord($0, modifiers), phase: phase) }
    }
  }

  private static func digit(
    _ digit: Int, _ modifiers: Modifiers, _ phase: KeyPress.Phase
  ) -> KeyPress {
    KeyTables.keypad(Character(UnicodeScalar(UInt8(0x30 + digit))), modifiers, phase)
  }

  private static func symbol(
    _ code: Int, _ modifiers: Modifiers, _ phase: KeyPress.Phase
  ) -> KeyPress? {
    let symbols: [Int: Character] = [
      57_409: ".", 57_410: "/", 57_411: "*", 57_412: "-", 57_413: "+", 57_415: "=", 57_416: ",",
    ]
    return symbols[code].map { KeyTables.keypad($0, modifiers, phase) }
  }
}

extension Character {
  /// Whether all scalars are in a block of Latin letters or below U+0370.
  fileprivate var isLatin: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case ..<0x370, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF: true
      default: false
      }
    }
  }
}
