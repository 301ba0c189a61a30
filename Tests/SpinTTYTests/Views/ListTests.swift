import Testing

@testable import SpinTTY

@Suite struct ListTests {
  private final class Asked {
    var rows: [Int] = []
  }

  private func key(_ chord: KeyChord) -> InputEvent { .key(KeyPress(chord)) }

  @Test func onlyRowsThatCanBeSeenAreMade() {
    let asked = Asked()
    func list(_ model: List.Model) -> List {
      List(count: 1_000_000, model) { row in
        let _ = asked.rows.append(row)
        Text("row \(row)")
      }
    }
    let shown = Picture(12, 3) { list(List.Model(selection: 500_001, offset: 500_000)) }
    #expect(shown.text == "row 500000\nrow 500001\nrow 500002")
    #expect(asked.rows == [500_000, 500_001, 500_002])
    #expect(shown.marks(row: 1) { $0.attributes.contains(.reverse) } == "^^^^^^^^^^^^")
    asked.rows = []
    _ = Picture(12, 6) {
      Text("title")
      HStack {
        list(List.Model(selection: 999_999)).border()
        list(List.Model(selection: 2))
      }
      .padding(1)
    }
    #expect(asked.rows == [999_999, 0, 1, 2])
  }

  /// Each coloured cell used to become a block of its colour.
  @Test func aSelectedRowIsOneBarWhateverColoursItsCellsHave() {
    let shown = Picture(14, 2) {
      List(count: 2, List.Model()) { _ in
        HStack(spacing: 1) {
          Text("ok").foreground(.green)
          Text("old").background(.red)
          Text("new").reverse().bold()
        }
      }
    }
    let bar = Style(attributes: .reverse)
    #expect(shown.marks(row: 0) { $0 == bar } == "^^^^^^^   ^^^^")
    let bold = Style(attributes: [.reverse, .bold])
    #expect(shown.marks(row: 0) { $0 == bold } == "       ^^^")
    #expect(shown.marks(row: 1) { $0.foreground == .green } == "^^")
  }

  @Test func theStyleOfTheSelectedRowIsTheCallers() {
    let chosen = Style(foreground: .black, background: .cyan)
    func shown(focus: String) -> Picture {
      Picture(6, 1) {
        List(count: 1, List.Model()) { _ in
          HStack {
            Text("ab").foreground(.green)
            Text("cd").reverse()
          }
        }
        .selectionStyle(chosen, unfocused: Style(underline: .single)).id("list").focused(focus)
      }
    }
    #expect(shown(focus: "list").marks(row: 0) { $0 == chosen } == "^^^^^^")
    let unfocused = shown(focus: "else")
    #expect(unfocused.marks(row: 0) { $0.underline == .single } == "^^^^^^")
    #expect(unfocused.marks(row: 0) { $0.foreground == .green } == "^^")
    #expect(unfocused.marks(row: 0) { $0.attributes == .reverse } == "  ^^")
  }

  @Test func aBarInASelectedRowIsStillSeen() {
    let shown = Picture(4, 1) {
      List(count: 1, List.Model()) { _ in ProgressBar(1, of: 2).foreground(.green) }
    }
    #expect(shown.text == "██░░")
    shown.canvas.replaceBlocks()
    #expect(shown.marks(row: 0) { $0 == .plain } == "^^")
  }

  @Test func aListInAViewportMakesOnlyRowsInTheWindow() {
    let asked = Asked()
    let shown = Picture(10, 3) {
      Viewport(Viewport.Model(row: 700_000)) {
        List(count: 1_000_000, List.Model(selection: nil)) { row in
          let _ = asked.rows.append(row)
          Text("\(row)")
        }
      }
    }
    #expect(shown.text == "700000\n700001\n700002")
    #expect(asked.rows == [700_000, 700_001, 700_002])
  }

  /// The first page down used to scroll by one row.
  @Test func aPageMovesTheListAndTheSelectionAlike() {
    var model = List.Model(selection: 1)
    let moves: [(KeyChord, offset: Int, selection: Int)] = [
      (.pageDown, 3, 4), (.pageDown, 6, 7), (.pageDown, 6, 8), (.pageUp, 3, 5), (.pageUp, 0, 2),
      (.pageUp, 0, 0),
    ]
    for move in moves {
      model.reduce(key(move.0), count: 9, page: 3)
      #expect(model == List.Model(selection: move.selection, offset: move.offset))
    }
  }

