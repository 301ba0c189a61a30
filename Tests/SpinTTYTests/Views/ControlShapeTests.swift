import Testing

@testable import SpinTTY

/// What controls, fields, forms and tables look like where the terminal has 256 colours or more.
@Suite struct ControlShapeTests {
  private static let track = Color.palette(238)
  private static let control = Color.palette(239)
  private static let surface = Color.palette(235)
  private static let field = Color.palette(233)
  private static let selection = Color.palette(25)

  private func shown(
    _ columns: Int, _ rows: Int, focus: String? = nil, @ViewBuilder _ content: () -> ViewList
  ) -> Picture {
    var environment = ViewEnvironment()
    environment.focus = focus.map { RegionKey($0) }
    return Picture(columns, rows, in: environment, content)
  }

  /// The cells of a row whose background is a colour.
  private func cells(_ picture: Picture, _ color: Color, row: Int = 0) -> String {
    picture.marks(row: row) { $0.background == color }
  }

  @Test func aButtonHasABackgroundInsteadOfBracketsAndTheSameWidth() {
    let button = shown(12, 1) { Button("Save", id: "a") }
    #expect(button.text == "  Save")
    #expect(cells(button, Self.control) == "^^^^^^^^")
    let focused = shown(12, 1, focus: "a") { Button("Save", id: "a") }
    #expect(cells(focused, Self.selection) == "^^^^^^^^")
    #expect(focused.text == "▌ Save ▐")
    let other = shown(12, 1, focus: "other") { Button("Save", id: "a", isDefault: true) }
    #expect(other.text == "  Save" && cells(other, .palette(117)) == "^^^^^^^^")
    #expect(other.marks(row: 0) { $0.foreground == .palette(16) } == "^^^^^^^^")
    // With the focus, and in a layer without one, where enter clicks it.
    for focus in ["a", nil] {
      let ready = shown(12, 1, focus: focus) { Button("Save", id: "a", isDefault: true) }
      #expect(ready.text == "▌ Save ▐" && cells(ready, Self.selection) == "^^^^^^^^")
    }
    #expect(picture(12, 1) { Button("Save", id: "a") } == "[ Save ]", "With few colours.")
    let narrow = shown(4, 1) { Button("Save", id: "a") }
    #expect(narrow.text == " S…" && cells(narrow, Self.control) == "^^^^")
  }

  @Test func aButtonThatDestroysHasThePlateOfAnErrorAndTheBarsOfTheFocus() {
    @ViewBuilder var button: ViewList { Button("Cut", id: "a", look: .error) }
    let other = shown(9, 1, focus: "other") { button }
    #expect(other.text == "  Cut" && cells(other, .palette(210)) == "^^^^^^^")
    let focused = shown(9, 1, focus: "a") { button }
    #expect(focused.text == "▌ Cut ▐" && cells(focused, .palette(210)) == "^^^^^^^")
    // With few colours it is red, and in reverse with the focus; without any it has a mark.
    func few(_ colors: ColorProfile, focus: String) -> Picture {
      var environment = ViewEnvironment(colors: colors)
      environment.focus = RegionKey(focus)
      return Picture(9, 1, in: environment) { button }
    }
    #expect(few(.ansi16, focus: "other").text == "[ Cut ]")
    #expect(few(.ansi16, focus: "other").marks(row: 0) { $0.foreground == .red } == "^^^^^^^")
    #expect(few(.ansi16, focus: "a").marks(row: 0) { $0.attributes == .reverse } == "^^^^^^^")
    #expect(few(.none, focus: "other").text == "[ ! Cut ]")
    #expect(few(.none, focus: "a").marks(row: 0) { $0.attributes == .reverse } == "^^^^^^^^^")
    let kept = Picture(9, 1, in: .plain) { Button("Keep", id: "a", look: .success) }
    #expect(kept.text == "[ Keep ]", "A success needs no care.")
  }

  @Test func optionsSideBySideLieOnOneTrackAndOptionsInAColumnDoNot() {
    let choice = Choice(["a", "b", "c"])
    let row = shown(13, 1, focus: "other") { Choices(choice) { $0 } }
    #expect(row.text == " a   b │ c")
    #expect(cells(row, .palette(117)) == "^^^", "It is chosen, and the focus is elsewhere.")
    #expect(cells(row, Self.track) == "   ^^^^^^^^")
    let focused = shown(13, 1, focus: "here") { Choices(choice) { $0 }.id("here") }
    #expect(cells(focused, Self.selection) == "^^^")
    var few = ViewEnvironment(colors: .none, isASCII: true)
    few.focus = RegionKey("other")
    let bare = Picture(13, 1, in: few) { Choices(choice) { $0 }.id("here") }
    #expect(bare.text == "[a]  b | c")
    let menu = shown(9, 3, focus: "here") { Choices(choice, axis: .vertical) { $0 }.id("here") }
    #expect(cells(menu, Self.selection) == "^^^")
    #expect(cells(menu, Self.track, row: 1) == "")
  }

