extension VirtualTerminal {
  /// The optional features of a terminal.
  ///
  /// A sequence for a missing feature is unknown to the terminal: it is ignored, not answered, and
  /// recorded as a violation.
  package struct Features: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt16
    /// Creates a set from its bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Erased cells take the current background; without this feature they take the default one.
    package static let backgroundErase = Self(rawValue: 1)
    /// Mode 2026.
    package static let synchronizedUpdates = Self(rawValue: 1 << 1)
    /// Mode 2027.
    package static let graphemeClusters = Self(rawValue: 1 << 2)
    /// Mode 2048.
    package static let resizeReports = Self(rawValue: 1 << 3)
    /// The kitty keyboard protocol.
    package static let kittyKeyboard = Self(rawValue: 1 << 4)
    /// modifyOtherKeys of xterm.
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
    /// All features.
    package static let all = Self(rawValue: (1 << 12) - 1)
  }

  /// A sequence that a careful program does not send.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// A kind of violation.
    package enum Kind: String, Hashable, Sendable {
      /// The sequence is malformed or not UTF-8.
      case malformed
      /// The sequence is well formed but unknown to this terminal.
      case unknown
      /// Terminals differ in the effect.
      case contested
      /// A position outside of the screen was clipped.
      case outside
      /// The sequence undoes a change that was not made.
      case unbalanced
      /// Every terminal knows the sequence, but no careful program sends it.
      case forbidden
    }

    /// The kind.
    package let kind: Kind
    /// The number of bytes before the sequence.
    package let offset: Int
    /// The sequence in a readable form, such as `ESC[?25h`.
    package let sequence: String
    /// The reason in words.
    package let reason: String

    /// The violation in one line.
    public var description: String { "\(kind.rawValue) at \(offset): \(sequence): \(reason)" }
  }

  /// Returns bytes in a readable form: `ESC`, `^G`, `\x9B`, and text unchanged.
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
}
