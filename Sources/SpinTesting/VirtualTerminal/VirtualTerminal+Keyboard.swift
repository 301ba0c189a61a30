extension VirtualTerminal {
  /// Returns the bytes that the terminal sends for a key that writes a character, by the current
  /// keyboard flags.
  ///
  /// Source: "Comprehensive keyboard handling in terminals" in kitty's documentation. Flag 1 makes
  /// keys with ctrl or alt unambiguous, and flag 4 adds the character of the standard layout.
  ///
  /// - Parameters:
  ///   - character: The character of the key on the user's layout.
  ///   - base: The character on the standard layout, if it differs.
  ///   - modifiers: The modifier keys that are held, without shift.
  /// - Returns: The bytes.
  package func bytes(
    pressing character: Unicode.Scalar, base: Unicode.Scalar? = nil,
    _ modifiers: ScriptedKey.Modifiers = []
  ) -> [UInt8] {
    guard keyboardFlags & 1 != 0, !modifiers.isDisjoint(with: [.ctrl, .alt]) else {
      // If a layout has no letter for a control character, the standard layout's letter is used.
      let key = modifiers.contains(.ctrl) ? base ?? character : character
      return ScriptedKey.character(Character(key)).bytes(modifiers)
    }
    var key = "\(character.value)"
    if keyboardFlags & 4 != 0, let base { key += "::\(base.value)" }
    return Array("\u{1B}[\(key);\(modifiers.rawValue + 1)u".utf8)
  }
}
