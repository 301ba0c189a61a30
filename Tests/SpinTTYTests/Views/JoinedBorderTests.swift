import Testing

@testable import SpinTTY

/// The line that the borders of two panes share.
@Suite struct JoinedBorderTests {
  private func pane(
    _ title: String? = nil, _ lines: BorderStyle = .light, focus: String = ""
  ) -> any View {
    Viewport(Scroll()) { Text("x") }.id(focus).border(lines, title: title, padding: 0)
  }

  @ViewBuilder private func nested(_ lines: BorderStyle = .light) -> ViewList {
    Split(Split.Model(0.4)) {
      pane(nil, lines)
    } second: {
      Split(Split.Model(), axis: .vertical) {
        pane(nil, lines)
      } second: {
        pane("b", lines)
      }
    }
  }

  @Test func bordersOfTwoPanesMeetInOneLine() {
    @ViewBuilder var beside: ViewList {
      Split(Split.Model()) {
        pane("a")
      } second: {
        pane("b")
      }
    }
    #expect(picture(17, 3) { beside } == "┌─ a ───┬─ b ───┐\n│x      │x      │\n└───────┴───────┘")
    #expect(
      picture(17, 3, in: .ascii) { beside }
        == "+- a ---+- b ---+\n|x      |x      |\n+-------+-------+")
    let above = Split(Split.Model(), axis: .vertical) {
      pane("a")
    } second: {
      pane("| b")
    }
    #expect(
      picture(12, 5) { above }
        == "┌─ a ──────┐\n│x         │\n├─ | b ────┤\n│x         │\n└──────────┘")
    #expect(
      picture(12, 5, in: .ascii) { above }
        == "+- a ------+\n|x         |\n+- | b ----+\n|x         |\n+----------+")
  }

  @Test(arguments: [
    (
      BorderStyle.light,
      "┌────┬──────┐\n│x   │x     │\n│    ├─ b ──┤\n│    │x     │\n└────┴──────┘"
    ),
    (.rounded, "╭────┬──────╮\n│x   │x     │\n│    ├─ b ──┤\n│    │x     │\n╰────┴──────╯"),
    (.heavy, "┏━━━━┳━━━━━━┓\n┃x   ┃x     ┃\n┃    ┣━ b ━━┫\n┃    ┃x     ┃\n┗━━━━┻━━━━━━┛"),
    (.double, "╔════╦══════╗\n║x   ║x     ║\n║    ╠═ b ══╣\n║    ║x     ║\n╚════╩══════╝"),
    (.ascii, "+----+------+\n|x   |x     |\n|    +- b --+\n|    |x     |\n+----+------+"),
  ])
  func linesOfSplitsInsideEachOtherAreJoined(_ lines: BorderStyle, _ expected: String) {
    #expect(picture(13, 5) { nested(lines) } == expected)
  }

  @Test func fourPanesMeetInACross() {
    func column() -> Split {
      Split(Split.Model(), axis: .vertical) {
        pane()
      } second: {
        pane()
      }
    }
    let four = Split(Split.Model()) {
      column()
    } second: {
      column()
    }
    #expect(picture(9, 5) { four } == "┌───┬───┐\n│x  │x  │\n├───┼───┤\n│x  │x  │\n└───┴───┘")
  }

  @Test func aHyphenInATitleIsNoLine() {
    let split = Split(Split.Model(), axis: .vertical) {
      Split(Split.Model()) {
        pane()
      } second: {
        pane()
      }
    } second: {
      pane("xxx-b")
    }
    #expect(
      picture(13, 5, in: .ascii) { split }
        == "+-----+-----+\n|x    |x    |\n+- xxx-b ---+\n|x          |\n+-----------+")
  }

  @Test func theDividerIsTheSharedLineAndCatchesTheMouse() throws {
    let split = Split(Split.Model()) {
      pane(focus: "first")
    } second: {
      pane(focus: "second")
    }
    .id("split")
    let canvas = Picture(17, 3, in: .plain) { split }.canvas
    let divider = try #require(
      canvas.frame.regions.first { $0.id(as: DividerID.self)?.split == RegionKey("split") })
    #expect(divider.rectangle == Rectangle(column: 8, columns: 1, rows: 3))
    #expect(divider.content == Size(columns: 16, rows: 3) && divider.firstRow == 8)
    let hit = canvas.frame.hit(column: 8, row: 1).regions.first
    let id = DividerID(split: RegionKey("split"), axis: .horizontal)
    #expect(hit.flatMap { canvas.frame.regions[$0].id(as: DividerID.self) } == id)
    #expect(canvas.frame.id(as: String.self, column: 7, row: 1) == "first")
    #expect(canvas.frame.id(as: String.self, column: 9, row: 1) == "second")
  }

  @Test(arguments: [("first", "^^^^^"), ("second", "    ^^^^^")])
  func theSharedLineHasTheStyleOfTheFocusOfEachPane(_ focus: String, _ marks: String) {
    for colors in [ColorProfile.ansi16, .trueColor] {
      var environment = ViewEnvironment(colors: colors)
      environment.focus = RegionKey(focus)
      let shown = Picture(9, 3, in: environment) {
        Split(Split.Model()) {
          pane(focus: "first")
        } second: {
          pane(focus: "second")
        }
        .id("split")
      }
      let color = environment.style(.focus).foreground
      for row in [0, 2] { #expect(shown.marks(row: row) { $0.foreground == color } == marks) }
    }
    var environment = ViewEnvironment(colors: .none)
    environment.focus = RegionKey(focus)
    let shown = picture(9, 3, in: environment) {
      Split(Split.Model()) {
        pane(focus: "first")
      } second: {
        pane(focus: "second")
      }
    }
    #expect(shown.hasPrefix(focus == "first" ? "┏━━━┱───┐\n┃x  ┃x  │" : "┌───┲━━━┓\n│x  ┃x  ┃"))
  }

  @Test func theLineIsHeavyWhileTheSplitHasTheFocus() {
    var environment = ViewEnvironment.plain
    environment.focus = RegionKey("split")
    let split = Split(Split.Model()) {
      pane()
    } second: {
      pane()
    }
    let shown = Picture(9, 3, in: environment) { split.id("split") }
    #expect(shown.text == "┌───┰───┐\n│x  ┃x  │\n└───┸───┘")
    #expect(shown.marks(row: 1) { $0.foreground == .cyan } == "    ^")
  }

  @Test func panesWithoutABorderOrWithoutRoomHaveADividerOfTheirOwn() {
    let one = Split(Split.Model()) {
      pane()
    } second: {
      Viewport(Scroll()) { Text("y") }
    }
    #expect(picture(9, 3) { one } == "┌──┐│y\n│x ││\n└──┘│")
    let small = Split(Split.Model()) {
      Text("x").border(.light, padding: 0)
    } second: {
      Text("y").border(.light, padding: 0)
    }
    #expect(picture(13, 3) { small } == "┌─┐   │┌─┐\n│x│   ││y│\n└─┘   │└─┘", "They do not fill.")
    let both = Split(Split.Model(0)) {
      pane()
    } second: {
      pane()
    }
    #expect(picture(8, 3) { both }.hasPrefix("x│┌"), "A border needs three columns.")
  }

  @Test func eachCharacterOfABoxIsThatOfItsLines() {
    for character in "─━│┃┌┏└┗├┝┣┤┫┬┳┴┻┼╋╪╫╬═║╔╗╚╝╠╣╦╩┱┲┰┸" {
      #expect(BoxJoint(String(character))?.character == String(character))
    }
    #expect(BoxJoint("╭")?.character == "┌")
    #expect(BoxJoint("a") == nil && BoxJoint("") == nil && BoxJoint("1") == nil)
    // Unicode has no joint of double and heavy lines.
    let joint = BoxJoint("║").flatMap { double in BoxJoint("━").map { double.joined(with: $0) } }
    #expect(joint?.character == "┼")
  }
}
