import Foundation
import Testing

@testable import SpinTTY

@Suite struct ListTests {
  private final class Asked {
    var rows: [Int] = []
  }

  /// Reduces what a key comes to in a list whose page is known, or is not.
  @discardableResult
  private func press(
    _ chord: KeyChord, _ model: inout Selection<Int>, count: Int, page: Int? = nil
  ) -> Selection<Int>.Outcome? {
    Selection<Int>.Action.of(chord, page: page.map { Size(columns: 80, rows: $0) })
      .map { model.reduce($0, count: count) }
  }

  @Test func onlyRowsThatCanBeSeenAreMade() {
    let asked = Asked()
    func list(_ model: Selection<Int>) -> List {
      List(count: 1_000_000, model) { row in
        let _ = asked.rows.append(row)
        Text("row \(row)")
      }
    }
    let shown = Picture(12, 3) { list(Selection(index: 500_001, offset: 500_000)) }
    #expect(shown.text == "row 500000\nrow 500001\nrow 500002")
    #expect(asked.rows == [500_000, 500_001, 500_002])
    #expect(shown.marks(row: 1) { $0.attributes.contains(.reverse) } == "^^^^^^^^^^^^")
    asked.rows = []
    _ = Picture(12, 6) {
      Text("title")
      HStack {
        list(Selection(index: 999_999)).border(.light, padding: 0)
        list(Selection(index: 2))
      }
      .padding(1)
    }
    #expect(asked.rows == [999_999, 0, 1, 2])
  }

  @Test func aClickOnARowThatIsSeenSearchesNoOthers() {
    var searches = 0
    let rows = Rows<Int>(count: 1_000, id: { $0 * 2 }) { id in
      searches += 1
      return id / 2
    }
    var model = Selection(1_000, index: 500, offset: 500)
    #expect(model.reduce(.select(1_018, of: 10), in: rows) == .selected && model.index == 509)
    #expect(model.reduce(.markRow(1_000, of: 10), in: rows) == .marked && searches == 0)
    #expect(model.reduce(.select(1_020, of: 10), in: rows) == .selected && searches == 1)
    #expect(model.reduce(.select(7, of: .min), in: rows) == .selected && searches == 2)
  }

