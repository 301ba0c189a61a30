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
  private var complete: [Lexeme] = []
  private var phase = Phase.ground
  private var start = 0

  /// Whether a sequence is incomplete.
  var isUnderWay: Bool { phase != .ground }

  /// Removes the oldest of the lexemes that are complete.
  mutating func next() -> Lexeme? { complete.isEmpty ? nil : complete.removeFirst() }

  /// Takes one byte, which may complete lexemes.
  mutating func take(_ byte: UInt8) {
    defer { offset += 1 }
    switch phase {
    case .ground: ground(byte)
    case .utf8(let missing): continueScalar(byte, missing)
    case .string(let kind): continueString(byte, kind)
    case .stringEscape(let kind): endString(byte, kind)
    case .escape, .escapeIntermediate, .sequence: continueSequence(byte)
    }
  }

  private mutating func ground(_ byte: UInt8) {
    start = offset
    switch byte {
    case 0x20..<0x7F: complete.append(single(.scalar(UnicodeScalar(byte)), byte))
    case 0x1B: begin(.escape, byte)
    case 0..<0x20, 0x7F: complete.append(single(.control(byte), byte))
    case 0xC2..<0xE0: begin(.utf8(missing: 1), byte)
    case 0xE0..<0xF0: begin(.utf8(missing: 2), byte)
    case 0xF0..<0xF5: begin(.utf8(missing: 3), byte)
    default: complete.append(single(.malformed("not UTF-8"), byte))
    }
  }

  private mutating func continueScalar(_ byte: UInt8, _ missing: Int) {
    guard Self.continues(collected, byte) else { return abandon("not UTF-8", before: byte) }
    collected.append(byte)
    guard missing == 1 else { return phase = .utf8(missing: missing - 1) }
    let scalar = String(decoding: collected, as: UTF8.self).unicodeScalars.first
    finish(scalar.map(Token.scalar) ?? .malformed("not UTF-8"))
  }

  /// Whether a byte may follow: no overlong forms, surrogates or values past U+10FFFF.
  ///
  /// NB: not by the code of SpinTTY, which is tested by this emulator.
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

  private mutating func continueSequence(_ byte: UInt8) {
    switch byte {
    case 0x1B: abandon("cut short by another escape", before: byte)
    case 0x18, 0x1A: abandon("cancelled", before: byte)
    case 0..<0x20, 0x7F:
      let complaint = Token.malformed("control inside " + VirtualTerminal.readable(collected))
      complete.append(Lexeme(token: complaint, bytes: [], offset: offset))
      complete.append(single(.control(byte), byte))
    case 0x80...: abandon("cut short by a byte that is not ASCII", before: byte)
    default:
      collected.append(byte)
      advance(byte)
    }
  }

  private mutating func advance(_ byte: UInt8) {
    switch (phase, byte) {
    case (.sequence, 0x40...):
      let sequence = ControlSequence(body: collected.dropFirst(2))
      finish(sequence.map(Token.sequence) ?? .malformed("not a control sequence"))
    case (.sequence, _): break
    case (_, 0x20..<0x30): phase = .escapeIntermediate
    case (.escape, 0x5B): phase = .sequence
    case (.escape, _) where StringKind(rawValue: byte) != nil:
      phase = StringKind(rawValue: byte).map(Phase.string) ?? .ground
    default:
      let middle = Array(collected.dropFirst().dropLast())
      finish(.escape(intermediates: middle, final: byte))
    }
  }

  private mutating func continueString(_ byte: UInt8, _ kind: StringKind) {
    switch byte {
    case 0x1B: phase = .stringEscape(kind)
    case 0x07 where kind == .system: finish(kind, [byte])
    case 0x18, 0x1A: abandon("cancelled", before: byte)
    default: collected.append(byte)
    }
  }

  private mutating func endString(_ byte: UInt8, _ kind: StringKind) {
    guard byte == 0x5C else {
      abandon("control string cut short by another escape", before: 0x1B)
      start = offset - 1
      return continueSequence(byte)
    }
    finish(kind, [0x1B, 0x5C])
  }

  private mutating func finish(_ kind: StringKind, _ terminator: [UInt8]) {
    let payload = Array(collected.dropFirst(2))
    collected += terminator
    finish(.string(kind, payload))
  }

  private mutating func begin(_ phase: Phase, _ byte: UInt8) {
    self.phase = phase
    collected.append(byte)
  }

  private mutating func finish(_ token: Token) {
    complete.append(Lexeme(token: token, bytes: collected, offset: start))
    collected.removeAll(keepingCapacity: true)
    phase = .ground
  }

  /// Ends a sequence before a byte that does not belong to it.
  private mutating func abandon(_ reason: String, before byte: UInt8) {
    finish(.malformed(reason))
    ground(byte)
  }

  private func single(_ token: Token, _ byte: UInt8) -> Lexeme {
    Lexeme(token: token, bytes: [byte], offset: offset)
  }
}