  @Test func theSelectionScrollsTheListAsLittleAsShowsIt() {
    var model = List.Model()
    func view() -> String {
      picture(3, 3) { List(count: 9, model) { Text("\($0)") } }
        .replacing("\n", with: " ")
    }
    #expect(view() == "0 1 2")
    for _ in 0..<4 { model.reduce(key(.down), count: 9, page: 3) }
    #expect(view() == "2 3 4")
    #expect(model.selection == 4)
    for _ in 0..<2 { model.reduce(key(.up), count: 9, page: 3) }
    #expect(view() == "2 3 4")
    model.reduce(key(.up), count: 9, page: 3)
    #expect(view() == "1 2 3")
    model.reduce(key(.end), count: 9, page: 3)
    #expect(view() == "6 7 8")
    model.reduce(key(.home), count: 9, page: 3)
    #expect(view() == "0 1 2")
    do {
      let isTaken = model.reduce(key(.enter), count: 9, page: 3)
      #expect(!isTaken)
    }
  }

  @Test func aListThatWasNotToldItsPageBeginsToScrollWhereItsHeightEnds() {
    var model = List.Model()
    func first() -> String {
      String(picture(3, 20) { List(count: 90, model) { Text("\($0)") } }.prefix { $0 != "\n" })
    }
    for _ in 0..<19 { model.reduce(key(.down), count: 90) }
    #expect(first() == "0")
    model.reduce(key(.down), count: 90)
    #expect(first() == "1")
  }

  @Test func theSelectionIsShownWhateverTheModelSays() {
    for offset in [Int.min, -1, 0, 5, Int.max] {
      let shown = Picture(3, 2) {
        List(count: 9, List.Model(selection: 4, offset: offset)) { Text("\($0)") }
      }
      #expect(shown.canvas.lines.contains("4"))
    }
    #expect(picture(3, 2) { List(count: 2, List.Model(selection: 7)) { Text("\($0)") } } == "0\n1")
    #expect(picture(3, 2) { List(count: 0, List.Model()) { Text("\($0)") } } == "")
  }

  @Test func whatIsDoneToAnEmptyListLeavesTheModelAsItIs() {
    var model = List.Model()
    model.reduce(key(.down), count: 0)
    model.reduce(.mouse(MouseEvent(.press(.left), column: 0, row: 0)), count: 0)
    model.select(7, of: 0)
    #expect(model == List.Model())
    #expect(model.selected(of: 0) == nil)
    #expect(model.selected(of: 5) == 0)
    var none = List.Model(selection: nil)
    #expect(none.selected(of: 5) == nil)
    none.reduce(key(.down), count: 5)
    #expect(none.selection == 0)
  }

  @Test func aSelectionBeyondTheRowsThereAreCountsAsTheLastOne() {
    let model = List.Model(selection: 4)
    let shown = Picture(3, 3) { List(count: 3, model) { Text("\($0)") } }
    #expect(shown.marks(row: 2) { $0.attributes.contains(.reverse) } == "^^^")
    #expect(model.selected(of: 3) == 2)
    var after = model
    after.reduce(key(.up), count: 3)
    #expect(after.selection == 1)
    #expect(List.Model(selection: .min).selected(of: 3) == 0)
  }

  @Test func theWheelScrollsAndTakesTheSelectionAlong() {
    var model = List.Model()
    model.reduce(.mouse(MouseEvent(.scroll(.down), column: 0, row: 0)), count: 9, page: 3)
    #expect(model == List.Model(selection: 3, offset: 3))
    model.reduce(.mouse(MouseEvent(.scroll(.down), column: 0, row: 0)), count: 9, page: 3)
    #expect(model == List.Model(selection: 6, offset: 6))
    model.reduce(.mouse(MouseEvent(.scroll(.up), column: 0, row: 0)), count: 9, page: 3)
    #expect(model == List.Model(selection: 5, offset: 3))
  }

  @Test func aClickSelectsTheRowUnderIt() {
    var model = List.Model(selection: 4, offset: 3)
    do {
      let isTaken = model.reduce(
        .mouse(MouseEvent(.press(.left), column: 0, row: 2)), count: 9, page: 3)
      #expect(isTaken)
    }
    #expect(model.selection == 5)
    do {
      let isTaken = model.reduce(
        .mouse(MouseEvent(.press(.left), column: 0, row: 3)), count: 9, page: 3)
      #expect(!isTaken)
    }
    #expect(model.row(at: 0, count: 9, page: 3) == 3)
    #expect(model.row(at: -1, count: 9, page: 3) == nil)
  }

  @Test func rowsMayBeSeveralCellsHigh() {
    let drawn = picture(6, 4) {
      List(["a", "b", "c"], List.Model(selection: 2), rowHeight: 2) { Text("\($0)\nmore") }
    }
    #expect(drawn == "b\nmore\nc\nmore")
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 2), (3, 2), (4, nil)])
  func aClickSelectsTheRowUnderItHoweverHighRowsAre(line: Int, row: Int?) {
    var model = List.Model(selection: 2)
    #expect(model.row(at: line, count: 3, page: 2, rowHeight: 2) == row)
    let click = InputEvent.mouse(MouseEvent(.press(.left), column: 0, row: line))
    model.reduce(click, count: 3, page: 2, rowHeight: 2)
    #expect(model.selection == row ?? 2)
  }
}