  /// Each coloured cell used to become a block of its colour.
  @Test func aSelectedRowIsOneBarWhateverColoursItsCellsHave() {
    let shown = Picture(14, 2) {
      List(count: 2, Selection()) { _ in
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

  /// Terminals show a faint cell in reverse on another background.
  @Test func aFaintPartOfARowDoesNotBreakTheBarOfTheSelection() {
    var environment = ViewEnvironment.plain
    environment.focus = RegionKey("list")
    let shown = Picture(8, 1, in: environment) {
      List(count: 1, Selection()) { _ in
        HStack {
          Text("ab")
          Text("cd").styled(.secondary)
        }
      }.id("list")
    }
    #expect(shown.marks(row: 0) { $0 == Style(attributes: .reverse) } == "^^^^^^^^")
  }

  @Test func theStyleOfTheSelectedRowIsTheCallers() {
    let chosen = Style(foreground: .black, background: .cyan)
    func shown(focus: String) -> Picture {
      var environment = ViewEnvironment.plain
      environment.focus = RegionKey(focus)
      return Picture(6, 1, in: environment) {
        List(count: 1, Selection()) { _ in
          HStack {
            Text("ab").foreground(.green)
            Text("cd").reverse()
          }
        }
        .selectionStyle(chosen, unfocused: Style(underline: .single)).id("list")
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
      List(count: 1, Selection()) { _ in ProgressBar(1, of: 2).foreground(.green) }
    }
    #expect(shown.text == "██░░")
    shown.canvas.replaceBlocks()
    #expect(shown.marks(row: 0) { $0 == .plain } == "^^")
  }

  @Test func theLargestListShowsItsEndWhereARowIsCut() {
    let shown = Picture(4, 3) {
      List(count: .max, Selection(index: .max - 1), rowHeight: 2) { row in
        Text(row == .max - 1 ? "last" : "row")
      }
    }
    #expect(shown.text == "last")
  }

  @Test func aListInAViewportMakesOnlyRowsInTheWindow() {
    let asked = Asked()
    let shown = Picture(10, 3) {
      Viewport(Scroll(row: 700_000)) {
        List(count: 1_000_000, Selection.none) { row in
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
    var model = Selection<Int>(index: 1)
    let moves: [(KeyChord, offset: Int, selection: Int)] = [
      (.pageDown, 3, 4), (.pageDown, 6, 7), (.pageDown, 6, 8), (.pageUp, 3, 5), (.pageUp, 0, 2),
      (.pageUp, 0, 0),
    ]
    for move in moves {
      press(move.0, &model, count: 9, page: 3)
      #expect(model.index == move.selection && model.offset == move.offset)
    }
  }

  @Test func theSelectionScrollsTheListAsLittleAsShowsIt() {
    var model = Selection<Int>()
    func view() -> String {
      picture(3, 3) { List(count: 9, model) { Text("\($0)") } }
        .replacing("\n", with: " ")
    }
    #expect(view() == "0 1 2")
    for _ in 0..<4 { press(.down, &model, count: 9, page: 3) }
    #expect(view() == "2 3 4")
    #expect(model.id == 4 && model.index == 4)
    for _ in 0..<2 { press(.up, &model, count: 9, page: 3) }
    #expect(view() == "2 3 4")
    press(.up, &model, count: 9, page: 3)
    #expect(view() == "1 2 3")
    press(.end, &model, count: 9, page: 3)
    #expect(view() == "6 7 8")
    press(.home, &model, count: 9, page: 3)
    #expect(view() == "0 1 2")
    let outcomes = [KeyChord.enter, .tab].map { press($0, &model, count: 9, page: 3) }
    #expect(outcomes == [.activated(0), nil])
  }

  @Test func aListThatWasNotToldItsPageBeginsToScrollWhereItsHeightEnds() {
    var model = Selection<Int>()
    func first() -> String {
      String(picture(3, 20) { List(count: 90, model) { Text("\($0)") } }.prefix { $0 != "\n" })
    }
    for _ in 0..<19 { press(.down, &model, count: 90) }
    #expect(first() == "0")
    press(.down, &model, count: 90)
    #expect(first() == "1")
  }

  @Test func theSelectionIsShownWhateverTheModelSays() {
    for offset in [Int.min, -1, 0, 5, Int.max] {
      let shown = Picture(3, 2) {
        List(count: 9, Selection(index: 4, offset: offset)) { Text("\($0)") }
      }
      #expect(shown.canvas.lines.contains("4"))
    }
    #expect(picture(3, 2) { List(count: 2, Selection(index: 7)) { Text("\($0)") } } == "0\n1")
    #expect(picture(3, 2) { List(count: 0, Selection()) { Text("\($0)") } } == "")
  }

  @Test func whatIsDoneToAnEmptyListLeavesTheModelAsItIs() {
    var model = Selection<Int>()
    press(.down, &model, count: 0)
    model.reduce(.select(7), count: 0)
    model.reduce(.mark, count: 0)
    let activated = model.reduce(.activate(), count: 0)
    #expect(activated == .nothing)
    #expect(model == Selection())
    #expect(model.selected(of: 0) == nil)
    #expect(model.selected(of: 5) == 0)
    var none = Selection<Int>.none
    #expect(none.selected(of: 5) == nil)
    press(.down, &none, count: 5)
    #expect(none.index == 0)
  }

  @Test func aSelectionBeyondTheRowsThereAreCountsAsTheLastOne() {
    let model = Selection<Int>(index: 4)
    let shown = Picture(3, 3) { List(count: 3, model) { Text("\($0)") } }
    #expect(shown.marks(row: 2) { $0.attributes.contains(.reverse) } == "^^^")
    #expect(model.selected(of: 3) == 2)
    var after = model
    press(.up, &after, count: 3)
    #expect(after.index == 1)
    #expect(Selection<Int>(index: .min).selected(of: 3) == 0)
  }

  /// It took the selection along, so a look at other rows selected them, one after another.
  @Test func theWheelScrollsAndLeavesTheSelectionAlone() throws {
    var model = Selection(1, index: 1)
    func turn(_ direction: MouseEvent.Direction) throws {
      let event = InputEvent.mouse(MouseEvent(.scroll(direction), column: 0, row: 0))
      let page = Size(columns: 80, rows: 3)
      model.reduce(try #require(Selection<Int>.Action.of(event, page: page)), count: 9)
    }
    func shown() -> String {
      picture(1, 3) { List(Array(0..<9), model) { Text("\($0)") } }
    }
    try turn(.down)
    #expect(shown() == "3\n4\n5")
    try turn(.down)
    #expect(shown() == "6\n7\n8")
    try turn(.up)
    #expect(shown() == "3\n4\n5")
    #expect(model.id == 1 && model.index == 1)
    let copy = try JSONDecoder().decode(Selection<Int>.self, from: JSONEncoder().encode(model))
    #expect(copy == model)
    // The next action shows the selected row again.
    press(.down, &model, count: 9, page: 3)
    #expect(model.id == 2 && shown() == "2\n3\n4")
    try turn(.down)
    press(.space, &model, count: 9, page: 3)
    #expect(model.marked == [2] && shown() == "2\n3\n4")
    try turn(.down)
    model.reduce(.select(6, of: 3), count: 9)
    #expect(model.id == 6 && shown() == "5\n6\n7", "What is clicked stays where it is.")
  }

  @Test func aClickSelectsTheRowUnderItAndADoubleClickActivatesIt() {
    let click = InputEvent.mouse(MouseEvent(.press(.left), column: 0, row: 2))
    let page = Size(columns: 80, rows: 3)
    #expect(Selection<Int>.Action.of(click, page: page, over: 5) == .select(5, of: 3))
    #expect(Selection<Int>.Action.of(click, page: page, clicks: 2, over: 5) == .activate(5))
    #expect(Selection<Int>.Action.of(click, page: page) == nil)
    #expect(Selection<String>.Action.of(click, page: page, over: 5) == nil)
    var model = Selection<Int>(index: 4, offset: 3)
    let actions: [Selection<Int>.Action] = [.select(5, of: 3), .select(9), .activate(2)]
    let outcomes = actions.map { model.reduce($0, count: 9) }
    #expect(outcomes == [.selected, .nothing, .activated(2)])
    #expect(model == Selection(2, index: 2, offset: 3))
  }

  // MARK: Rows that come, go and change places

  private let letters = ["a", "b", "c", "d"]

  @Test func theSelectionStaysWithItsIDWhereverThatGoes() {
    var model = Selection("c")
    #expect(model.selected(in: letters) == "c")
    #expect(model.selected(in: letters.reversed()) == "c")
    model.reduce(.move(1), in: ["c", "x", "a"])
    #expect(model.id == "x" && model.index == 1)
  }

  @Test func anIDThatIsGoneGivesTheSelectionToWhatStandsInItsPlace() {
    var model = Selection<String>()
    model.reduce(.move(2), in: letters)
    #expect(model.selected(in: ["a", "b", "d"]) == "d")
    #expect(model.selected(in: ["a", "b"]) == "b")
    #expect(model.selected(in: []) == nil)
    #expect(model.selected(in: letters) == "c", "It is there again.")
  }

  @Test func theRowIsLookedForWhereItWasAndNoMillionRowsAreSearchedForAKey() {
    final class Asked { var count = 0 }
    let asked = Asked()
    let rows = Rows(0..<1_000_000) { row in
      asked.count += 1
      return row
    }
    var model = Selection(700_000, index: 700_000)
    for _ in 0..<10 { _ = model.reduce(.move(1, of: 20), in: rows) }
    #expect(model.id == 700_010)
    #expect(asked.count < 60)
  }

  @Test func ofEqualRowsTheOneIsSelectedThatWas() {
    var model = Selection<String>()
    let twins = ["x", "x", "x"]
    model.reduce(.move(1), in: twins)
    model.reduce(.move(1), in: twins)
    #expect(model.index == 2)
  }

  @Test func spaceMarksTheSelectedRowAndTakesTheMarkAway() {
    var model = Selection<String>()
    #expect(Selection<String>.Action.of(.space) == .mark)
    let outcome = model.reduce(.mark, in: letters)
    #expect(outcome == .marked)
    model.reduce(.move(1), in: letters)
    model.reduce(.mark, in: letters)
    #expect(model.marked == ["a", "b"])
    model.reduce(.mark, in: letters)
    #expect(model.marked == ["a"])
  }

  @Test func eachActionSaysWhetherItMarks() {
    typealias Rows = Selection<Int>.Action
    let marks: [Rows] = [.mark, .extend(1), .markRow(3)]
    let others: [Rows] = [.move(1), .page(1, of: 2), .select(3), .scroll(1, of: 2), .activate()]
    #expect(marks.allSatisfy { $0.isMark } && !others.contains { $0.isMark })
    #expect(marks.allSatisfy { Table<Process>.Action.rows($0).isMark })
    #expect(
      !Table<Process>.Action.rows(.move(1)).isMark && !Table<Process>.Action.sort("PID").isMark)
    #expect(Tree<Folder>.Action.rows(.markRow("a")).isMark)
    #expect(!Tree<Folder>.Action.toggle().isMark && !Tree<Folder>.Action.openSiblings.isMark)
  }

  @Test func rowsMayBeSeveralCellsHigh() {
    let drawn = picture(6, 4) {
      List(["a", "b", "c"], Selection(index: 2), rowHeight: 2) { Text("\($0)\nmore") }
    }
    #expect(drawn == "b\nmore\nc\nmore")
  }

  @Test func aPageIsMeasuredInRowsHoweverHighTheyAre() {
    let frame = Picture(6, 5) {
      List(["a", "b", "c"], Selection(index: 2), rowHeight: 2) { Text("\($0)\nmore") }.id("list")
    }.canvas.frame
    #expect(frame["list"]?.page.rows == 2 && frame["list"]?.content.rows == 3)
    #expect(frame.id(as: RowID<String>.self, column: 0, row: 3) == RowID(id: "c"))
    #expect(frame.id(as: RowID<String>.self, column: 5, row: 1) == RowID(id: "b"))
  }

  @Test func theFirstAndTheLastRowAreChosenByTheirNames() {
    var selection = Selection("b", index: 1)
    selection.reduce(.last, in: ["a", "b", "c"])
    #expect(selection.id == "c")
    selection.reduce(.first, in: ["a", "b", "c"])
    #expect(selection.id == "a")
    var choice = Choice([1, 2, 3], current: 2)
    choice.reduce(.last)
    #expect(choice.current == 3)
    choice.reduce(.first)
    #expect(choice.current == 1)
  }
}
