import Testing

@testable import SpinTTY

@Suite struct DecorationTests {
  @Test(arguments: [
    (BorderStyle.ascii, "+--+\n|ab|\n+--+"), (.light, "┌──┐\n│ab│\n└──┘"),
    (.rounded, "╭──╮\n│ab│\n╰──╯"), (.heavy, "┏━━┓\n┃ab┃\n┗━━┛"), (.double, "╔══╗\n║ab║\n╚══╝"),
  ])
  func bordersHaveTheirLines(style: BorderStyle, expected: String) {
    #expect(picture(8, 4) { Text("ab").border(style, padding: 0) } == expected)
    #expect(
      picture(8, 4, in: .ascii) { Text("ab").border(style, padding: 0) } == "+--+\n|ab|\n+--+")
  }

  @Test func linesAreAsciiWhereAmbiguousCharactersAreWide() {
    let canvas = Canvas(
      size: Size(columns: 4, rows: 3), widths: WidthRules(ambiguousIsWide: true))
    Text("ab").border(.rounded, padding: 0).show(on: canvas)
    #expect(canvas.lines == ["+--+", "|ab|", "+--+"])
  }

  @Test func aTitleStandsInTheUpperLineAndIsCut() {
    #expect(
      picture(14, 3) { Text("some content").border(.light, title: "Title", padding: 0) } == """
        ┌─ Title ────┐
        │some content│
        └────────────┘
        """)
    #expect(
      picture(11, 3) { Text("content x").border(.light, title: "A long title", padding: 0) } == """
        ┌─ A lo… ─┐
        │content x│
        └─────────┘
        """)
    for (truncation, title) in [(Text.Truncation.head, "…title"), (.middle, "A l…le")] {
      #expect(
        picture(12, 3) {
          Text("content x").border(
            .light, title: "A long title", truncation: truncation, padding: 0)
        }.hasPrefix("┌─ \(title) ─┐\n"))
    }
    #expect(
      picture(4, 3) { Text("ab").border(.light, title: "Title", padding: 0) } == "┌──┐\n│ab│\n└──┘")
  }

  @Test func aBorderIsAsWideAsItsTitleNeeds() {
    #expect(
      picture(14, 3) { Text("ab").border(.light, title: "Title", padding: 0) } == """
        ┌─ Title ─┐
        │ab       │
        └─────────┘
        """)
    #expect(
      picture(14, 3) { Dialog("日本") { Text("?") } } == """
        ╭─ 日本 ─╮
        │ ?      │
        ╰────────╯
        """)
    #expect(
      picture(8, 3) { Text("ab").border(.light, title: "", padding: 0) } == "┌──┐\n│ab│\n└──┘")
    let titled = Text("ab").border(.light, title: "Title", padding: 0)
    let environment = ViewEnvironment.plain
    #expect(titled.measure(.unlimited, in: environment) == Size(columns: 11, rows: 3))
    #expect(
      titled.measure(Proposal(columns: 5, rows: 3), in: environment) == Size(columns: 5, rows: 3))
  }

  @Test func withoutRoomThereIsNoBorder() {
    #expect(picture(2, 2) { Text("ab").border(.light, padding: 0) } == "ab")
    #expect(picture(3, 3) { Text("abc").border(.light, padding: 0) } == "┌─┐\n│…│\n└─┘")
  }

  @Test func dividersCrossTheirStack() {
    #expect(
      picture(3, 3) {
        Text("a"); Divider(); Text("b")
      } == "a\n───\nb")
    let drawn = picture(3, 2) {
      HStack {
        Text("a\nc")
        Divider(.vertical, lines: .double)
        Text("b")
      }
    }
    #expect(drawn == "a║b\nc║")
  }

  @Test func shortHelpIsOneRowOfWhatIsLive() {
    let help = [
      HelpItem("space", "start"), HelpItem("+", "more", isLive: false), HelpItem("r", "reset"),
      HelpItem("q", "quit"),
    ]
    let environment = ViewEnvironment(help: help)
    #expect(picture(40, 3, in: environment) { Help() } == " space start  r reset  q quit")
    #expect(picture(20, 3, in: environment) { Help() } == " space start …")
    #expect(picture(8, 3, in: environment) { Help() } == " space …")
    #expect(picture(8, 3) { Help() } == "")
  }

  @Test func helpNamesOneKeyOfAnActionInShortAndTheTableNamesAll() {
    let help = [
      HelpItem([.up, .down], "move"), HelpItem([.f(3), "]"], "next"), HelpItem([.escape], "quit"),
      HelpItem([.ctrl("c")], "quit"), HelpItem([.click(1)], "save"),
    ]
    var environment = ViewEnvironment(help: help)
    #expect(picture(60, 1, in: environment) { Help() } == " ↑↓ move  F3 next  esc quit")
    let table = "↑↓      move\nF3/]    next\nesc/^C  quit\nclick   save"
    #expect(picture(60, 4, in: environment) { Help(.all) } == table)
    environment.isASCII = true
    #expect(picture(60, 1, in: environment) { Help() } == " up/down move  F3 next  esc quit")
  }

  @Test func theKeyOfTheHelpIsNamedEvenIfThereIsNoRoomForAll() {
    var key = HelpItem("?", "help")
    key.isPinned = true
    let environment = ViewEnvironment(
      help: [HelpItem("space", "start"), key, HelpItem("r", "reset"), HelpItem("q", "quit")])
    #expect(picture(40, 1, in: environment) { Help() } == " space start  ? help  r reset  q quit")
    #expect(picture(22, 1, in: environment) { Help() } == " space start  ? help …")
    #expect(picture(21, 1, in: environment) { Help() } == " space start  ? help")
    #expect(picture(8, 1, in: environment) { Help() } == " ? help")
    #expect(picture(5, 1, in: environment) { Help() } == " ? h…")
    // Enter and escape stay too; of what is left out, the last goes first.
    let answers = ViewEnvironment(
      help: [
        HelpItem(["u"], "up"), HelpItem(["y", .enter], "yes"), HelpItem(["n", .escape], "no"),
        HelpItem(["v"], "view"),
      ])
    #expect(picture(40, 1, in: answers) { Help() } == " u up  y/enter yes  n/esc no  v view")
    #expect(picture(35, 1, in: answers) { Help() } == " u up  y/enter yes  n/esc no …")
    // The blank behind the row took the room of an item, such as the first one of the counter.
    #expect(picture(30, 1, in: answers) { Help() } == " u up  y/enter yes  n/esc no …")
    #expect(picture(28, 1, in: answers) { Help() } == " u up  y/enter yes  n/esc no")
    #expect(picture(27, 1, in: answers) { Help() } == " y/enter yes  n/esc no …")
  }

  @Test func allHelpIsATableOfTheKeysThatDoSomething() {
    let environment = ViewEnvironment(
      help: [HelpItem("space", "start"), HelpItem("+/up", "more", isLive: false)])
    #expect(picture(20, 3, in: environment) { Help(.all) } == "space  start")
  }

  @Test func theFaceOfTheCounter() {
    let environment = ViewEnvironment(
      colors: .ansi16,
      help: [HelpItem("space", "start or pause"), HelpItem("r", "reset"), HelpItem("q", "quit")])
    func face(_ columns: Int, _ rows: Int) -> String {
      picture(columns, rows, in: environment) {
        VStack(spacing: 1) {
          BigText("\(7)")
          Text("value: 7 decreasing").foreground(.green)
          ProgressBar(7, of: 10)
          Help()
        }
      }
    }
    #expect(
      face(40, 24) == """
        ██████
            ██
            ██
            ██
            ██

        value: 7 decreasing

        ████████████████████████████░░░░░░░░░░░░

        space start or pause  r reset  q quit
        """)
    #expect(
      face(24, 8) == """
        7

        value: 7 decreasing

        ████████████████▊░░░░░░░

        space start or pause …
        """)
    #expect(face(20, 2) == "7\nvalue: 7 decreasing")
  }
}

@Suite struct LevelsFaceTests {
  @Test func twoBarsAndAChartOfBothLevelsShareTheScreen() {
    let left = (0...10).map { (step: Int) -> Double in Double(10 + step / 2) }
    let right = (0...10).map { (step: Int) -> Double in Double(20 - (step + 1) / 2) }
    let drawn = picture(32, 9) {
      VStack(spacing: 1) {
        BarChart(["left": left[10], "right": right[10]], upTo: 20)
        LineChart([.init(left, color: .cyan), .init(right, color: .magenta)], in: 10...20)
      }
    }
    #expect(
      drawn == """
        left  █████████████████▎ 15

        right █████████████████▎ 15

        20                        ⠈⠦⡀
                                    ⠉⠦⡀
                                      ⢉⡲
                                    ⢀⡰⠊
        10                        ⢀⡰⠊
        """)
  }
}
