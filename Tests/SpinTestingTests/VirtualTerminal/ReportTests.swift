import SpinTesting
import Testing

@Suite struct ReportTests {
  static let rows: [(String, String)] = [
    ("ESC[c", "ESC[?62;22c"), ("ESC[0c", "ESC[?62;22c"), ("ESC[>c", "ESC[>1;10;0c"),
    ("ESC[=c", "ESCP!|00000000ESC\\"), ("ESC[5n", "ESC[0n"), ("ESC[2;3HESC[6n", "ESC[2;3R"),
    ("ESC[2;3HESC[?6n", "ESC[?2;3R"), ("ESC[2;4rESC[?6hESC[2;1HESC[6n", "ESC[2;1R"),
    ("ESC[?996n", "ESC[?997;1n"), ("ESC[>q", "ESCP>|VirtualTerminal 1ESC\\"),
    ("ESC[18t", "ESC[8;4;20t"), ("ESC[?u", "ESC[?0u"), ("ESC[>5uESC[?u", "ESC[?5u"),
    ("ESC[>1uESC[=4;2uESC[?u", "ESC[?5u"), ("ESC[>5uESC[=1;3uESC[?u", "ESC[?4u"),
    ("ESC[>5uESC[>1uESC[<uESC[?u", "ESC[?5u"), ("ESC[>5uESC[>1uESC[<2uESC[?u", "ESC[?0u"),
    ("ESC[?4m", "ESC[>4;0m"), ("ESC[>4;2mESC[?4m", "ESC[>4;2m"),
    ("ESC[?25$p", "ESC[?25;1$y"), ("ESC[?25lESC[?25$p", "ESC[?25;2$y"),
    ("ESC[?1049hESC[?1047$p", "ESC[?1047;1$y"), ("ESC[?2026$p", "ESC[?2026;2$y"),
    ("ESC[?4242$p", "ESC[?4242;0$y"), ("ESC[4hESC[4$p", "ESC[4;1$y"), ("ESC[99$p", "ESC[99;0$y"),
    ("ESC]11;?ESC\\", "ESC]11;rgb:0000/0000/0000ESC\\"),
    ("ESC]12;#102030ESC\\ESC]12;?ESC\\", "ESC]12;#102030ESC\\"),
    ("ESC]4;3;?ESC\\", "ESC]4;3;rgb:8080/8080/8080ESC\\"),
    ("ESC]52;c;aGk=ESC\\ESC]52;c;?ESC\\", "ESC]52;c;aGk=ESC\\"),
    ("ESC[2;3rESCP$qrESC\\", "ESCP1$r2;3rESC\\"), ("ESC[5 qESCP$q qESC\\", "ESCP1$r5 qESC\\"),
    ("ESCP$qzESC\\", "ESCP0$rESC\\"), ("x", ""),
  ]

  @Test(arguments: rows)
  func aQueryIsAnswered(query: String, answer: String) {
    var terminal = VirtualTerminal(columns: 20, rows: 4, strict: false)
    terminal.feed(query.replacing("ESC", with: "\u{1B}"))
    #expect(VirtualTerminal.readable(terminal.takeReplies()) == answer)
    #expect(terminal.takeReplies() == [])
  }

  @Test func aTerminalThatDoesNotAnswerKnowsTheQuestion() {
    var terminal = VirtualTerminal(features: .all.subtracting(.replies))
    terminal.feed("\u{1B}[c\u{1B}[?2026$p")
    #expect(terminal.takeReplies() == [])
    #expect(terminal.violations == [])
  }

  @Test func theClipboardIsKept() {
    for (text, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ] {
      var terminal = VirtualTerminal()
      terminal.feed("\u{1B}]52;c;\(encoded)\u{7}")
      #expect(terminal.clipboard() == Array(text.utf8))
      terminal.feed("\u{1B}]52;;?\u{7}")
      #expect(terminal.takeReplies() == Array("\u{1B}]52;c;\(encoded)\u{1B}\\".utf8))
    }
  }

  @Test func whatWasAskedForCanBeInspected() {
    var terminal = VirtualTerminal()
    terminal.feed("\u{1B}[>4;2m\u{1B}]12;#ff0000\u{7}\u{1B}[3 q\u{1B}[?25l")
    #expect(terminal.modifyOtherKeys == 2)
    #expect(terminal.dynamicColor(12) == "#ff0000")
    #expect(terminal.dynamicColor(11) == nil)
    #expect(terminal.cursor.shape == .blinkingUnderline)
    #expect(!terminal.cursor.isVisible)
    #expect(!terminal.isSet(25))
  }

  @Test func titlesArePushedAndPopped() {
    var terminal = VirtualTerminal()
    terminal.feed("\u{1B}]0;shell\u{7}\u{1B}[22;2t\u{1B}]2;ours\u{1B}\\")
    #expect(terminal.title == "ours")
    terminal.feed("\u{1B}[23;2t\u{7}")
    #expect(terminal.title == "shell")
    #expect(terminal.bellCount == 1)
  }
}
