internal import SpinCore

/// A key and its modifiers, as used in a key binding.
///
/// ```swift
/// let quit: [KeyChord] = ["q", .ctrl("c"), .escape]
/// let moves: [KeyChord] = [.up, .shift(.tab), .alt(.left), .f(5), " "]
/// ```
///
/// Two chords are equal if they are the same keys, in every terminal encoding. Caps lock and num
/// lock are ignored. Shift with a letter is the upper-case letter: `.shift("a")` equals `"A"`.
/// Other characters are distinct: a minus sign (U+2212) is not a hyphen.
///
/// Terminals without an extended keyboard protocol send the same byte for both chords of these
/// pairs, and the library reads it as the first: tab and ctrl+i, enter and ctrl+m, escape and
/// ctrl+[, ctrl+_ and ctrl+/, ctrl+space and ctrl+@, and ctrl with a letter, without or with shift.
public struct KeyChord: Hashable, Sendable {
  // NB: compared in this order, and the modifiers are compared faster.
  /// The modifiers without the locks, and without shift if the letter's case implies it.
  public let modifiers: Modifiers
  /// The key, with a letter in upper case if shift is held.
  public let code: KeyCode

  /// Creates a chord in its canonical form.
  public init(_ code: KeyCode, _ modifiers: Modifiers = []) {
    let held = modifiers.subtracting([.capsLock, .numLock])
    let code = Self.named(code)
    if held.contains(.shift), case .character(let character) = code,
      let upper = Self.upperCase(character)
    {
      self.code = .character(upper)
      self.modifiers = held.subtracting(.shift)
    } else {
      self.code = code
      self.modifiers = held
    }
  }

  /// Creates the chord of a key that writes a character.
  public init(_ character: Character, _ modifiers: Modifiers = []) {
    self.init(.character(character), modifiers)
  }

  /// Whether a key press is this chord, by its chord or by its ``KeyPress/baseChord``.
  public func matches(_ press: KeyPress) -> Bool {
    press.phase != .release && (self == press.chord || self == press.baseChord)
  }

  /// Replaces a control character with the named key that sends it.
  private static func named(_ code: KeyCode) -> KeyCode {
    guard case .character(let character) = code else { return code }
    // NB: the value of "\r\n" is that of "\n".
    return switch character.asciiValue {
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x1B: .escape
    case 0x7F: .backspace
    default: code
    }
  }

  /// Returns the upper case of a letter, if it is a single character.
  static func upperCase(_ character: Character) -> Character? {
    guard character.isLetter else { return nil }
    let upper = character.uppercased()
    return upper.count == 1 ? upper.first : nil
  }

  /// Returns the chord with more modifiers.
  func with(_ more: Modifiers) -> KeyChord { KeyChord(code, modifiers.union(more)) }
}

extension KeyChord: ExpressibleByStringLiteral {
  /// Creates the chord of a key that writes the character.
  ///
  /// - Precondition: The literal is one character.
  public init(stringLiteral value: String) {
    guard let character = value.first, value.count == 1 else {
      refuse(
        "\"\(value)\" is not a key: a key is written as its one character, such as \"q\", or by "
          + "its name, such as .enter or .ctrl(\"c\").")
    }
    self.init(character)
  }
}
