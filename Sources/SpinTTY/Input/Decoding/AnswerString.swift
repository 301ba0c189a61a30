/// Tells a control string that a terminal may send as an answer from keys, byte by byte.
///
/// Alt with `]`, `P` or `_` begins like a control string. So a string is read as keys as soon as no
/// answer begins with its bytes:
///
/// | answer | bytes after the escape |
/// |---|---|
/// | a colour (OSC 4, 10 to 19) | `]11;` and a colour |
/// | a selection (OSC 52) | `]52;` and Base64 |
/// | name and version (XTVERSION) | `P>\|` and text |
/// | capabilities (XTGETTCAP) | `P0+r`, `P1+r` and text |
/// | settings (DECRQSS) | `P0$r`, `P1$r` and text |
/// | the unit (DA3) | `P!\|` and text |
/// | colours and notifications (kitty), and others (iTerm2) | `]21;`, `]99;`, `]1337;` and text |
/// | about pictures (kitty) | `_Gi=`, `_GI=`, `_Gp=` and text |
///
/// No terminal answers with the strings that begin with `X` (SOS) and `^` (PM).
///
/// Sources: "XTerm Control Sequences", and "Terminal graphics protocol" in kitty's documentation.
struct AnswerString: Equatable, Sendable {
  private enum Body { case color, selection, text }

  private static let heads: [(bytes: [UInt8], body: Body)] =
    (["]4;"] + (10...19).map { "]\($0);" }).map { (Array($0.utf8), .color) }
    + [(Array("]52;".utf8), .selection)]
    + [
      "]21;", "]99;", "]1337;", "P>|", "P!|", "P0+r", "P1+r", "P0$r", "P1$r", "_Gi=", "_GI=",
      "_Gp=",
    ].map { (Array($0.utf8), .text) }

  private var head: [UInt8] = []
  private var body: Body?

  /// Whether all text after the head may belong to an answer.
  var hasFreeText: Bool { body == .text }

  /// Takes the next byte after the escape byte; returns whether an answer may go on like this.
  mutating func take(_ byte: UInt8) -> Bool {
    if let body { return AnswerString.holds(body, byte) }
    head.append(byte)
    let known = AnswerString.heads.filter { $0.bytes.starts(with: head) }
    if let first = known.first, first.bytes.count == head.count { body = first.body }
    return !known.isEmpty
  }

  private static func holds(_ body: Body, _ byte: UInt8) -> Bool {
    switch body {
    case .color: isHexDigit(byte) || "rgb:/#;".utf8.contains(byte)
    case .selection: isLetterOrDigit(byte) || "+/=;".utf8.contains(byte)
    case .text: (0x20..<0x7F).contains(byte)
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    UnicodeScalar(byte).properties.isASCIIHexDigit
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}

/// The answers to the questions of a session, see ``Negotiation/queries(asksForBackground:)``.
enum AwaitedAnswer {
  private static let heads = [Array("\u{1B}[?".utf8), Array("\u{1B}]11;".utf8)]
  /// More bytes than any of the answers has.
  private static let limit = 128

  /// Whether such an answer may begin with these bytes.
  static func mayBegin(with bytes: [UInt8]) -> Bool {
    if bytes.isEmpty || bytes.count > limit { return false }
    return heads.contains { $0.starts(with: bytes) || bytes.starts(with: $0) }
  }
}
