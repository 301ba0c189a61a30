import SpinTesting
import Testing

@Suite struct StyleTests {
  static let rows: [(String, String)] = [
    ("", "default"), ("0", "default"), ("1", "bold"), ("2", "dim"), ("3", "italic"),
    ("4", "single underline"), ("5", "blink"), ("6", "rapid blink"), ("7", "reverse"),
    ("8", "hidden"), ("9", "strike"), ("53", "overline"),
    ("1;2;22", "default"), ("3;23", "default"), ("4;24", "default"), ("5;6;25", "default"),
    ("7;27", "default"), ("8;28", "default"), ("9;29", "default"), ("53;55", "default"),
    ("1;;3", "italic"), ("30", "foreground 0"), ("37", "foreground 7"), ("90", "foreground 8"),
    ("97", "foreground 15"), ("40", "background 0"), ("47", "background 7"),
    ("100", "background 8"), ("107", "background 15"), ("31;39", "default"), ("41;49", "default"),
    ("38;5;123", "foreground 123"), ("48;5;0;1", "background 0, bold"),
    ("38;2;1;2;255", "foreground #0102ff"), ("48;2;0;0;0", "background #000000"),
    ("38:5:9", "foreground 9"), ("38:2:1:2:3", "foreground #010203"),
    ("38:2::1:2:3", "foreground #010203"), ("48:2::10:20:30;3", "background #0a141e, italic"),
    ("58;5;1", "underline colour 1"), ("58:2::1:2:3", "underline colour #010203"),
    ("58;5;1;59", "default"), ("4:0", "default"), ("4:1", "single underline"),
    ("4:2", "double underline"), ("4:3", "curly underline"), ("4:4", "dotted underline"),
    ("4:5", "dashed underline"),
    ("1;31;44;4:3", "foreground 1, background 4, curly underline, bold"),
  ]

  @Test(arguments: rows)
  func aRenditionChangesThePen(parameters: String, pen: String) {
    var terminal = VirtualTerminal()
    terminal.feed("\u{1B}[\(parameters)m")
    #expect(terminal.pen.description == pen)
    #expect(terminal.violations == [])
    terminal.feed("x")
    #expect(terminal[0, 0].style == terminal.pen)
  }

  @Test func aLinkIsNoRendition() {
    var terminal = VirtualTerminal()
    terminal.feed("\u{1B}]8;id=7:x=y;https://example.org/a;b\u{1B}\\\u{1B}[1;0ma\u{1B}]8;;\u{7}b")
    #expect(terminal[0, 0].style.link == .init(target: "https://example.org/a;b", id: "7"))
    #expect(terminal[0, 1].style.link == nil)
  }

  @Test func blanksThatAreFilledAreBlocksInTheTextThatShowsThem() {
    var terminal = VirtualTerminal(columns: 8, rows: 3)
    terminal.feed("a\u{1B}[7m b\u{1B}[m \u{1B}[44m \u{1B}[m  \u{1B}[4m \u{1B}[m\r\n\r\n")
    #expect(terminal.text == "a b")
    #expect(terminal.textWithBlocks == "a█b █")
  }

  @Test func aPictureNamesEachStyleOnce() {
    var terminal = VirtualTerminal(columns: 8, rows: 2)
    terminal.feed("\u{1B}[31ma\u{1B}[m中\u{1B}[7mc\u{1B}[31;27mde\r\n\u{1B}[4m語\u{1B}]0;t\u{7}")
    #expect(
      terminal.picture == """
        8x2, cursor at row 1, column 2, title t
        |a中cde  |
        |a  baa  |
        |語      |
        |cc      |
        a: foreground 1
        b: reverse
        c: foreground 1, single underline
        """)
  }
}
