import Testing

@testable import SpinTTY

@Suite struct FormViewTests {
  private enum Area: Hashable, Sendable { case name, size, note, agree, save }

  @ViewBuilder private func form(_ error: String? = nil) -> ViewList {
    Form(spacing: 0) {
      Field("name", error: error) { TextInput(TextInput.Model("Ann")).id(Area.name) }
      Field("shirt size") { Select(Choice(["small", "large"])) { $0 }.id(Area.size) }
      Field("") { Radio(Choice(["by post", "by hand"])) { $0 }.id(Area.note) }
      Checkbox("I agree", false, id: Area.agree)
      Button("Save", id: Area.save, isDefault: true)
    }
  }

  private func environment(focus: Area? = nil) -> ViewEnvironment {
    var environment = ViewEnvironment.plain
    environment.focus = focus.map { RegionKey($0) }
    return environment
  }

  /// It lost its right bracket, and beside other buttons most of its title.
  @Test func aButtonWithoutRoomIsCutInItsBrackets() {
    let shown = (1...9).map { columns in picture(columns, 1) { Button("Save", id: 1) } }
    #expect(
      shown == [
        "…", "[…", "[…]", "[S…]", "[Sa…]", "[Save]", "[Save]", "[ Save ]", "[ Save ]",
      ])
    let row = picture(16, 1) {
      HStack(spacing: 1) {
        for title in ["Add", "Cancel", "Help"] { Button(title, id: title) }
      }
    }
    #expect(row == "[Add] [C…] [He…]")
  }

  @Test func labelsStandInOneColumnAndErrorsBelowTheirField() {
    #expect(
      picture(30, 9) { form("this name is taken by somebody else") } == """
        name        ▌Ann
                    this name is taken
                    by somebody else
        shirt size   small  ▾
                    ◉ by post
                    ○ by hand
                    [ ] I agree
                    [ Save ]
        """)
  }

  @Test func allControlsOfFieldsBeginInOneColumn() {
    let choice = Choice(["a", "b"])
    let form = Form(spacing: 0) {
      Field("1") { TextInput(TextInput.Model("a")) }
      Field("2") { Select(choice) { $0 } }
      Field("3") { Radio(choice) { $0 } }
      Field("4") { Choices(choice) { $0 } }
      Field("5") { Choices(choice, axis: .vertical) { $0 } }
      Field("6") { Tabs(choice) { $0 } }
      Field("7") { Checkbox("a", false, id: 7) }
      Field("8") { Select(choice) { $0 }.padding(horizontal: 1) }
      Tabs(choice) { $0 }
    }
    #expect(
      picture(12, 11) { form } == """
        1  ▌a
        2   a  ▾
        3  ◉ a
           ○ b
        4   a   b
        5   a
            b
        6  │[a]│ b │
        7  [ ] a
        8    a  ▾
        │[a]│ b │
        """)
  }

  @Test func errorsAreRed() {
    let shown = Picture(30, 8) { form("too short") }
    #expect(shown.marks(row: 1) { $0.foreground == .red } == "            ^^^^^^^^^")
    #expect(shown.marks(row: 0) { $0.foreground == .red } == "")
  }

  @Test func aFieldThatIsNotWrongHasNoRowForAnError() {
    let rows = Field("name", error: "") { Text("Ann") }.measure(.unlimited, in: ViewEnvironment())
    #expect(rows == Size(columns: 14, rows: 1))
  }

  @Test(arguments: [ColorProfile.none, .ansi16])
  func fieldsWithoutTheFocusAreUnderlined(colors: ColorProfile) {
    func lines(_ focus: Area?) -> [String] {
      var environment = ViewEnvironment(colors: colors)
      environment.focus = focus.map { RegionKey($0) }
      environment.isFocused = focus == nil
      let shown = Picture(12, 4, in: environment) {
        TextInput(TextInput.Model("Ann")).id(Area.name)
        Select(Choice(["small"])) { $0 }.id(Area.size)
        TextArea(TextArea.Model("a\nb")).frame(height: .fixed(2)).id(Area.note)
      }
      let edges = [Area.name, .note].map { focus ?? $0 == $0 ? "▌" : " " }
      #expect(shown.text == "\(edges[0])Ann\n small  ▾\n\(edges[1])a\n\(edges[1])b")
      return (0..<4).map { shown.marks(row: $0) { $0.underline == .single } }
    }
    let (field, select) = ("^^^^^^^^^^^^", "^^^^^^^^^^")
    #expect(lines(.save) == [field, select, "", field], "All have one.")
    #expect(lines(.name) == ["", select, "", field], "The cursor is in the name.")
    #expect(lines(.size) == [field, "", "", field], "The select is in reverse.")
    #expect(lines(.note) == [field, select, "", ""], "The cursor is in the note.")
    #expect(lines(nil) == ["", select, "", ""], "Each text may get what is typed.")
  }

  @Test func labelsAreCutWhereAControlHasNoRoom() {
    let error = "e"
    #expect(
      picture(16, 3) { form(error) } == """
        name    ▌Ann   ┃
                e      │
        shirt…   …  ▾  │
        """)
    #expect(picture(2, 1) { form() } == "n", "The end of the name, with the cursor behind it.")
    #expect(picture(0, 0) { form() } == "")
  }

  @Test func theWidthThatAFormAsksForKeepsItsLabels() {
    for columns in 0..<60 {
      let environment = ViewEnvironment.plain
      let form = Form(spacing: 0) {
        Field("a long label") { Text("x") }
        Field("b") { Select(Choice(["y"])) { $0 } }
      }
      let wanted = form.measure(Proposal(columns: columns, rows: nil), in: environment)
      let offered = picture(columns, 2) { form }
      #expect(picture(min(columns, wanted.columns), 2) { form } == offered, "in \(columns) columns")
    }
  }

  @Test func aSelectIsAsWideAsItsWidestOptionAndInReverseWithTheFocus() {
    let select = Select(Choice(["s", "漢字", "small"])) { $0 }
    #expect(select.measure(.unlimited, in: ViewEnvironment()) == Size(columns: 10, rows: 1))
    let focused = Picture(20, 1, in: environment(focus: .size)) { select.id(Area.size) }
    #expect(focused.text == " s      ▾")
    #expect(focused.marks(row: 0) { $0.attributes.contains(.reverse) } == "^^^^^^^^^^")
    let other = Picture(20, 1, in: environment(focus: .name)) { select.id(Area.size) }
    #expect(other.marks(row: 0) { $0.attributes.contains(.reverse) } == "")
    #expect(picture(20, 1, in: .ascii) { select } == " s      v")
    #expect(picture(20, 1) { Select(Choice<Int>([])) { "\($0)" } } == "   ▾")
  }

  @Test(arguments: [
    (Area.name, "name        ▌Ann             ┃\nshirt size   small  ▾        │"),
    (.size, "name         Ann             ┃\nshirt size   small  ▾        │"),
    (.note, "shirt size   small  ▾        ┃\n            ◉ by post        │"),
    (.agree, "            ○ by hand        │\n            [ ] I agree      ┃"),
    (.save, "            [ ] I agree      │\n            [ Save ]         ┃"),
  ])
  private func aFormThatIsTooHighShowsTheRowWithTheFocus(_ focus: Area, _ expected: String) {
    #expect(picture(30, 2, in: environment(focus: focus)) { form() } == expected)
  }

  @Test func aFormThatIsTooHighShowsWhichPartOfItIsSeen() {
    func lines(_ columns: Int, focus: Area? = nil, isASCII: Bool = false) -> [String] {
      var environment = ViewEnvironment(colors: .ansi16, isASCII: isASCII)
      environment.focus = focus.map { RegionKey($0) }
      return Picture(columns, 4, in: environment) { form() }.canvas.lines
    }
    #expect(
      lines(24) == [
        "name        ▌Ann       ┃", "shirt size   small  ▾  ┃",
        "            ◉ by post  ┃", "            ○ by hand  │",
      ])
    #expect(lines(24, focus: .save).map { $0.suffix(1) } == ["│", "┃", "┃", "┃"])
    #expect(lines(24, isASCII: true).map { $0.suffix(1) } == ["#", "#", "#", "|"])
    #expect(lines(8).allSatisfy { !$0.contains("│") }, "The controls need the column more.")
    let whole = Picture(24, 6) { form() }
    #expect(!whole.text.contains("┃") && !whole.text.contains("│"))
  }

  @Test(arguments: 1..<12)
  func aFormThatIsTooHighScrollsByHalfOfItsHeight(rows: Int) {
    var offsets: [Int] = []
    for focus in 0..<20 {
      var environment = ViewEnvironment.plain
      environment.focus = RegionKey(focus)
      let lines = Picture(20, rows, in: environment) {
        Form(spacing: 0) { for number in 0..<20 { Button("\(number)", id: number) } }
      }.canvas.lines
      let first = lines.first.flatMap { Int($0.filter(\.isNumber)) } ?? -1
      let last = focus == 19 || rows < 3 ? focus : focus + 1
      #expect((first..<first + rows).contains(focus), "\(focus)")
      #expect((first..<first + rows).contains(last), "The row below \(focus).")
      offsets.append(first)
    }
    #expect(offsets == offsets.sorted())
    #expect(Set(offsets).count <= 2 + (20 - rows) / max(1, rows / 2))
  }

  @Test func aFormThatIsTooHighHasRoomForItsWidestViewAndTheBar() {
    let names = (0..<8).map { "b\($0)" }
    func lines(focus: String?) -> [String] {
      var environment = ViewEnvironment.plain
      environment.focus = focus.map { RegionKey($0) }
      return Picture(40, 3, in: environment) {
        Form(spacing: 0) {
          Text("0123456789")
          for name in names { Button(name, id: name) }
          Field("priority") { Button("a wide button", id: "wide") }
        }
      }.canvas.lines
    }
    #expect(
      lines(focus: nil) == [
        "0123456789                  ┃", "          [ b0 ]            │",
        "          [ b1 ]            │",
      ])
    #expect(
      lines(focus: "wide") == [
        "          [ b6 ]            │", "          [ b7 ]            │",
        "priority  [ a wide button ] ┃",
      ])
  }

  @Test func aFormThatIsTooHighBeginsWithItsFirstRowIfTheFocusIsElsewhere() {
    #expect(picture(30, 1) { form() } == "name        ▌Ann             ┃")
    #expect(
      picture(30, 2) {
        form()
        Text("below")
      } == "name        ▌Ann             ┃\nbelow")
  }

  @Test(arguments: 1..<8)
  func tabReachesWhatIsOutOfSight(rows: Int) {
    for focus in [Area.name, .size, .note, .agree, .save] {
      let frame = Picture(30, rows, in: environment(focus: focus)) { form() }.canvas.frame
      let order = frame.focusOrder(in: 0).map { $0.id(as: Area.self) }
      #expect(order == [.name, .size, .note, .agree, .save], "\(focus) in \(rows) rows")
      #expect(frame.defaultRegion(in: 0) == RegionKey(Area.save))
      #expect(frame[focus] != nil, "\(focus) in \(rows) rows")
    }
  }

  @Test func aFormInAFormHasEachOfItsFieldsOnceInTheOrderOfTheFocus() {
    let ids = ["a", "b", "c", "d", "e"]
    for focus in ids {
      var environment = ViewEnvironment.plain
      environment.focus = RegionKey(focus)
      let frame = Picture(20, 2, in: environment) {
        Form(spacing: 0) {
          TextInput(TextInput.Model()).id("a")
          Form(spacing: 0) { for id in ["b", "c", "d"] { TextInput(TextInput.Model()).id(id) } }
            .frame(height: .fixed(1))
          TextInput(TextInput.Model()).id("e")
        }
      }.canvas.frame
      #expect(frame.focusOrder(in: 0) == ids.map { RegionKey($0) }, "\(focus)")
    }
  }

  /// However far the form is scrolled: otherwise tab would leave it, and come back elsewhere.
  @Test(arguments: 3..<8)
  func tabGoesThroughAFormThatIsTooHighBeforeWhatStandsBelow(rows: Int) {
    for focus in [Area.name, .size, .note, .agree, .save] {
      let frame = Picture(30, rows, in: environment(focus: focus)) {
        Text("above").focusable().id("above")
        form().frame(height: .fixed(rows - 2))
        Text("below").focusable().id("below")
      }.canvas.frame
      let order = frame.focusOrder(in: 0)
      let fields = [Area.name, .size, .note, .agree, .save].map { RegionKey($0) }
      #expect(order == [RegionKey("above")] + fields + [RegionKey("below")], "\(focus)")
    }
  }

  @Test func aFormIsSaidWithItsLabelsAndErrors() {
    #expect(
      form("too short").plainLines() == [
        "name: Ann", "error: too short", "shirt size: small", "(*) by post", "( ) by hand",
        "[ ] I agree", "[Save]",
      ])
    let radio = Field("way") { Radio(Choice(["a", "b"])) { $0 } }
    #expect(radio.plainLines() == ["way:", "(*) a", "( ) b"])
    #expect(Field("none") { EmptyView() }.plainLines() == ["none:"])
  }
}
