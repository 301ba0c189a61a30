/// Divides a byte stream into characters and control sequences.
///
/// The states are those of the DEC VT500 diagram by Paul Williams, with UTF-8 instead of the C1
/// controls, and with colons as separators of sub-parameters.
struct ControlParser: Sendable {
  /// The meaning of a piece of the stream.
  enum Token: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case control(UInt8)
    case escape(intermediates: [UInt8], final: UInt8)
    case sequence(ControlSequence)
    case string(StringKind, [UInt8])
    case malformed(String)
  }

  /// The introducer of a control string.
  enum StringKind: UInt8, Sendable {
    case device = 0x50  // DCS
    case start = 0x58  // SOS
    case system = 0x5D  // OSC
    case privacy = 0x5E  // PM
    case application = 0x5F  // APC
  }

  /// A token with its bytes.
  struct Lexeme: Hashable, Sendable {
    var token: Token
    var bytes: [UInt8]
    var offset: Int
  }

  private enum Phase: Hashable, Sendable {
    case ground
    case utf8(missing: Int)
    case escape
    case escapeIntermediate
    case sequence
    case string(StringKind)
    case stringEscape(StringKind)
  }

  /// The number of bytes taken so far.
  private(set) var offset = 0
  /// The bytes of the current sequence.
  private(set) var collected: [UInt8] = []
  private var phase = Phase.ground
  private var start = 0

  /// Whether a sequence is incomplete.
  var isUnderWay: Bool { phase != .ground }

  /// Takes one byte, and appends the lexemes that it completes.
  mutating func take(_ byte: UInt8, into lexemes: inout [Lexeme]) {
    defer { offset += 1 }
    switch phase {
    case .ground: ground(byte, &lexemes)
    case .utf8(let missing): continueScalar(byte, missing, &lexemes)
    case .string(let kind): continueString(byte, kind, &lexemes)
    case .stringEscape(let kind): endString(byte, kind, &lexemes)
    case .escape, .escapeIntermediate, .sequence: continueSequence(byte, &lexemes)
    }
  }

  private mutating func ground(_ byte: UInt8, _ lexemes: inout [Lexeme]) {
    start = offset
    switch byte {
    case 0x20..<0x7F: lexemes.append(single(.scalar(UnicodeScalar(byte)), byte))
    case 0x1B: begin(.escape, byte)
    case 0..<0x20, 0x7F: lexemes.append(single(.control(byte), byte))
    case 0xC2..<0xE0: begin(.utf8(missing: 1), byte)
    case 0xE0..<0xF0: begin(.utf8(missing: 2), byte)
    case 0xF0..<0xF5: begin(.utf8(missing: 3), byte)
    default: lexemes.append(single(.malformed("not UTF-8"), byte))
    }
  }

  private mutating func continueScalar(
    _ byte: UInt8, _ missing: Int, _ lexemes: inout [Lexeme]
  ) {
    guard Self.continues(collected, byte) else {
      abandon("not UTF-8", &lexemes)
      return ground(byte, &lexemes)
    }
    collected.append(byte)
    guard missing == 1 else { return phase = .utf8(missing: missing - 1) }
    let scalar = String(decoding: collected, as: UTF8.self).unicodeScalars.first
    finish(scalar.map(Token.scalar) ?? .malformed("not UTF-8"), &lexemes)
  }

  /// Whether a byte may follow: no overlong forms, surrogates or values past U+10FFFF.
  private static func continues(_ head: [UInt8], _ byte: UInt8) -> Bool {
    guard byte & 0xC0 == 0x80 else { return false }
    guard head.count == 1 else { return true }
    switch head[0] {
    case 0xE0: return byte >= 0xA0
    case 0xED: return byte < 0xA0
    case 0xF0: return byte >= 0x90
    case 0xF4: return byte < 0x90
    default: return true
    }
  }

  private mutating func continueSequence(_ byte: UInt8, _ lexemes: inout [Lexeme]) {
    switch byte {
    case 0x1B:
      abandon("cut short by another escape", &lexemes)
      begin(.escape, byte)
    case 0x18, 0x1A:
      abandon("cancelled", &lexemes)
      lexemes.append(single(.control(byte), byte))
    case 0..<0x20, 0x7F:
      let complaint = Token.malformed("control inside " + VirtualTerminal.readable(collected))
      lexemes.append(Lexeme(token: complaint, bytes: [], offset: offset))
      lexemes.append(single(.control(byte), byte))
    case 0x80...:
      abandon("cut short by a byte that is not ASCII", &lexemes)
      ground(byte, &lexemes)
    default:
      collected.append(byte)
      advance(byte, &lexemes)
    }
  }

  private mutating func advance(_ byte: UInt8, _ lexemes: inout [Lexeme]) {
    switch (phase, byte) {
    case (.sequence, 0x40...):
      let sequence = ControlSequence(body: collected.dropFirst(2))
      finish(sequence.map(Token.sequence) ?? .malformed("not a control sequence"), &lexemes)
    case (.sequence, _): break
    case (_, 0x20..<0x30): phase = .escapeIntermediate
    case (.escape, 0x5B): phase = .sequence
    case (.escape, _) where StringKind(rawValue: byte) != nil:
      phase = StringKind(rawValue: byte).map(Phase.string) ?? .ground
    default:
      let middle = Array(collected.dropFirst().dropLast())
      finish(.escape(intermediates: middle, final: byte), &lexemes)
    }
  }

  private mutating func continueString(
    _ byte: UInt8, _ kind: StringKind, _ lexemes: inout [Lexeme]
  ) {
    switch byte {
    case 0x1B: phase = .stringEscape(kind)
    case 0x07 where kind == .system:
      let payload = Array(collected.dropFirst(2))
      collected.append(byte)
      finish(.string(kind, payload), &lexemes)
    case 0x18, 0x1A:
      abandon("cancelled", &lexemes)
      lexemes.append(single(.control(byte), byte))
    default:
      collected.append(byte)
    }
  }

  private mutating func endString(
    _ byte: UInt8, _ kind: StringKind, _ lexemes: inout [Lexeme]
  ) {
    guard byte == 0x5C else {
      abandon("control string cut short by another escape", &lexemes)
      start = offset - 1
      begin(.escape, 0x1B)
      return continueSequence(byte, &lexemes)
    }
    let payload = Array(collected.dropFirst(2))
    collected += [0x1B, 0x5C]
    finish(.string(kind, payload), &lexemes)
  }

  private mutating func begin(_ phase: Phase, _ byte: UInt8) {
    self.phase = phase
    collected.append(byte)
  }

  private mutating func finish(_ token: Token, _ lexemes: inout [Lexeme]) {
    lexemes.append(Lexeme(token: token, bytes: collected, offset: start))
    collected.removeAll(keepingCapacity: true)
    phase = .ground
  }

  private mutating func abandon(_ reason: String, _ lexemes: inout [Lexeme]) {
    finish(.malformed(reason), &lexemes)
    start = offset
  }

  private func single(_ token: Token, _ byte: UInt8) -> Lexeme {
    Lexeme(token: token, bytes: [byte], offset: offset)
  }
}
