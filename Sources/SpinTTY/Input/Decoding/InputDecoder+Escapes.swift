extension InputDecoder {
  mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x1B:
      putDoubledEscape()
      isDoubled = true
    case 0x4F: begin(.single, byte)
    case 0x5B: begin(.sequence, byte)
    case 0x5D, 0x50, 0x5F:
      putDoubledEscape()
      answer = AnswerForm()
      _ = answer.take(byte)
      begin(.string, byte)
    case 0..<0x20, 0x7F:
      collected.append(byte)
      finish(key: .alt(control(byte)))
    case 0x20..<0x7F:
      collected.append(byte)
      finish(key: .alt(KeyChord(Character(UnicodeScalar(byte)))))
    case 0xC2..<0xF5: begin(.utf8, byte)
    default:
      collected.append(byte)
      giveUp()
    }
  }

  /// Decodes SS3: optional digits for the modifiers, and a final byte.
  ///
  /// Without the meaning of a key, it is alt with `O`, and what was typed after it.
  mutating func single(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39 where collected.count < 8: collected.append(byte)
    case 0x21..<0x7F:
      collected.append(byte)
      let press = KeyTables.single(byte, modifiers: collected[2..<collected.count - 1])
      press.map { finish(.key($0)) } ?? readAsKeys()
    default: readAsKeys(before: byte)
    }
  }

  /// Decodes the function keys of the Linux console: `ESC[[A` to `ESC[[E`.
  mutating func console(_ byte: UInt8) {
    guard (0x20..<0x7F).contains(byte) else { return giveUp(before: byte) }
    collected.append(byte)
    guard (0x41...0x45).contains(byte) else { return giveUp() }
    finish(key: .f(Int(byte) - 0x40))
  }

  /// Decodes the three bytes after `ESC[M`.
  mutating func oldMouse(_ byte: UInt8) {
    guard byte >= 0x20 else { return giveUp(before: byte) }
    collected.append(byte)
    guard collected.count == 6 else { return }
    let numbers = collected.dropFirst(3).map { Int($0) - 0x20 }
    let event = MouseEvent(code: numbers[0], column: numbers[1], row: numbers[2], isUp: nil)
    event.map { finish(.mouse($0)) } ?? giveUp()
  }

  /// Takes a byte of a control string, as long as a terminal may answer so.
  mutating func string(_ byte: UInt8) {
    guard answer.take(byte) else { return readAsKeys(before: byte) }
    collect(byte)
    if answer.isComplete { finishAnswer() }
  }

  /// Keeps a byte of a sequence or string; beyond the limit, only the introducer is kept.
  mutating func collect(_ byte: UInt8) {
    if dropped > 0 { return dropped += 1 }
    collected.append(byte)
    guard collected.count > options.stringLimit else { return }
    dropped = collected.count - 2
    collected.removeLast(dropped)
  }

  private mutating func finishAnswer() {
    guard dropped == 0 else { return giveUp() }
    let payload = collected.dropFirst(2).dropLast(collected.last == 0x07 ? 1 : 2)
    let report = ReportDecoding.string(introducer: collected[1], Array(payload))
    report.map { finish(.answer($0)) } ?? giveUp()
  }

  /// Reads what is pending as keys, because it is no sequence or answer.
  ///
  /// It is alt with a key, and what was typed after it. What surely belongs to an answer is unknown.
  mutating func readAsKeys() {
    lapse = nil
    guard dropped == 0 else { return giveUp() }
    let bytes = collected
    var known = pieces.sure
    if known > 0 {
      collected.removeLast(bytes.count - known)
      giveUp()
    } else if phase == .late {
      forget()
    } else {
      known = 2
      collected.removeLast(bytes.count - known)
      finish(key: .alt(KeyChord(Character(UnicodeScalar(bytes[1])))))
    }
    takeAgain(bytes.dropFirst(known))
  }

  /// Reads what is pending as keys, and then this byte.
  mutating func readAsKeys(before byte: UInt8) {
    readAsKeys()
    take(byte)
  }

  /// Takes as many bytes of a paste as possible at once.
  mutating func pasted(_ rest: inout ArraySlice<UInt8>) {
    if let part = paste.take(&rest, limit: options.pasteLimit) {
      put(.paste(part.text), length: part.length)
    }
    if paste.isComplete { endPaste() }
  }

  mutating func endPaste() {
    if let rest = paste.end() { put(.paste(rest.text), length: rest.length) }
    phase = .ground
  }
}
