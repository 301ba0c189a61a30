extension VirtualTerminal {
  /// Returns the bytes that the terminal sends for a key that writes a character, by the current
  /// keyboard flags.
  ///
  /// Source: "Comprehensive keyboard handling in terminals" in kitty's documentation. Flag 1 makes
  /// keys with ctrl or alt unambiguous, and flag 4 adds the character with shift and the character
  /// of the standard layout.
  ///
  /// - Parameters:
  ///   - character: The character of the key on the user's layout.
  ///   - shifted: The character with shift.
  ///   - base: The character on the standard layout, if it differs.
  ///   - modifiers: The modifier keys that are held.
  /// - Returns: The bytes.
  package func bytes(
    pressing character: Unicode.Scalar, shifted: Unicode.Scalar? = nil,
    base: Unicode.Scalar? = nil, _ modifiers: ScriptedKey.Modifiers = []
  ) -> [UInt8] {
    let isWritten = modifiers.isDisjoint(with: [.ctrl, .alt])
    let written = modifiers.contains(.shift) ? shifted ?? character : character
    guard keyboardFlags & 1 != 0, !isWritten else {
      // If a layout has no letter for a control character, the standard layout's letter is used.
      let key = modifiers.contains(.ctrl) ? base ?? character : written
      return ScriptedKey.character(Character(key)).bytes(modifiers.subtracting(.shift))
    }
    var key = "\(character.value)"
    if keyboardFlags & 4 != 0 {
      let second = modifiers.contains(.shift) ? shifted.map { "\($0.value)" } ?? "" : ""
      if let base {
        key += ":\(second):\(base.value)"
      } else if !second.isEmpty {
        key += ":\(second)"
      }
    }
    return Array("\u{1B}[\(key);\(modifiers.rawValue + 1)u".utf8)
  }
}
