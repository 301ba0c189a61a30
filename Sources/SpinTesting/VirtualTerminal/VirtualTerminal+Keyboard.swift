extension VirtualTerminal {
  /// The bytes that the terminal sends for a key that writes a character, by the keyboard flags in
  /// force.
  ///
  /// Source: the page "Comprehensive keyboard handling in terminals" of kitty's documentation: keys
  /// with ctrl or alt are told apart by flag 1, and flag 4 adds the character with shift and that of
  /// the standard keyboard.
  ///
  /// - Parameters:
  ///   - character: What the key writes by itself on the user's layout.
  ///   - shifted: What it writes with shift.
  ///   - base: What it writes on the standard keyboard, if that is another character.
  ///   - modifiers: The keys that are held.
  /// - Returns: The bytes.
  package func bytes(
    pressing character: Unicode.Scalar, shifted: Unicode.Scalar? = nil,
    base: Unicode.Scalar? = nil, _ modifiers: ScriptedKey.Modifiers = []
  ) -> [UInt8] {
    let isWritten = modifiers.isDisjoint(with: [.ctrl, .alt])
    let written = modifiers.contains(.shift) ? shifted ?? character : character
    guard keyboardFlags & 1 != 0, !isWritten else {
      // Where a layout has no letter for a control character, the standard keyboard's counts.
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