  @Test func boxesAndDotsAreDrawnWhereTheTerminalHasThem() {
    let (on, off) = (Checkbox("c", true, id: 1), Checkbox("c", false, id: 2))
    #expect(
      picture(9, 2) {
        VStack {
          on; off
        }
      } == "[✓] c\n[ ] c")
    #expect(
      picture(9, 2, in: .ascii) {
        VStack {
          on; off
        }
      } == "[x] c\n[ ] c")
    let radio = Radio(Choice(["a", "b"])) { $0 }
    #expect(picture(9, 2) { radio } == "◉ a\n○ b")
    // A box has a plate, with the accent if it is ticked, and the mark of a radio button has none.
    let boxes = shown(9, 2, focus: "other") {
      VStack {
        on; off
      }
    }
    let dots = shown(9, 2, focus: "other") { radio }
    for row in [0, 1] {
      #expect(cells(boxes, row == 0 ? .palette(117) : Self.control, row: row) == "^^^")
      let ink: Color = row == 0 ? .palette(16) : .palette(255)
      #expect(boxes.marks(row: row) { $0.foreground == ink } == "^^^")
      #expect(dots.marks(row: row) { $0.background != nil } == "")
      let dot: Color = row == 0 ? .palette(117) : .palette(249)
      #expect(dots.marks(row: row) { $0.foreground == dot } == "^")
    }
    #expect(picture(9, 2, in: .ascii) { radio } == "(*) a\n( ) b")
  }

  @Test func linesDivideTabsAndOneRunsUnderThemHeavyUnderTheCurrentOne() {
    let tabs = Tabs(Choice(["one", "two", "six"], current: "two")) { $0 }
    #expect(picture(20, 3) { tabs } == "│ one │ two │ six │\n└─────┶━━━━━┵─────┘")
    #expect(
      picture(20, 3, in: .ascii) { tabs } == "| one | two | six |\n+-----+=====+-----+")
    #expect(picture(13, 2) { tabs } == "…e │ two │ s…\n───┶━━━━━┵───")
  }

  @Test func tabsInOneRowShowTheCurrentOneByBracketsOrByColours() {
    let tabs = Tabs(Choice(["one", "two", "six"], current: "two")) { $0 }
    let low = shown(20, 1, focus: "other") { tabs }
    #expect(low.text == "│ one │ two │ six │")
    #expect(low.marks(row: 0) { $0.underline == .single } == "       ^^^^^")
    #expect(cells(low, Self.track) == " ^^^^^       ^^^^^", "The current tab has none.")
    for colors in [ColorProfile.none, .ansi16] {
      for focus in ["here", "other"] {
        var few = ViewEnvironment(colors: colors)
        few.focus = RegionKey(focus)
        #expect(Picture(20, 1, in: few) { tabs.id("here") }.text == "│ one │[two]│ six │")
      }
    }
  }

  @Test func theFocusOfTabsIsSeenInEachProfile() {
    let tabs = Tabs(Choice(["one", "two"])) { $0 }.id("here")
    for colors in [ColorProfile.none, .ansi16, .trueColor] {
      let pictures = ["here", "other"].map { focus -> Picture in
        var environment = ViewEnvironment(colors: colors)
        environment.focus = RegionKey(focus)
        return Picture(14, 2, in: environment) { tabs }
      }
      let styles = pictures.map { picture in
        (0..<14).map { picture.canvas.cell(column: $0, row: 0).style }
      }
      #expect(styles[0] != styles[1], "\(colors)")
    }
  }

  @Test func aFieldHasABackgroundAndAnEdgeThatShowsTheFocus() {
    for (focus, color) in [("here", 117), ("there", 244)] {
      let field = shown(6, 1, focus: focus) { TextInput(.init("Ann")).id("here") }
      #expect(field.text == "▌Ann", "A thin line would look like a cursor.")
      #expect(cells(field, Self.field) == "^^^^^^")
      #expect(field.marks(row: 0) { $0.foreground == .palette(UInt8(color)) } == "^")
      #expect(field.marks(row: 0) { $0.underline == .single } == "")
      let area = shown(7, 2, focus: focus) { TextArea(.init("a\nb")).id("here") }
      #expect(area.text == "▌a\n▌b")
    }
    // Also where the theme has a background, and in a panel.
    let environment = ViewEnvironment(theme: .nord)
    let themed = Picture(8, 3, in: environment) { TextInput(.init("Ann")).border(padding: 0) }
    let field = Theme.nord.style(.field, .dark).background
    #expect(themed.marks(row: 1) { $0.background == field } == " ^^^^^^")
    // In ASCII, nothing beside the text looks like a cursor.
    for colors in [ColorProfile.none, .ansi16, .trueColor] {
      var ascii = ViewEnvironment(colors: colors, isASCII: true)
      ascii.focus = RegionKey("there")
      let other = Picture(6, 1, in: ascii) { TextInput(.init("Ann")).id("here") }
      #expect(other.text == " Ann" && other.marks(row: 0) { $0.underline == .single } == "^^^^^^")
    }
    let few = Picture(6, 1, in: .plain) { TextInput(.init("Ann")) }
    #expect(few.text == "▌Ann")
    #expect(picture(6, 1, in: .ascii) { TextInput(.init("Ann")) } == "|Ann")
    #expect(picture(3, 1) { TextInput(.init("An")) } == "An", "Without room, the text goes first.")
    let size = TextInput(.init("Ann")).measure(.unlimited, in: .plain)
    #expect(size == Size(columns: 6, rows: 1), "Two blanks, the text and the cursor.")
  }

  @Test func aSelectIsAFieldWithAnArrow() {
    let select = Select(Choice(["a", "bcd"])) { $0 }.id("here")
    let shown = shown(12, 1, focus: "there") { select }
    #expect(shown.text == "▌a    ▾")
    #expect(cells(shown, Self.field) == "^^^^^^^^")
    #expect(shown.marks(row: 0) { $0.foreground == .palette(117) } == "      ^")
    let focused = self.shown(12, 1, focus: "here") { select }
    #expect(cells(focused, Self.selection) == "^^^^^^^^")
    #expect(picture(12, 1, in: .ascii) { select } == " a    v")
  }

  @Test func aSelectionWithoutTheFocusIsQuieter() {
    let list = List(["a", "b"], Selection("a")) { Text($0).foreground(.red) }.id("here")
    let focused = shown(4, 2, focus: "here") { list }
    #expect(cells(focused, Self.selection) == "^^^^")
    let other = shown(4, 2, focus: "there") { list }
    #expect(cells(other, Self.track) == "^^^^")
    #expect(other.marks(row: 0) { $0.foreground == .red } == "", "It could not be read.")
  }

  @Test func colouredTextKeepsItsHueOnTheBarAsFarAsItCanBeRead() throws {
    let list = List([1], Selection(1)) { _ in
      HStack {
        Text("a").foreground(.palette(221))
        Text("b").foreground(.palette(114))
        Text("c").foreground(.rgb(255, 135, 135))
        Text("d")
      }
    }
    let shown = shown(4, 1) { list }
    let inks = try (0..<4).map { column -> Color in
      try #require(shown.canvas.cell(column: column, row: 0).style.foreground)
    }
    #expect(inks[0] == .palette(221), "It has a contrast of 4.5.")
    #expect(inks[3] == .palette(231))
    for (ink, own) in zip(inks[1...2], [Color.palette(114), .rgb(255, 135, 135)]) {
      #expect(ink != own && ink != .palette(231))
      #expect(ink.contrast(to: Self.selection) >= 4.5)
      #expect(Palette.keepsHue(of: try #require(own.components), ink.components))
    }
  }

  @Test func titlesOfATableLieOnATrackAndSayThatMoreIsToTheRight() {
    struct Row: Identifiable { let id: Int }
    let columns = (0..<3).map { column in
      Table<Row>.Column("c\(column)", .fixed(5)) { Text("\($0.id)\(column)") }
    }
    let table = Table([Row(id: 1)], Table<Row>.Model(), columns)
    let wide = shown(20, 2) { table }
    #expect(wide.text == "c0    c1    c2\n10    11    12")
    #expect(cells(wide, Self.track) == "^^^^^^^^^^^^^^^^^^^^")
    #expect(shown(12, 2) { table }.text == "c0    c1   ›\n10    11")
    let scrolled = Table([Row(id: 1)], Table<Row>.Model(columnOffset: 99), columns)
    #expect(!shown(12, 2) { scrolled }.text.contains("›"), "It is at the end.")
  }

  @Test func columnsOfLowPriorityMoveBehindTheOthers() {
    struct Row: Identifiable { let id: Int }
    func column(_ title: String, _ priority: Int) -> Table<Row>.Column {
      .init(title, .fixed(4)) { _ in Text(title.lowercased()) }.priority(priority)
    }
    let columns = [column("A", 1), column("B", 0), column("C", 2), column("D", 0)]
    func text(_ width: Int, offset: Int = 0) -> String {
      shown(width, 2) {
        Table([Row(id: 1)], Table<Row>.Model(columnOffset: offset), columns)
      }.text
    }
    #expect(text(19) == "A    B    C    D\na    b    c    d")
    // D is the last of the lowest priority; then B goes too.
    #expect(text(18).hasPrefix("A    B    C"))
    #expect(text(18).contains("›"))
    #expect(text(14).hasPrefix("A    B    C  ›"))
    #expect(text(9).hasPrefix("A    C  ›"))
    #expect(text(4).hasPrefix("C  ›"))
    // What has moved is reached by scrolling.
    #expect(text(9, offset: 5).hasPrefix("C    B  ›"))
    #expect(text(9, offset: 10) == "B    D\nb    d")
  }

  @Test func aFormHasBlankRowsIfAllOfItFitsAndTwoColumns() {
    @ViewBuilder var form: ViewList {
      Form {
        Field("name") { TextInput(.init("Ann")).id("name") }
        Checkbox("I agree", false, id: "agree")
        Button("Save", id: "save")
      }
    }
    #expect(picture(20, 5) { form } == "name  ▌Ann\n\n      [ ] I agree\n\n      [ Save ]")
    #expect(picture(20, 4) { form } == "name  ▌Ann\n      [ ] I agree\n      [ Save ]")
    let wide = Picture(100, 5, in: .plain) { form }
    #expect(wide.marks(row: 0) { $0.underline == .single }.count <= 72)
    let only = picture(20, 3) { Form { Checkbox("a", true, id: 1) } }
    #expect(only == "[✓] a", "Without labels, there is one column.")
  }

  @Test func aBarHasATrack() {
    let bar = shown(10, 1) { ProgressBar(1, of: 2) }
    #expect(cells(bar, Self.track) == "     ^^^^^")
    let gauge = shown(17, 1) { Gauge("", 0.5) }
    #expect(gauge.text == "█████        50 %")
    #expect(cells(gauge, Self.track) == "     ^^^^^")
  }

  @Test func aWideViewHasAGapBeforeItsBar() {
    let list = List(count: 9, Selection<Int>()) { Text("row \($0)") }
    #expect(picture(12, 2) { list.scrollbar() } == "row 0      ┃\nrow 1      │")
    let full = List(count: 9, Selection<Int>()) { _ in Text("abcdefghijkl") }
    #expect(picture(12, 2) { full.scrollbar() } == "abcdefghi… ┃\nabcdefghi… │")
    #expect(picture(9, 2) { full.scrollbar() } == "abcdefg…┃\nabcdefg…│")
  }

  @Test func theRowOfHelpIsASurfaceAcrossTheScreenUnlessSomethingStandsInIt() {
    var environment = ViewEnvironment(help: [HelpItem("q", "quit")])
    environment.appearance = .dark
    let alone = Picture(12, 2, in: environment) {
      Text("a")
      Help()
    }
    #expect(cells(alone, Self.surface, row: 1) == "^^^^^^^^^^^^")
    let beside = Picture(12, 1, in: environment) {
      HStack {
        Help()
        Text("a")
      }
    }
    #expect(cells(beside, Self.surface) == "")
  }

  @Test func aTextHasTheLookOfTheThemeUnderItsStyles() {
    let text = Text([Text.Run("a"), Text.Run("b", style: Style(foreground: .red))]).look(.success)
    let drawn = shown(4, 1) { text }
    #expect(drawn.marks(row: 0) { $0.foreground == .palette(114) } == "^")
    #expect(drawn.marks(row: 0) { $0.foreground == .red } == " ^")
    let light = Picture(4, 1, in: ViewEnvironment(appearance: .light)) { text }
    #expect(light.marks(row: 0) { $0.foreground == .palette(22) } == "^")
  }
}
