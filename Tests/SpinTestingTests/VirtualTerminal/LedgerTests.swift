import SpinTesting
import Testing

@Suite struct LedgerTests {
  /// Bytes that leave something on, what is said of it, and bytes that take it back.
  static let rows: [(String, String, String)] = [
    ("^[[?25l", "?25 visible cursor: off", "^[[?25h"), ("^[[?7l", "?7 wrapping: off", "^[[?7h"),
    ("^[[?1049h", "?47 alternate screen: on", "^[[?1049l"),
    ("^[[?47h", "?47 alternate screen: on", "^[[?47l"),
    ("^[[?1h", "?1 application cursor keys: on", "^[[?1l"),
    ("^[[?5h", "?5 reverse video: on", "^[[?5l"), ("^[[?9h", "?9 mouse presses: on", "^[[?9l"),
    ("^[[?1000h", "?1000 mouse buttons: on", "^[[?1000l"),
    ("^[[?1002h", "?1002 mouse drags: on", "^[[?1002l"),
    ("^[[?1003h", "?1003 mouse motion: on", "^[[?1003l"),
    ("^[[?1004h", "?1004 focus reports: on", "^[[?1004l"),
    ("^[[?1005h", "?1005 mouse in UTF-8: on", "^[[?1005l"),
    ("^[[?1006h", "?1006 mouse in SGR: on", "^[[?1006l"),
    ("^[[?2004h", "?2004 bracketed paste: on", "^[[?2004l"),
    ("^[[?2026h", "?2026 synchronized update: on", "^[[?2026l"),
    ("^[[?2027h", "?2027 grapheme clusters: on", "^[[?2027l"),
    ("^[[?2048h", "?2048 resize reports: on", "^[[?2048l"),
    ("^[=", "?66 application keypad: on", "^[>"), ("^[[?66h", "?66 application keypad: on", "^[>"),
    ("^[[4h", "insert mode: on", "^[[4l"), ("^[[20h", "new line mode: on", "^[[20l"),
    ("^[[2;3r", "scroll region: rows 1 to 2", "^[[r"),
    ("^[[1;4m", "pen: single underline, bold", "^[[m"),
    ("^[]8;;a^[\\", "pen: link a", "^[]8;;^[\\"), ("^[(0", "character set: [", "^[(B"),
    ("^[[3G^[H", "tab stops: [2, ", "^[[3G^[[g"), ("^[[3", "unfinished sequence: ESC[3", "m^[[m"),
    ("^[[>5u", "keyboard of the main screen: flags 5, 1 pushed", "^[[<u"),
    ("^[[=3;1u", "keyboard of the main screen: flags 3, 0 pushed", "^[[=0;1u"),
    ("^[[>4;2m", "modifyOtherKeys: 2", "^[[>4m"),
    ("^[[4 q", "cursor shape: steadyUnderline", "^[[0 q"),
    ("^[]2;t^G", "title: t", "^[]2;^G"), ("^[[22;2t", "title stack: [", "^[[23;2t"),
    ("^[]12;red^G", "colour 12: red", "^[]112^G"), ("^[]10;red^G", "colour 10: red", "^[]110^G"),
    ("^[]4;7;red^G", "palette 7: red", "^[]104;7^G"),
  ]

  @Test(arguments: rows)
  func whatIsTakenIsListedUntilItIsGivenBack(bytes: String, entry: String, undo: String) {
    var terminal = VirtualTerminal(columns: 20, rows: 4, strict: false)
    #expect(terminal.modesLeftOn == [])
    terminal.feed(unescaped(bytes))
    #expect(terminal.modesLeftOn.count == 1)
    #expect(terminal.modesLeftOn.first?.hasPrefix(entry) == true, "\(terminal.modesLeftOn)")
    terminal.feed(unescaped(undo))
    #expect(terminal.modesLeftOn == [])
  }

  @Test func theStateThatIsRememberedIsTheOneToComeBackTo() {
    var terminal = VirtualTerminal()
    terminal.feed(unescaped("^[[?2004h^[[?25l^[[>1u"))
    terminal.rememberModes()
    #expect(terminal.modesLeftOn == [])
    terminal.feed(unescaped("^[[?2004l"))
    #expect(terminal.modesLeftOn == ["?2004 bracketed paste: off"])
  }

  @Test func aResetGivesBackEverything() {
    for reset in ["^[c", "^[[!p"] {
      var terminal = VirtualTerminal(columns: 20, rows: 4, strict: false)
      terminal.feed(unescaped("^[[?25l^[[?7l^[[2;3r^[[1m^[[4h^[=^[[>1u^[(0"))
      terminal.feed(unescaped(reset))
      #expect(terminal.modesLeftOn == [])
    }
  }

  private func unescaped(_ text: String) -> String {
    text.replacing("^[", with: "\u{1B}").replacing("^G", with: "\u{7}")
  }
}
