extension VirtualTerminal {
  /// What a terminal can do beyond the basics.
  ///
  /// A sequence for a missing feature is unknown to the terminal: it is ignored, not answered, and
  /// a violation.
  package struct Features: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt16
    /// Creates a set from its bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Erased cells take the background of the pen; without it they take the default.
    package static let backgroundErase = Self(rawValue: 1)
    /// Mode 2026.
    package static let synchronizedUpdates = Self(rawValue: 1 << 1)
    /// Mode 2027.
    package static let graphemeClusters = Self(rawValue: 1 << 2)
    /// Mode 2048.
    package static let resizeReports = Self(rawValue: 1 << 3)
    /// The kitty keyboard protocol.
    package static let kittyKeyboard = Self(rawValue: 1 << 4)
    /// What xterm calls modifyOtherKeys.
    package static let modifyOtherKeys = Self(rawValue: 1 << 5)
    /// Underlines other than the single one, and their colour.
    package static let underlineStyles = Self(rawValue: 1 << 6)
    /// OSC 8.
    package static let links = Self(rawValue: 1 << 7)
    /// OSC 52.
    package static let clipboard = Self(rawValue: 1 << 8)
    /// Answers to queries for modes, colours, version and attributes.
    package static let replies = Self(rawValue: 1 << 9)
    /// OSC 9, 99 and 777.
    package static let notifications = Self(rawValue: 1 << 10)
    /// OSC 9;4.
    package static let progress = Self(rawValue: 1 << 11)
    /// All of them.
    package static let all = Self(rawValue: (1 << 12) - 1)
  }

  /// Something that a careful program does not send.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    package enum Kind: String, Hashable, Sendable {
      /// Not a well-formed sequence or not UTF-8.
      case malformed
      /// Well formed, but this terminal does not know it.
      case unknown
      /// Terminals differ in what it does.
      case contested
      /// It points outside the screen and was clipped.
      case outside
      /// It takes back what was not set.
      case unbalanced
      /// Every terminal knows it, and no program of ours may send it.
      case forbidden
    }

    /// What is wrong.
    package let kind: Kind
    /// The number of bytes that came before the sequence.
    package let offset: Int
    /// The sequence in a readable form, such as `ESC[?25h`.
    package let sequence: String
    /// What is wrong, in words.
    package let reason: String

    /// One line that says it all.
    public var description: String { "\(kind.rawValue) at \(offset): \(sequence): \(reason)" }
  }

  /// Writes bytes so that one can read them: `ESC`, `^G`, `\x9B`, and text as it is.
  package static func readable(_ bytes: some Sequence<UInt8>) -> String {
    let text = String(decoding: Array(bytes), as: UTF8.self)
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x1B: result += "ESC"
      case 0..<0x20: result += "^" + String(UnicodeScalar(UInt8(scalar.value) + 0x40))
      case 0x7F: result += "^?"
      case 0x80..<0xA0: result += "\\x" + String(scalar.value, radix: 16, uppercase: true)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  mutating func violate(
    _ kind: Violation.Kind, _ reason: String, _ lexeme: ControlParser.Lexeme
  ) {
    guard isStrict else { return }
    violations.append(
      Violation(
        kind: kind, offset: lexeme.offset, sequence: Self.readable(lexeme.bytes), reason: reason))
  }
}
