/// Tells an answer of a terminal from keys, byte by byte from the escape byte on.
///
/// Escape, and alt with `[`, `]`, `P` or `_`, begin like an answer. So bytes are keys as soon as no
/// answer begins with them:
///
/// | answer | bytes after the escape |
/// |---|---|
/// | a colour | `]4;`, `]11;` and others, and a colour |
/// | a selection (OSC 52) | `]52;` and Base64 |
/// | others of kitty, iTerm2, xterm and rxvt | `]99;`, `]1337;`, `]50;`, `]702;` … and text |
/// | the title (xterm) | `]l` or `]L` and text |
/// | name and version (XTVERSION), the unit (DA3) | `P>|`, `P!|` and text |
/// | capabilities, settings (XTGETTCAP, DECRQSS …) | `P0+r`, `P1$r` … and text |
/// | a checksum (DECCKSR) | `P`, a number, `!~` and text |
/// | about pictures (kitty) | `_Gi=`, `_GI=`, `_Gp=` and text |
/// | attributes, modes, flags of the keyboard | `[?`, `[>` or `[=`, numbers and a final byte |
/// | the mouse | `[<`, numbers and a final byte |
/// | the cursor's position, a size, a status | `[`, numbers, and `R`, `t`, `n` or `x` |
///
/// No terminal answers with the strings that begin with `X` (SOS) and `^` (PM).
///
/// Sources: "XTerm Control Sequences", kitty's documentation of its protocols, and urxvt(7).
struct AnswerForm: Equatable, Sendable {
  private enum Body { case color, selection, text, title, marked, numbers }

  private static let heads: [(bytes: [UInt8], body: Body)] = {
    func heads(_ texts: [String], _ body: Body) -> [(bytes: [UInt8], body: Body)] {
      texts.map { (Array($0.utf8), body) }
    }
    func commands(_ numbers: [Int], _ body: Body) -> [(bytes: [UInt8], body: Body)] {
      heads(numbers.map { "]\($0);" }, body)
    }
    return commands([4, 5] + (10...19) + [39, 49] + (704...708), .color)
      + commands([52], .selection)
      + commands([21, 22, 50, 60, 61, 99, 701, 702, 1337, 5113, 5522], .text)
      + heads(["P>|", "P!|", "P0+r", "P1+r", "P0+R", "P1+R", "P0$r", "P1$r", "P1$s"], .text)
      + heads(["P1$u", "P2$u", "P0!u", "P1!u", "P@kitty-"], .text)
      + heads(["_Gi=", "_GI=", "_Gp=", "_SyncTERM:"], .text) + heads(["]l", "]L"], .title)
      + heads(["[?", "[>", "[=", "[<"], .marked) + heads((0...9).map { "[\($0)" }, .numbers)
  }()

  /// No head is longer, and none with a number that a question has chosen needs to be.
  private static let longestHead = 16

  private var head: [UInt8] = []
  private var body: Body?
  /// Whether the last byte is the escape byte of the string's terminator.
  private var isEnding = false
  /// Whether the answer is over.
  private(set) var isComplete = false

  /// Creates the form of nothing but an escape byte.
  init() {}

  /// Creates the form of an escape byte and others; `nil` if no answer begins so.
  init?(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes.dropFirst() where !take(byte) { return nil }
  }

  /// Whether only an answer begins so, if the bytes came at once.
  var isSure: Bool {
    switch body {
    case .color, .selection, .text, .marked: true
    case .title, .numbers, nil: false
    }
  }

  /// Takes the next byte after the escape byte; returns whether an answer may go on like this.
  mutating func take(_ byte: UInt8) -> Bool {
    guard !isComplete else { return false }
    guard let body else { return takeHead(byte) }
    if head[0] == 0x5B { return takeNumber(byte, body) }
    if isEnding {
      isComplete = byte == 0x5C
      return isComplete
    }
    switch byte {
    case 0x1B: isEnding = true
    case 0x07 where head[0] == 0x5D: isComplete = true
    default: return AnswerForm.holds(body, byte)
    }
    return true
  }

  private mutating func takeHead(_ byte: UInt8) -> Bool {
    guard head.count < AnswerForm.longestHead else { return false }
    head.append(byte)
    let known = AnswerForm.heads.filter { $0.bytes.starts(with: head) }
    if let first = known.first, first.bytes.count == head.count { body = first.body }
    if !known.isEmpty { return true }
    // The question for a checksum has chosen the number.
    let rest = head.dropFirst().drop { (0x30...0x39).contains($0) }
    if rest.elementsEqual("!~".utf8) { body = .text }
    return head[0] == 0x50 && "!~".utf8.starts(with: rest)
  }

  private mutating func takeNumber(_ byte: UInt8, _ body: Body) -> Bool {
    switch byte {
    case 0x30...0x39, 0x24, 0x2D, 0x3A, 0x3B: return true
    default: isComplete = (body == .marked ? "cmnqtuyMRS" : "Rntx").utf8.contains(byte)
    }
    return isComplete
  }

  private static func holds(_ body: Body, _ byte: UInt8) -> Bool {
    switch body {
    case .color: isHexDigit(byte) || "rgb:/#;".utf8.contains(byte)
    case .selection: isLetterOrDigit(byte) || "+/=;".utf8.contains(byte)
    default: byte >= 0x20 && byte != 0x7F
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
