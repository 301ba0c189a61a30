import Testing

@testable import SpinTTY

/// A border and what is in it lie a step above the page, and a selection reaches to its lines.
@Suite struct PanelTests {
  private static let surface = Color.palette(235)
  private static let selection = Color.palette(25)

  private func shown(
    _ columns: Int, _ rows: Int, colors: ColorProfile = .trueColor, theme: Theme = .standard,
    @ViewBuilder _ content: () -> ViewList
  ) -> Picture {
    Picture(columns, rows, in: ViewEnvironment(theme: theme, colors: colors), content)
  }

  private func cells(_ picture: Picture, _ color: Color?, row: Int) -> String {
    picture.marks(row: row) { $0.background == color }
  }

  @Test func theInsideOfABorderIsASurfaceWhereThereAreColours() {
    for colors in [ColorProfile.trueColor, .ansi256] {
      let panel = shown(9, 4, colors: colors) { Text("x").border(title: "t") }
      #expect(cells(panel, Self.surface, row: 1) == " ^^^^^", "The lines lie on what is around.")
      for row in [0, 2, 3] { #expect(cells(panel, Self.surface, row: row) == "") }
    }
    for colors in [ColorProfile.ansi16, .none] {
      let panel = shown(7, 3, colors: colors) { Text("x").border(title: "t") }
      for row in 0..<3 { #expect(cells(panel, nil, row: row) == "^^^^^^^") }
    }
    let nord = shown(5, 3, theme: .nord) { Text("x").border() }
    #expect(cells(nord, Theme.nord.style(.surface, .dark).background, row: 1) == " ^^^")
  }

  /// What fills has one above it from eight rows on; other views have two if they leave them free.
  ///
  /// In the compact density, a row of content is worth more.
  @Test func aBlankRowStandsAboveWhatFillsAHighBorderAndAroundWhatLeavesItFree() {
    func rows(
      _ height: Int, padding: Int = 1, in density: Density = .regular, _ content: some View
    ) -> [Int] {
      let canvas = Canvas(size: Size(columns: 9, rows: height))
      var environment = ViewEnvironment.plain
      environment.density = density
      content.border(.light, padding: padding).draw(into: canvas.surface, in: environment)
      let lines = canvas.lines
      return lines.indices.filter { lines[$0].contains("a") || lines[$0].contains("b") }
    }
    func list(_ count: Int) -> some View {
      List(count: count, Selection<Int>()) { _ in Text("a") }
    }
    #expect(rows(6, Text("a\nb")) == [2, 3])
    #expect(rows(5, Text("a\nb")) == [1, 2])
    #expect(rows(10, list(2)) == [2, 3])
    #expect(rows(9, list(2)) == [1, 2])
    #expect(rows(10, padding: 0, list(2)) == [1, 2])
    #expect(rows(10, list(9)) == [2, 3, 4, 5, 6, 7, 8], "It ends at the lower line.")
    #expect(rows(6, in: .compact, Text("a\nb")) == [1, 2])
    #expect(rows(10, in: .compact, list(9)) == [1, 2, 3, 4, 5, 6, 7, 8])
    // Without a limit, a border asks for no blank rows, and a dialog does.
    let (text, environment) = (Text("a"), ViewEnvironment.plain)
    #expect(text.border().measure(.unlimited, in: environment).rows == 3)
    #expect(Dialog("d") { text }.measure(.unlimited, in: environment).rows == 5)
    #expect(Dialog("d") { text }.measure(Proposal(columns: 9, rows: 4), in: environment).rows == 3)
  }

  @Test func aBackgroundOfTheProgramStays() {
    let own = shown(5, 3) { Text("x").border().background(.blue) }
    for row in 0..<3 { #expect(cells(own, .blue, row: row) == "^^^^^") }
  }

  @Test func onTopOfOtherViewsAPanelHidesThemWithAnyColours() {
    for colors in [ColorProfile.trueColor, .ansi16, .none] {
      let panel = shown(9, 3, colors: colors) {
        ZStack {
          Text("aaaaaaaaa\nbbbbbbbbb\nccccccccc")
          Text("x").border(.light).frame(width: .fixed(5))
        }
      }
      #expect(panel.text == "┌───┐aaaa\n│ x │bbbb\n└───┘cccc")
    }
  }

  @Test func theBarOfASelectionReachesToTheLinesAndItsTextIsInset() throws {
    let list = List(["a", "b"], Selection("a")) { Text($0) }.id("list")
    let shown = shown(7, 4) { list.border(.light) }
    #expect(shown.text == "┌─────┐\n│ a   │\n│ b   │\n└─────┘")
    #expect(cells(shown, Self.selection, row: 1) == " ^^^^^")
    #expect(cells(shown, Self.selection, row: 2) == "")
  }

  @Test func onATerminalThatDoesNotSayItsBackgroundThereIsNoSurfaceAndControlsHaveAnInk() {
    let (profile, capabilities) = (TerminalProfile(environment: [:]), Capabilities())
    var options = UIOptions.fullScreen
    func shown(_ profile: TerminalProfile) -> [String] {
      let environment = options.viewEnvironment(profile, Capabilities(colors: .ansi256))
      let shown = Picture(7, 4, in: environment) {
        Text("x").border()
        Button("y", id: 1)
      }
      return [
        cells(shown, Self.surface, row: 1), shown.marks(row: 3) { $0.foreground == .palette(255) },
      ]
    }
    #expect(capabilities.hasLightBackground == nil)
    #expect(shown(profile) == ["", "^^^^^"])
    #expect(shown(TerminalProfile(environment: ["COLORFGBG": "15;0"])) == [" ^^^", "^^^^^"])
    options.appearance = .dark
    #expect(shown(profile) == [" ^^^", "^^^^^"])
  }

  @Test func aBarReachesOverTheRoomOfAScrollbarThatIsNotShown() {
    func marks(_ count: Int, _ columns: Int = 14, padding: Int = 1) -> String {
      let shown = shown(columns, 4) {
        List(count: count, Selection(0)) { Text("\($0)") }.scrollbar()
          .border(.light, padding: padding)
      }
      #expect(shown.text.hasPrefix("┌") && shown.text.contains("┃") == (count > 2))
      return cells(shown, Self.selection, row: 1)
    }
    #expect(marks(2) == " ^^^^^^^^^^^^")
    #expect(marks(9) == " ^^^^^^^^^^", "The scrollbar and the padding behind it stay as they are.")
    #expect(marks(2, padding: 3) == " ^^^^^^^^^^^^")
    struct Row: Identifiable { let id: Int }
    let table = Table([Row(id: 1)], Table<Row>.Model(), [.init("n", \.id)]).scrollbar()
    let header = shown(14, 4) { table.border(.light) }
    #expect(cells(header, .palette(238), row: 1) == " ^^^^^^^^^^^^")
  }

  @Test func aBarReachesOnlyOverPaddingThatIsBesideIt() {
    let list = List(["a"], Selection("a")) { Text($0) }
    // Beside a label, on the other side of a bar, in a border without padding, and outside.
    let beside = shown(8, 3) {
      HStack {
        Text("x").frame(width: .fixed(1))
        list
      }.border(.light)
    }
    #expect(cells(beside, Self.selection, row: 1) == "   ^^^^")
    let tight = shown(5, 3) { list.border(.light, padding: 0) }
    #expect(cells(tight, Self.selection, row: 1) == " ^^^")
    let padded = shown(9, 3) { list.padding(horizontal: 1).border(.light) }
    #expect(cells(padded, Self.selection, row: 1) == "   ^^^")
    let coloured = shown(7, 3) { list.background(.blue).border(.light) }
    #expect(cells(coloured, Self.selection, row: 1) == "  ^^^")
    let scrolled = shown(12, 2) { List(count: 9, Selection(0)) { Text("\($0)") }.scrollbar() }
    #expect(
      cells(scrolled, Self.selection, row: 0) == "^^^^^^^^^^^", "It reaches to the scrollbar.")
    let menu = shown(7, 3) {
      Choices(Choice(["a"]), axis: .vertical) { $0 }.border(.light)
    }
    #expect(cells(menu, Self.selection, row: 1) == " ^^^^^")
    // The padding is cut off.
    let canvas = Canvas(size: Size(columns: 8, rows: 3))
    let cut = canvas.surface.region(Rectangle(columns: 6, rows: 3))
      .region(Rectangle(columns: 8, rows: 3))
    list.border(.light).resolved.draw(into: cut, in: ViewEnvironment())
    let grounds = (0..<8).map { canvas.cell(column: $0, row: 1).style.background }
    #expect(grounds[1...5].allSatisfy { $0 == Self.selection } && grounds[6...] == [nil, nil])
  }
}
