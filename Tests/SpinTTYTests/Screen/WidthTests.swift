import Testing

@testable import SpinTTY

@Suite struct WidthTests {
  private static let everyScalar = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)

  @Test func theTableAgreesWithTheRuntimeOnWhatTakesNoColumn() {
    for scalar in WidthTests.everyScalar where scalar.properties.generalCategory != .control {
      let properties = scalar.properties
      let isMark = [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
      let isJamo =
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
      let isIgnorable = properties.isDefaultIgnorableCodePoint && scalar.value != 0xAD
      if isMark || isJamo || isIgnorable {
        #expect(ScalarTraits(scalar).width == 0, "\(String(scalar.value, radix: 16))")
      } else if properties.generalCategory != .format {
        #expect(ScalarTraits(scalar).width > 0, "\(String(scalar.value, radix: 16))")
      }
    }
  }

  @Test func theTableAgreesWithTheRuntimeOnWhatIsNewerThanUnicode12() {
    var newest = 0
    for scalar in WidthTests.everyScalar {
      let major = scalar.properties.age?.major
      newest = max(newest, major ?? 0)
      if major.map({ $0 > 12 }) ?? true {
        #expect(ScalarTraits(scalar).isContested, "\(String(scalar.value, radix: 16))")
      }
    }
    #expect(newest == WidthTable.unicodeVersion.major, "a runtime that is newer than the table")
  }

  @Test func theTableAgreesWithTheRuntimeOnEmoji() {
    for scalar in WidthTests.everyScalar where scalar.properties.isEmojiPresentation {
      let isFlag = (0x1F1E6...0x1F1FF).contains(scalar.value)
      #expect(ScalarTraits(scalar).width == (isFlag ? 1 : 2), "\(scalar)")
    }
  }

  @Test(arguments: [
    (0x61, 1), (0xA1, 1), (0x300, 0), (0x1100, 2), (0x115F, 0), (0x2329, 2), (0x2630, 2),
    (0x303F, 1), (0x3248, 1), (0x3250, 2), (0x4DC0, 2), (0x4E00, 2), (0xD7A3, 2), (0xFF01, 2),
    (0xFF61, 1), (0x17000, 2), (0x18CFF, 2), (0x18D1E, 2), (0x18D1F, 1), (0x1B170, 2),
    (0x1D300, 2), (0x1F321, 1), (0x1F600, 2), (0x1FAE9, 2), (0x1FAC8, 2), (0x20000, 2),
    (0x2FFFD, 2), (0x3FFFD, 2), (0x40000, 1), (0xE0100, 0), (0x10FFFD, 1),
  ])
  func wideIsWhatEastAsianWidthSays(value: UInt32, width: Int) throws {
    #expect(ScalarTraits(try #require(Unicode.Scalar(value))).width == width)
  }

  @Test func privateUseIsAmbiguousAndNotContested() {
    for scalar: Unicode.Scalar in ["\u{E000}", "\u{F0000}", "\u{10FFFD}"] {
      #expect(ScalarTraits(scalar).isAmbiguous && !ScalarTraits(scalar).isContested)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let grapheme: Int
    let wcwidth: Int
    var isContested = true
    var testDescription: String { text }
  }

  @Test(arguments: [
    Case(text: "a", grapheme: 1, wcwidth: 1, isContested: false),
    Case(text: "中", grapheme: 2, wcwidth: 2, isContested: false),
    Case(text: "e\u{301}", grapheme: 1, wcwidth: 1, isContested: false),
    Case(text: "\u{1112}\u{1161}\u{11AB}", grapheme: 2, wcwidth: 2, isContested: false),
    Case(text: "😀", grapheme: 2, wcwidth: 2, isContested: false),
    Case(text: "👍🏽", grapheme: 2, wcwidth: 4),
    Case(text: "🇫🇷", grapheme: 2, wcwidth: 2),
    Case(text: "❤️", grapheme: 2, wcwidth: 1),
    Case(text: "⌨️", grapheme: 2, wcwidth: 1),
    Case(text: "😀\u{FE0E}", grapheme: 2, wcwidth: 2),
    Case(text: "1\u{FE0F}\u{20E3}", grapheme: 2, wcwidth: 1),
    Case(text: "क्षि", grapheme: 2, wcwidth: 3),
    Case(text: "👩‍👩‍👧", grapheme: 2, wcwidth: 6),
    Case(text: "\u{1FAE9}", grapheme: 2, wcwidth: 2),
    Case(text: "กำ", grapheme: 2, wcwidth: 2), Case(text: "ກຳ", grapheme: 2, wcwidth: 2),
    Case(text: "ｶﾞ", grapheme: 2, wcwidth: 2), Case(text: "ﾊﾟ", grapheme: 2, wcwidth: 2),
    Case(text: "กี่", grapheme: 1, wcwidth: 1, isContested: false),
    Case(text: "ガ", grapheme: 2, wcwidth: 2, isContested: false),
    Case(text: "\u{200B}", grapheme: 0, wcwidth: 0),
    Case(text: "\u{AD}", grapheme: 1, wcwidth: 1),
  ])
  func clustersTakeWhatEachProfileSays(testCase: Case) {
    for (profile, width) in [
      (WidthRules.Profile.grapheme, testCase.grapheme), (.wcwidth, testCase.wcwidth),
    ] {
      let rules = WidthRules(profile: profile)
      #expect(rules.width(of: testCase.text) == width)
      for glyph in rules.drawnGlyphs(in: testCase.text) {
        #expect(glyph.isContested == testCase.isContested)
      }
    }
  }

  /// Terminals of mode 2027 disagree whether such a mark adds a column.
  @Test(arguments: ["กำ", "ກຳ", "ｶﾞ", "ﾊﾟ", "कि", "কা"])
  func aMarkWithAColumnOfItsOwnIsContestedEvenWhereClustersAreConfirmed(text: String) {
    let rules = WidthRules(profile: .grapheme, isConfirmed: true)
    #expect(rules.width(of: text) == 2)
    let glyphs = rules.drawnGlyphs(in: text)
    #expect(glyphs.map(\.isContested) == [true] && glyphs.map(\.width) == [2])
    #expect(rules.drawnGlyphs(in: "👍🏽漢").map(\.isContested) == [false, false])
  }

  @Test func ambiguousCharactersAreWideAndContestedOnlyWhenAskedFor() {
    #expect(WidthRules(profile: .grapheme).width(of: "α±─") == 3)
    let wide = WidthRules(profile: .grapheme, ambiguousIsWide: true)
    #expect(wide.width(of: "α±─") == 6)
    #expect(wide.drawnGlyphs(in: "α").map(\.isContested) == [true])
  }

  @Test func whatTheGateReplacesTakesOneColumn() {
    #expect(WidthRules().width(of: "\u{1B}[2J\t\r\n") == 7)
  }
}
