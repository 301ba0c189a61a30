extension InputDecoder {
  mutating func ground(_ byte: UInt8) {
    switch byte {
    case 0x1B: begin(.escape, byte)
    case 0..<0x20, 0x7F:
      collected.append(byte)
      finish(key: control(byte))
    case 0x20..<0x7F:
      collected.append(byte)
      finish(.text(String(UnicodeScalar(byte))))
    case 0xC2..<0xF5: begin(.utf8, byte)
    default:
      // NB: not a C1 control, because the stream is UTF-8.
      collected.append(byte)
      malformedScalar()
    }
  }

  /// Returns the key that a control byte represents.
  func control(_ byte: UInt8) -> KeyChord {
    switch byte {
    case 0x00: .ctrl(" ")
    case 0x08: options.backspaceIsControlH ? .backspace : .ctrl("h")
    case 0x09: .tab
    case 0x0D: .enter
    case 0x1B: .escape
    case 0x7F: .backspace
    case 0x01...0x1A: .ctrl(KeyChord(Character(UnicodeScalar(byte + 0x60))))
    default: .ctrl(KeyChord(Character(UnicodeScalar(byte + 0x40))))
    }
  }

  /// Takes a byte of a multibyte character; `collected` may begin with an escape for alt.
  mutating func continueScalar(_ byte: UInt8) {
    let head = collected.drop { $0 == 0x1B }
    guard Self.continues(head, byte) else {
      malformedScalar()
      return ground(byte)
    }
    collected.append(byte)
    guard head.count + 1 == Self.length(head.first ?? 0) else { return }
    let text = String(decoding: collected.drop { $0 == 0x1B }, as: UTF8.self)
    switch (text.unicodeScalars.first, collected[0] == 0x1B) {
    case (let scalar?, _) where scalar.properties.generalCategory == .control: giveUp()
    case (let scalar?, true): finish(key: .alt(KeyChord(Character(scalar))))
    default: finish(.text(text))
    }
  }

  /// Ends a malformed character: one U+FFFD for each maximal subpart, as Unicode recommends.
  mutating func malformedScalar() {
    collected.first == 0x1B ? giveUp() : finish(.text("\u{FFFD}"))
  }

  private static func length(_ lead: UInt8) -> Int {
    lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  /// Whether a byte may follow; excludes overlong forms, surrogates and values past U+10FFFF.
  private static func continues(_ head: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
    guard byte & 0xC0 == 0x80 else { return false }
    guard head.count == 1 else { return true }
    switch head.first {
    case 0xE0: return byte >= 0xA0
    case 0xED: return byte < 0xA0
    case 0xF0: return byte >= 0x90
    case 0xF4: return byte < 0x90
    default: return true
    }
  }
}
