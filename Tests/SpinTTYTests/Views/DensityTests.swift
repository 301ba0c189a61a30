import Testing

@testable import SpinTTY

/// The regular density, in which fields and buttons have a frame.
@Suite struct DensityTests {
  private func environment(
    _ colors: ColorProfile = .ansi16, isASCII: Bool = false, focus: String = "other"
  ) -> ViewEnvironment {
    var environment = ViewEnvironment(colors: colors, isASCII: isASCII)
    environment.density = .regular
    environment.focus = RegionKey(focus)
    return environment
  }

  @Test func fieldsAndButtonsHaveAFrame() {
    @ViewBuilder var views: ViewList {
      TextInput(.init("Ann")).id("name")
      Select(Choice(["small", "large"])) { $0 }.id("size")
      TextArea(.init("a\nb")).id("note").frame(height: .fixed(4))
      Button("Save", id: "save")
    }
    #expect(
      picture(14, 13, in: environment()) { views } == """
        ╭────────────╮
        │ Ann        │
        ╰────────────╯
        ╭──────────╮
        │ small  ▾ │
        ╰──────────╯
        ╭────────────╮
        │ a          │
        │ b          │
        ╰────────────╯
        ╭────────╮
        │  Save  │
        ╰────────╯
        """)
    #expect(
      picture(14, 13, in: environment(isASCII: true)) { views } == """
        +------------+
        | Ann        |
        +------------+
        +----------+
        | small  v |
        +----------+
        +------------+
        | a          |
        | b          |
        +------------+
        +--------+
        |  Save  |
        +--------+
        """)
  }

  @Test func aPlateOfThreeRowsIsTheFrameOfAButton() {
    let other = Picture(12, 3, in: environment(.trueColor)) { Button("Save", id: "save") }
    #expect(other.text == "\n   Save")
    for row in 0..<3 {
      #expect(other.marks(row: row) { $0.background == .palette(239) } == "^^^^^^^^^^")
    }
    let focused = Picture(12, 3, in: environment(.trueColor, focus: "save")) {
      Button("Save", id: "save")
    }
    #expect(focused.text == "▌        ▐\n▌  Save  ▐\n▌        ▐")
    let cut = Picture(12, 3, in: environment(.none)) { Button("Cut", id: "cut", look: .error) }
    #expect(cut.text == "╭─────────╮\n│  ! Cut  │\n╰─────────╯")
  }

  @Test func theFrameShowsTheFocus() {
    for colors in [ColorProfile.none, .ansi16, .trueColor] {
      let inside = environment(colors, focus: "here")
      let views: [any View] = [
        TextInput(.init("Ann")).id("here"), Select(Choice(["a"])) { $0 }.id("here"),
        TextArea(.init("a")).id("here"), Button("Save", id: "here"),
      ]
      for view in views {
        let focused = Picture(14, 3, in: inside) { view }
        let other = Picture(14, 3, in: environment(colors)) { view }
        let cells = [focused, other].map { shown in
          (0..<14).map { column in
            let cell = shown.canvas.cell(column: column, row: 0)
            return "\(cell.text)\(cell.style)"
          }
        }
        #expect(cells[0] != cells[1], "\(colors) \(view)")
      }
    }
  }

  @Test func theCursorAndTheClicksAreInTheRowOfTheText() throws {
    let shown = Picture(14, 3, in: environment(focus: "name")) {
      TextInput(.init("Ann")).id("name")
    }
    let cursor = try #require(shown.canvas.cursor)
    #expect(cursor.column == 5 && cursor.row == 1)
    let region = try #require(shown.canvas.frame["name"])
    #expect(region.rectangle.size == Size(columns: 14, rows: 3))
    #expect(region.stops?.row == 1 && region.stops?.column == 2)
    let area = Picture(14, 5, in: environment(focus: "note")) { TextArea(.init("a\nb")).id("note") }
    #expect(area.canvas.frame["note"]?.grid?.rows.map(\.stops.row) == [1, 2])
  }

  @Test func controlsWithoutRoomAreCompact() {
    let input = TextInput(.init("Ann")).id("name")
    #expect(picture(8, 2, in: environment()) { input } == " Ann")
    #expect(picture(4, 3, in: environment()) { input } == " n")
    let row = HStack {
      Button("A", id: 1)
      Button("B", id: 2)
    }
    #expect(picture(12, 1, in: environment()) { row } == "[ A ][ B ]")
  }

  @Test func aFormHasFramesIfAllOfItFits() {
    let form = Form {
      Field("name", error: "too short") { TextInput(.init("A")).id("name") }
      Checkbox("I agree", false, id: "agree")
      Button("Save", id: "save")
    }
    #expect(
      picture(20, 8, in: environment()) { form } == """
              ╭────────────╮
        name  │ A          │
              ╰────────────╯
              too short
              [ ] I agree
              ╭────────╮
              │  Save  │
              ╰────────╯
        """)
    #expect(
      picture(20, 7, in: environment()) { form }
        == "name   A\n      too short\n\n      [ ] I agree\n\n      [ Save ]")
    let roomy = picture(20, 10, in: environment()) { form }
    #expect(roomy.contains("╯\n      too short\n\n      [ ] I agree\n\n      ╭"))
  }

  @Test func aDialogThatDoesNotFitIsCompact() {
    let dialog = Dialog("leave") {
      TextInput(.init("Ann")).id("name").frame(width: .fixed(14))
    } buttons: {
      Button("No", id: "no")
      Button("Yes", id: "yes")
    }
    #expect(
      picture(24, 9, in: environment()) { dialog } == """
        ╭─ leave ─────────────╮
        │   ╭────────────╮    │
        │   │ Ann        │    │
        │   ╰────────────╯    │
        │                     │
        │ ╭──────╮  ╭───────╮ │
        │ │  No  │  │  Yes  │ │
        │ ╰──────╯  ╰───────╯ │
        ╰─────────────────────╯
        """)
    #expect(
      picture(24, 8, in: environment()) { dialog } == """
        ╭─ leave ─────────╮
        │                 │
        │  Ann            │
        │                 │
        │ [ No ]  [ Yes ] │
        │                 │
        ╰─────────────────╯
        """)
    // What scrolls needs no room for all of its rows.
    let rows = List(count: 99, Selection<Int>()) { Text("\($0)") }
    let picker = Dialog("rows") {
      rows
    } buttons: {
      Button("No", id: "no")
    }
    #expect(picture(24, 12, in: environment()) { picker }.contains("│  No  │"))
  }

  @Test func thePaletteAndPlainWordsStayAsTheyAre() {
    let form = Form { Field("name") { TextInput(.init("Ann")).id("name") } }
    #expect(form.plainLines(in: environment()) == ["name: Ann"])
    #expect(ViewEnvironment().density == .compact && UIOptions().density == .compact)
  }
}
