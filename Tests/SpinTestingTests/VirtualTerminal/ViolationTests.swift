import SpinTesting
import Testing

@Suite struct ViolationTests {
  typealias Kind = VirtualTerminal.Violation.Kind

  /// Bytes on a screen of 5 by 4, and the violations they are.
  static let rows: [(String, [Kind])] = [
    // What careful programs send.
    ("^[[?1049h^[[?25l^[[?7l^[[?2004h^[[>1u^[[m^[[r^[[H^[[2J", []),
    ("abcde\r\nx^[[4;5Hy^[[1Gz^[[K^[[3X", []), ("^[[?2026hx^[[?2026l", []),
    ("^[]8;;https://example.org^[\\x^[]8;;^[\\", []), ("^[[22;2t^[]2;title^G^[[23;2t", []),
    ("^[[?2026$p^[[?u^[[c^[[?6n^[[>q", []), ("^[[4:3;58:2::1:2:3;38:5:9m", []),
    ("^[\\", []), ("^G", []), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}x", []),
    // Malformed.
    ("^[[12^[[m", [.malformed]), ("^[[1\u{18}", [.malformed, .forbidden]),
    ("^[[\n2C", [.malformed]), ("^[]2;a^[[m", [.malformed]), ("^[[1é", [.malformed]),
    ("^[]2;a\nb^G", [.malformed]),
    ("^[]2;a\u{18}", [.malformed, .forbidden]), ("^[]4;256;red^G", [.unknown]),
    ("^[[99999999A", [.malformed]), ("^[[1 2A", [.malformed]),
    ("^[[1:2H", [.malformed]), ("^[[h", [.malformed]),
    // Unknown.
    ("^[[5y", [.unknown]), ("^[[?9999h", [.unknown]), ("^[[33h", [.unknown]),
    ("^[[38;9m", [.unknown]), ("^[[38;5;256m", [.unknown]), ("^[[10m", [.unknown]),
    ("^[[4:9m", [.unknown]), ("^[y", [.unknown]), ("^[]777;x^G", [.unknown]),
    ("^[_x^[\\", [.unknown]), ("^[[9J", [.unknown]), ("^[[7 q", [.unknown]),
    ("^[]52;c;###^G", [.unknown]),
    // Outside of the screen.
    ("^[[5;1H", [.outside]), ("^[[1;6H", [.outside]), ("^[[6G", [.outside]),
    ("^[[A", [.outside]), ("^[[4B", [.outside]), ("^[[5C", [.outside]), ("^[[D", [.outside]),
    ("\u{8}", [.outside]), ("^[[1;5r", [.outside]), ("^[[2;3r^[[L", [.outside]),
    // Terminals differ.
    ("abcde\n", [.contested]), ("abcde^[[K", [.contested]), ("abcde\u{8}", [.contested]),
    ("abcde^[[A", [.contested, .outside]), ("abcde^[7", [.contested]), ("^[8", [.contested]),
    ("^[[?7labcdef", [.contested]),
    ("^[[?7labcde^[[?7hf", [.contested]), ("abcde^[[?7l^[[?7h^[[1Gx", []),
    ("^[[?7l^[[5G中", [.contested]), ("\t", [.contested]),
    ("a^[[9b", [.contested]), ("^[[2b", [.contested]), ("\u{301}", [.contested]),
    ("中^[[2Gx", [.contested]), ("中^[[2G^[[P", [.contested]), ("a^[[L", [.contested]),
    ("^[[2;2r", [.contested]), ("^[[2;3r^[[?1049h", [.contested]), ("^[[1e", [.contested]),
    ("^[[?1049h^[7", [.contested]), ("^[[5@", [.contested]), ("^[[21m", [.contested]),
    // Taken back without being given.
    ("^[[<u", [.unbalanced]), ("^[[23;2t", [.unbalanced]),
    ("^[[?1049l", [.unbalanced]),
    ("^[[?2026h^[[?2026h", [.unbalanced]), ("^[[>1u^[[?1049h^[[<u", [.unbalanced]),
    // Never ours to send.
    ("^[[3J", [.forbidden]), ("\u{E}", [.forbidden]), ("^[(0", [.forbidden]),
    ("\u{7F}", [.forbidden]), ("\u{0}", [.forbidden]), ("\u{9B}", [.forbidden]),
    ("^[[?6h", [.forbidden]), ("a\u{202E}", [.forbidden]),
    ("a\u{E0067}", [.forbidden]), ("🏴\u{E0067}\u{E007F}", [.forbidden]),
    ("a\u{2028}b", [.forbidden]), ("\u{C}", [.forbidden]),
  ]

  @Test(arguments: rows)
  func strictModeSaysWhatIsWrong(bytes: String, kinds: [Kind]) {
    let bytes = bytes.replacing("^[", with: "\u{1B}").replacing("^G", with: "\u{7}")
    var terminal = VirtualTerminal(columns: 5, rows: 4)
    terminal.feed(bytes)
    #expect(terminal.violations.map(\.kind) == kinds, "\(terminal.violations)")
    var lenient = VirtualTerminal(columns: 5, rows: 4, strict: false)
    lenient.feed(bytes)
    #expect(lenient.violations == [])
    #expect(lenient.cells == terminal.cells)
    #expect(lenient.cursor == terminal.cursor)
  }

  @Test func bytesThatAreNotUTF8AreMalformed() {
    for bytes in [[0x80], [0xC0, 0x80], [0xFF], [0xE4, 0x41], [0xED, 0xA0, 0x80]] as [[UInt8]] {
      var terminal = VirtualTerminal()
      terminal.feed(bytes)
      #expect(terminal.violations.first?.kind == .malformed)
    }
  }

  @Test func aViolationTellsWhereAndWhat() {
    var terminal = VirtualTerminal()
    terminal.feed("abc\u{1B}[?9999h")
    #expect(
      terminal.violations.first?.description
        == "unknown at 3: ESC[?9999h: unknown private mode 9999")
    #expect(VirtualTerminal.readable([0x1B, 0x5D, 0x07, 0x7F, 0xC2, 0x9B]) == "ESC]^G^?\\x9B")
  }

  @Test(arguments: [
    (VirtualTerminal.Features.synchronizedUpdates, "\u{1B}[?2026h"),
    (.graphemeClusters, "\u{1B}[?2027h"), (.resizeReports, "\u{1B}[?2048h"),
    (.kittyKeyboard, "\u{1B}[>1u"), (.kittyKeyboard, "\u{1B}[?u"),
    (.modifyOtherKeys, "\u{1B}[>4;1m"), (.underlineStyles, "\u{1B}[4:3m"),
    (.underlineStyles, "\u{1B}[58;5;1m"), (.links, "\u{1B}]8;;a\u{1B}\\"),
    (.clipboard, "\u{1B}]52;c;\u{1B}\\"),
  ])
  func aMissingFeatureIsUnknown(feature: VirtualTerminal.Features, bytes: String) {
    var whole = VirtualTerminal()
    whole.feed(bytes)
    #expect(whole.violations == [])
    var poor = VirtualTerminal(features: .all.subtracting(feature))
    poor.feed(bytes)
    #expect(poor.violations.map(\.kind) == [.unknown])
    #expect(poor.modesLeftOn == [])
    #expect(poor.takeReplies() == [])
  }

  @Test func bytesOutsideOfUpdatesAreCounted() {
    var terminal = VirtualTerminal()
    terminal.feed("ab\u{1B}[?2026hcd\u{1B}[H\u{1B}[?2026l\u{1B}[?25l")
    #expect(terminal.byteCount == 29)
    #expect(terminal.bytesOutsideUpdates == 8)
    #expect(terminal.updateCount == 1)
  }
}
