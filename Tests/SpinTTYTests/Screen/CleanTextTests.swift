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

  private static func tags(_ text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.compactMap { Unicode.Scalar(0xE0000 + UInt32($0)) }))
  }

  @Test(arguments: ["gbeng", "gbsct", "gbwls", "usca", "fr75c"])
  func theFlagOfAPartOfACountryIsSentWhole(subdivision: String) {
    let flag = "🏴" + CleanTextTests.tags(subdivision) + "\u{E007F}"
    for text in [flag, "a\(flag)b", "\u{1B}\(flag)\(flag)", "👩\u{200D}\(flag)", "\u{600}\(flag)"] {
      #expect(CleanText(text).string == text.replacing("\u{1B}", with: "␛"))
    }
    for rules in [WidthRules(profile: .wcwidth), WidthRules(profile: .grapheme)] {
      #expect(rules.width(of: "a\(flag)b") == 4)
    }
    let shown = Picture(6, 1) { Text("a\(flag)b") }
    #expect(shown.text == "a\(flag)b")
  }

  @Test func tagsThatFormNoFlagAreVisible() {
    let end = "\u{E007F}"
    for (base, tags, rest) in [
      ("🏴", "gbeng", ""), ("🏴", "", end), ("🏴", "gb", end), ("🏴", "gbengland", end),
      ("🏴", "GBENG", end), ("🏴", "gb-en", end), ("🏳", "gbeng", end), ("a", "gbeng", end),
      ("", "gbeng", end), ("🏴\u{FE0F}", "gbeng", end),
    ] {
      let text = base + CleanTextTests.tags(tags) + rest
      let count = tags.utf8.count + rest.unicodeScalars.count
      #expect(CleanText(text).string == base + String(repeating: "\u{FFFD}", count: count))
      #expect(Picture(20, 1) { Text(text) }.text == CleanText(text).string)
    }
    let flag = "🏴" + CleanTextTests.tags("gbeng") + end
    #expect(CleanText(flag + CleanTextTests.tags("a")).string == flag + "\u{FFFD}")
    #expect(CleanText("🏴" + CleanTextTests.tags("g") + flag).string == "🏴\u{FFFD}" + flag)
  }

  /// It vanished, or a terminal put it on what stood before the text.
  @Test(arguments: [
    ("\u{301}", "◌\u{301}"), ("\u{301}\u{302}a", "◌\u{301}\u{302}a"),
    ("a\u{200B}\u{301}", "a\u{200B}◌\u{301}"), ("\u{FE0F}\u{301}x", "\u{FE0F}◌\u{301}x"),
    ("\u{20DD}", "◌\u{20DD}"), ("\u{1B}\u{301}", "␛\u{301}"), (" \u{301}", " \u{301}"),
    ("\u{FE0F}", "\u{FE0F}"), ("\u{200D}", "\u{200D}"), ("\u{E33}", "\u{E33}"),
    ("\u{FF9E}\u{301}", "\u{FF9E}\u{301}"),
  ])
  func aMarkWithoutACharacterIsShownOnADottedCircle(raw: String, clean: String) {
    #expect(CleanText(raw).string.unicodeScalars.elementsEqual(clean.unicodeScalars))
    for rules in [WidthRules(profile: .wcwidth), WidthRules(profile: .grapheme)] {
      #expect(rules.width(of: raw) == rules.width(of: clean))
    }
    let shown = Picture(9, 3) {
      Text(raw)
      TextInput(TextInput.Model(raw)).id("input")
      TextArea(TextArea.Model(raw)).id("area")
    }
    let expected = Picture(9, 1) { Text(clean) }.canvas.lines[0]
    #expect(shown.canvas.lines[0] == expected)
    if !raw.contains("\u{1B}") {
      #expect(shown.canvas.lines == [expected, "▌" + expected, "▌" + expected])
    }
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
