import Testing

@testable import SpinTTY

@Suite struct CleanTextTests {
  @Test(arguments: [
    ("\u{1B}[31mred", "␛[31mred"), ("a\tb", "a␉b"), ("\r\n", "␍␊"), ("\u{0}", "␀"),
    ("\u{7F}", "␡"), ("\u{9B}2J", "\u{FFFD}2J"), ("\u{80}", "\u{FFFD}"), ("\u{A0}", "\u{A0}"),
    ("\u{2028}x\u{2029}", "\u{FFFD}x\u{FFFD}"), ("\u{202E}evil", "\u{FFFD}evil"),
    ("\u{2066}\u{2069}", "\u{FFFD}\u{FFFD}"), ("\u{E0041}", "\u{FFFD}"),
    ("\u{E007F}\u{E0080}", "\u{FFFD}\u{E0080}"), ("…–│é漢😀", "…–│é漢😀"), ("", ""),
  ])
  func whatATerminalWouldActOnBecomesVisible(raw: String, clean: String) {
    #expect(CleanText(raw).string.unicodeScalars.elementsEqual(clean.unicodeScalars))
  }

  @Test func noScalarThatATerminalActsOnComesThrough() {
    let forbidden = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
      switch $0.value {
      case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
      default: false
      }
    }
    for scalar in forbidden {
      // Beside others, because a scalar may join what is before it.
      let text = CleanText("a\(Character(scalar))b").string
      #expect(!text.unicodeScalars.contains(scalar))
      #expect(text.unicodeScalars.count == 3)
    }
  }

  @Test func invalidBytesWereReplacedByDecoding() {
    let text = String(decoding: [0x61, 0x9B, 0x32, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self)
    #expect(CleanText(text).string.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" || $0.isASCII })
  }

  @Test func linesEndAtEveryKindOfNewline() {
    #expect(CleanText.lines(of: "a\nb\r\nc\rd\n").map(\.string) == ["a", "b", "c", "d"])
    #expect(CleanText.lines(of: "\n\n").map(\.string) == ["", ""])
    #expect(CleanText.lines(of: "").map(\.string) == [""])
  }
}
