import SpinTesting
import Testing

@testable import SpinMarkdown
@testable import SpinTTY

/// What documents look like.
@Suite struct MarkdownTests {
  @Test func blocksStandBelowEachOther() {
    let text = """
      Title
      =====
      Some *text* with `code`,
      in two lines.

      > quoted
      >
      > - one
      >   1. two
      - three

      ***

          let x = 1
      """
    #expect(
      picture(30, 20) { Markdown(text) } == """
        Title
        ──────────────────────────────

        Some text with code, in two
        lines.

        ▎ quoted
        ▎
        ▎ • one
        ▎   1. two

        • three

        ──────────────────────────────

          let x = 1
        """)
    #expect(
      picture(12, 5, in: .ascii) { Markdown("> a\n> 1. b\n>\n> 2. c") } == """
        | a
        |
        | 1. b
        |
        | 2. c
        """)
  }

  @Test func tablesAlignTheirColumns() {
    let text = "name | size\n:-- | --:\na\\|b | 10\n**c** | 2000 | more\nd"
    #expect(
      picture(20, 6) { Markdown(text) } == """
        name  size
        ────────────────────
        a|b     10
        c     2000
        d
        """)
    // A line that divides other columns than the first one has divides none.
    #expect(picture(20, 3) { Markdown("a | b\n---|---|---") } == "a | b ---|---|---")
  }

  @Test func spansHaveTheLooksOfTheTheme() {
    let drawn = Picture(40, 3, in: ViewEnvironment()) {
      Markdown("*it* **bo** `co` [li](https://swift.org) ![im](a.png)")
    }
    #expect(drawn.text == "it bo co li im")
    #expect(drawn.marks(row: 0) { $0.attributes.contains(.italic) } == "^^")
    #expect(drawn.marks(row: 0) { $0.attributes.contains(.bold) } == "   ^^")
    #expect(drawn.marks(row: 0) { $0.foreground == .palette(117) } == "      ^^ ^^")
    #expect(drawn.marks(row: 0) { $0.link?.address == "https://swift.org" } == "         ^^")
    #expect(drawn.marks(row: 0) { $0.foreground == .palette(249) } == "            ^^")
  }

  @Test func addressesThatTheTerminalDoesNotOpenAreWords() {
    var environment = ViewEnvironment.plain
    let text = "[a](https://b.c), <https://d.e>, [f](ftp://g.h), <h@i.j>, [k](//l/m:n)"
    #expect(
      picture(60, 2, in: environment) { Markdown(text) }
        == "a, https://d.e, f (ftp://g.h), h@i.j, k (//l/m:n)")
    environment.opensLinks = false
    #expect(
      picture(70, 2, in: environment) { Markdown(text) }
        == "a (https://b.c), https://d.e, f (ftp://g.h), h@i.j, k (//l/m:n)")
  }

  @Test(arguments: ["b.md", "../b/c:d", "#b", "?b:c", "/b", ""])
  func anAddressThatIsRelativeToTheDocumentIsNotShown(address: String) {
    #expect(picture(40, 2) { Markdown("[a](\(address)) and") } == "a and")
    #expect(Markdown("[a](\(address))").plainLines() == ["a"])
  }

  @Test func theWordsHaveMarksAndAddresses() {
    let text = "# A\n\n- b\n- [c](d:e)\n\n> e\n\n```swift\nlet f = 1\n```\n\ng | h\n--|--\ni | j"
    #expect(
      Markdown(text).plainLines() == [
        "A", "* b", "* c (d:e)", "> e", "let f = 1", "g | h", "i | j",
      ])
  }

  @Test func aNarrowRoomHidesTheOuterLevels() {
    let deep = String(repeating: "> ", count: 20) + "end"
    for columns in 1...12 {
      let lines = picture(columns, 9) { Markdown(deep) }
      #expect(lines.filter { $0.isLetter } == "end", "\(columns)")
    }
  }

  /// What nobody means to write, but somebody sends.
  private static let hostile: [String] = [
    "", "\u{0}", "\u{1B}[2J\u{9B}31m \u{202E}", "&#27;[2J &#0; &#xD800; &#x110000;",
    "```\n\u{1B}]0;title\u{7}", "[\u{1B}](<\u{1B}]8;;x>)", "| \u{7} |\n|---|\n| \u{1B}c |",
    "\r\r\n\r",
    "- \u{301}\n\u{FEFF}# x",
  ]

  @Test(arguments: hostile) func controlCharactersAreShown(text: String) {
    for columns in [0, 1, 7, 40] {
      let drawn = Picture(columns, 9) { Markdown(text) }
      let scalars = drawn.text.unicodeScalars
      #expect(
        scalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      for row in 0..<9 {
        for column in 0..<columns {
          let address = drawn.canvas.cell(column: column, row: row).style.link?.address ?? ""
          #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        }
      }
    }
    for line in Markdown(text).plainLines() {
      #expect(
        line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }
  }
}

extension MarkdownTests {
  @Test func wordsForAPipeKeepMarksAndBlankLines() {
    let text = "- > a\n- ```\n  b\n\n   c\n  ```\n\n> 1. d\n> 2. e\\\n>    f\n"
    #expect(
      Markdown(text).plainLines() == [
        "* > a", "* b", "", "   c", "> 1. d", "> 2. e", ">    f",
      ])
    #expect(Markdown("- \n- b\n\n>\n\n1. ***\n\n***\n").plainLines() == ["*", "* b", ">", "1."])
  }

  @Test(arguments: [
    ("<a title=\"*b*\"> *c* </a>", "<a title=\"*b*\"> c </a>"),
    ("<!-- [a](b) --> `c`", "<!-- [a](b) --> c"), ("a <3 *b*>", "a <3 b>"),
    ("<a\nb='*c*'>", "<a b='*c*'>"),
    ("<a *b*", "<a b"),
    ("Map<K, `V`> x <y and **z** w> <b /> <c d=e *f*>", "Map<K, V> x <y and z w> <b /> <c d=e f>"),
    ("<!-- a > *b* --> <a b=\"c > *d*\"> </e *f*>", "<!-- a > *b* --> <a b=\"c > *d*\"> </e f>"),
    ("<!-- a -- *b* --> <!--> *c* -->", "<!-- a -- b --> <!--> c -->"),
    ("<!A *b*> <![CDATA[*c*]]> <!-- *d*", "<!A *b*> <![CDATA[*c*]]> <!-- d"),
    ("<http://c> <?d *e*?>", "http://c <?d *e*?>"),
    ("caf&eacute; &frac12; &Omega; &sigma;", "café ½ Ω σ"), ("&nothing; &-;", "&nothing; &-;"),
  ])
  func tagsAreShownAsTheyAreWrittenAndNamesAsTheirCharacters(text: String, shown: String) {
    guard case .paragraph(let spans)? = Block.blocks(of: text).first else {
      Issue.record("no paragraph")
      return
    }
    #expect(spans.map(\.text).joined() == shown)
  }
}
