import SpinTesting
import Testing

@Suite struct ResizingTests {
  @Test func clippedLinesAreCutAndNotBroughtBack() {
    var terminal = VirtualTerminal(columns: 6, rows: 2)
    terminal.feed("abcdef\r\nxyz")
    terminal.resize(columns: 4, rows: 2)
    #expect(terminal.text == "abcd\nxyz")
    terminal.resize(columns: 6, rows: 2)
    #expect(terminal.text == "abcd\nxyz")
    #expect(terminal.cells.allSatisfy { $0.count == 6 })
  }

  @Test func reflowedLinesWrapAndJoinAgain() {
    var terminal = VirtualTerminal(columns: 6, rows: 4)
    terminal.feed("abcdefgh\r\nxyz")
    let before = terminal.text
    terminal.resize(columns: 4, rows: 4, lines: .reflow)
    #expect(terminal.text == "abcd\nefgh\nxyz")
    #expect(terminal.cursor.row == 2)
    #expect(terminal.cursor.column == 3)
    terminal.resize(columns: 6, rows: 4, lines: .reflow)
    #expect(terminal.text == before)
    #expect(terminal.cursor.row == 2)
  }

  @Test func aLineThatWasNeverWrappedWrapsWhenItNoLongerFits() {
    var terminal = VirtualTerminal(columns: 8, rows: 4)
    terminal.feed("abcdefg\r\nxy")
    terminal.resize(columns: 3, rows: 4, lines: .reflow)
    #expect(terminal.text == "abc\ndef\ng\nxy")
  }

  @Test func aWideCharacterIsNotCutByReflow() {
    var terminal = VirtualTerminal(columns: 6, rows: 3)
    terminal.feed("a中b")
    terminal.resize(columns: 2, rows: 3, lines: .reflow)
    #expect(terminal.lines == ["a", "中", "b"])
    terminal.resize(columns: 1, rows: 3, lines: .reflow)
    #expect(terminal.cells.allSatisfy { $0.count == 1 })
  }

  @Test func aWideCharacterAtTheEdgeIsNotCutInHalf() {
    var terminal = VirtualTerminal(columns: 6, rows: 1)
    terminal.feed("abc中")
    terminal.resize(columns: 4, rows: 1)
    #expect(terminal.text == "abc")
    #expect(terminal[0, 3].width == 1)
  }

  @Test func fewerRowsScrollAwayAboveTheCursor() {
    var terminal = VirtualTerminal(columns: 4, rows: 4)
    terminal.feed("1\r\n2\r\n3\r\n4")
    terminal.resize(columns: 4, rows: 2)
    #expect(terminal.text == "3\n4")
    #expect(terminal.scrollback == ["1", "2"])
    #expect(terminal.cursor.row == 1)
  }

  @Test func blankRowsBelowTheCursorGoFirst() {
    var terminal = VirtualTerminal(columns: 4, rows: 4)
    terminal.feed("1\r\n2")
    terminal.resize(columns: 4, rows: 2)
    #expect(terminal.text == "1\n2")
    #expect(terminal.scrollback == [])
  }

  @Test func theAlternateScreenIsClippedAndTheMainScreenKept() {
    var terminal = VirtualTerminal(columns: 6, rows: 3)
    terminal.feed("shell$ l\u{1B}[?1049h\u{1B}[Hfull")
    terminal.resize(columns: 3, rows: 3, lines: .reflow)
    #expect(terminal.text == "ful")
    terminal.feed("\u{1B}[?1049l")
    #expect(terminal.text == "she\nll$\n l")
    #expect(terminal.cursor.row == 2)
  }

  @Test func theScrollRegionBecomesTheWholeScreen() {
    var terminal = VirtualTerminal(columns: 6, rows: 6)
    terminal.feed("\u{1B}[2;4r")
    terminal.resize(columns: 6, rows: 3)
    #expect(terminal.scrollRegion == 0...2)
    #expect(terminal.modesLeftOn == [])
  }

  @Test func aSizeIsReportedWhereItWasAskedFor() {
    var terminal = VirtualTerminal(columns: 6, rows: 6)
    terminal.resize(columns: 5, rows: 5)
    #expect(terminal.takeReplies() == [])
    terminal.feed("\u{1B}[?2048h")
    #expect(terminal.takeReplies() == Array("\u{1B}[48;5;5;100;50t".utf8))
    terminal.resize(columns: 80, rows: 24)
    #expect(terminal.takeReplies() == Array("\u{1B}[48;24;80;480;800t".utf8))
  }

  @Test(arguments: [1, 2, 3, 7, 40], [1, 2, 30])
  func anySizeIsSurvived(columns: Int, rows: Int) {
    for handling in [VirtualTerminal.LineHandling.clip, .reflow] {
      var terminal = VirtualTerminal(columns: 9, rows: 5)
      terminal.feed("中文字漢語日本漢字\r\nabc\u{1B}[?1049hx\u{1B}[5;9H")
      terminal.resize(columns: columns, rows: rows, lines: handling)
      terminal.feed("\u{1B}[?1049l中\r\nabc\r\n\r\n\r\n")
      #expect(terminal.cells.count == rows)
      #expect(terminal.cells.allSatisfy { $0.count == columns })
      #expect(terminal.hiddenCells.allSatisfy { $0.count == columns })
    }
  }
}
