internal import SpinCore

/// A key that a script presses.
public enum ScriptedKey: Hashable, Sendable {
  /// A key that writes a character.
  case character(Character)
  /// A key that writes no character.
  case up, down, left, right, home, end, pageUp, pageDown, insert, delete
  /// A key with its own control character.
  case enter, tab, escape, backspace
  /// A function key, 1 to 12.
  case function(Int)
  /// Control with the key of a character, such as `terminal.press(.ctrl("k"))`.
  case ctrl(Character)

  /// The modifier keys that are held.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits as used by xterm.
    public let rawValue: UInt8

    /// Creates modifiers from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let ctrl = Modifiers(rawValue: 4)
  }
}

extension ScriptedKey {
  /// The bytes that xterm sends in its default state.
  ///
  /// Source: *XTerm Control Sequences*, "PC-Style Function Keys" and "VT220-Style Function Keys".
  ///
  /// - Precondition: The key has such bytes. Function keys beyond 12 have none, nor has control
  ///   with a key without a control character.
  public func bytes(_ modifiers: Modifiers = []) -> [UInt8] {
    switch self {
    case .character(let character): Self.bytes(of: character, modifiers)
    case .ctrl(let character): Self.bytes(of: character, modifiers.union(.ctrl))
    case .enter: Self.prefixed(0x0D, modifiers)
    case .escape: Self.prefixed(0x1B, modifiers)
    case .backspace: Self.prefixed(0x7F, modifiers)
    case .tab: modifiers.contains(.shift) ? Array("\u{1B}[Z".utf8) : Self.prefixed(0x09, modifiers)
    case .up: Self.letter("A", modifiers)
    case .down: Self.letter("B", modifiers)
    case .right: Self.letter("C", modifiers)
    case .left: Self.letter("D", modifiers)
    case .end: Self.letter("F", modifiers)
    case .home: Self.letter("H", modifiers)
    case .insert: Self.number(2, modifiers)
    case .delete: Self.number(3, modifiers)
    case .pageUp: Self.number(5, modifiers)
    case .pageDown: Self.number(6, modifiers)
    case .function(let number): Self.function(number, modifiers)
    }
  }

  private static func bytes(of character: Character, _ modifiers: Modifiers) -> [UInt8] {
    let escape: [UInt8] = modifiers.contains(.alt) ? [0x1B] : []
    guard modifiers.contains(.ctrl) else { return escape + Array(String(character).utf8) }
    guard let byte = character.asciiValue, (0x40...0x7F).contains(byte) || byte == 0x20 else {
      refuse("ctrl and \(character) have no control character: press another key.")
    }
    return escape + [byte & 0x1F]
  }

  private static func prefixed(_ byte: UInt8, _ modifiers: Modifiers) -> [UInt8] {
    modifiers.contains(.alt) ? [0x1B, byte] : [byte]
  }

  private static func letter(_ letter: String, _ modifiers: Modifiers) -> [UInt8] {
    let parameters = modifiers.isEmpty ? "" : "1;\(modifiers.rawValue + 1)"
    return Array("\u{1B}[\(parameters)\(letter)".utf8)
  }

  private static func number(_ number: Int, _ modifiers: Modifiers) -> [UInt8] {
    let parameters = modifiers.isEmpty ? "" : ";\(modifiers.rawValue + 1)"
    return Array("\u{1B}[\(number)\(parameters)~".utf8)
  }

  private static func function(_ number: Int, _ modifiers: Modifiers) -> [UInt8] {
    switch number {
    case 1...4:
      let name = ["P", "Q", "R", "S"][number - 1]
      return modifiers.isEmpty ? Array("\u{1B}O\(name)".utf8) : letter(name, modifiers)
    case 5...12:
      return self.number([15, 17, 18, 19, 20, 21, 23, 24][number - 5], modifiers)
    default:
      refuse("xterm sends no bytes for F\(number) by default: press F1 to F12.")
    }
  }
}
