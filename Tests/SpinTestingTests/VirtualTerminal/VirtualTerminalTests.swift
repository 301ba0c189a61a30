import SpinTesting
import Testing

@Suite struct VirtualTerminalTests {
  @Test func textIsWrittenFromTheTopLeftCorner() {
    var terminal = VirtualTerminal(columns: 10, rows: 3)
    terminal.feed("hello\r\nworld")
    #expect(terminal.text == "hello\nworld")
    #expect(terminal.cursor.row == 1)
    #expect(terminal.cursor.column == 5)
    #expect(terminal.violations == [])
  }

  @Test func theLedgerTellsWhatAProgramDidNotGiveBack() {
    var terminal = VirtualTerminal(columns: 20, rows: 2)
    terminal.feed("\u{1B}[?1049h\u{1B}[1mhello")
    #expect(terminal.text == "hello")
    #expect(terminal.modesLeftOn == ["?47 alternate screen: on", "pen: bold"])
    terminal.feed("\u{1B}[m\u{1B}[?1049l")
    #expect(terminal.modesLeftOn == [])
    #expect(terminal.violations == [])
  }

  @Test func aWholeLifeLeavesNoModeOn() {
    var terminal = VirtualTerminal(columns: 10, rows: 3)
    terminal.feed("shell$ ")
    terminal.feed(
      "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[>1u\u{1B}[2J\u{1B}[1;31mhi")
    #expect(
      terminal.modesLeftOn == [
        "?2004 bracketed paste: on", "?25 visible cursor: off", "?47 alternate screen: on",
        "?7 wrapping: off", "keyboard of the alternate screen: flags 1, 1 pushed",
        "pen: foreground 1, bold",
      ])
    terminal.feed("\u{1B}[m\u{1B}[<u\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    #expect(terminal.modesLeftOn == [])
    #expect(terminal.violations == [])
    #expect(terminal.text == "shell$")
  }

  @Test func thePictureShowsStylesUnderTheText() {
    var terminal = VirtualTerminal(columns: 12, rows: 2)
    terminal.feed("\u{1B}[?25lvalue: \u{1B}[1;31m10\u{1B}[m")
    #expect(
      terminal.picture == """
        12x2, cursor hidden
        |value: 10   |
        |       aa   |
        |            |
        a: foreground 1, bold
        """)
  }
}
