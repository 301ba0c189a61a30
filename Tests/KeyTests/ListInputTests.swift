import Foundation
import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

@Suite struct ListInputTests {
  /// A list of ninety rows below a title, which selects what the user says.
  private struct Rows: Equatable, Sendable {
    var numbers = Array(0..<90)
    var selection = Selection<Int>()
    var activated: Int?

    enum Event: Equatable, Sendable {
      case rows(Selection<Int>.Action)
      case reverse
    }

    static var ui: UISpin<Rows, Event> {
      UISpin(
        Spin<Rows, Event>(initialState: Rows()) {
          Reducer { rows, event in
            switch event {
            case .rows(let action):
              if case .activated(let row) = rows.selection.reduce(action, in: rows.numbers) {
                rows.activated = row
              }
            case .reverse: rows.numbers.reverse()
            }
          }
        }
      ) { rows, _ in
        Text("title")
        HStack {
          Text("| ")
          List(rows.numbers, rows.selection) { Text("row \($0)").id($0) }.id("rows")
        }
      } keys: {
        Control("rows") { .rows($0) }
      }
    }
  }

  @Test func aListIsClickedFromItsOwnCornerAndOnlyOverIt() {
    let stage = Scene(Rows.ui, columns: 20, rows: 6)
    stage.terminal.show()
    stage.terminal.click(column: 9, row: 3)  // On the name of the row, which is in the list.
    #expect(stage.rehearsal.state.selection.id == 2)
    stage.terminal.click(column: 19, row: 4)  // Right of it, where only the list is.
    #expect(stage.rehearsal.state.selection.id == 3)
    stage.terminal.click(column: 0, row: 2)
    stage.terminal.click(column: 9, row: 0)
    #expect(stage.rehearsal.state.selection.id == 3)
  }

  /// The row that was clicked is the row that was seen.
  @Test func aClickSelectsNoStrangerIfTheRowsWereSortedSinceTheFrame() {
    let stage = Scene(Rows.ui, columns: 20, rows: 6)
    stage.terminal.show()
    stage.rehearsal.emit(.reverse)
    stage.terminal.click(column: 9, row: 3)
    #expect(stage.rehearsal.state.selection.id == 2)
    #expect(stage.rehearsal.state.selection.index == 87)
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("row 2"))
  }

  /// A list, a table, a tree and a choice, some of whose rows have one id.
  private struct Twins: Equatable, Sendable {
    struct Item: Identifiable, Equatable, Sendable {
      var id: Int
      var children: [Item] = []
    }

    var files = [1, 2, 3, 2]
    var items = [Item(id: 5), Item(id: 6), Item(id: 5), Item(id: 6)]
    var nodes = [Item(id: 7, children: [Item(id: 8)]), Item(id: 8)]
    var table = Table<Item>.Model()
    var tree = Tree<Item>.Model(open: [7])
    var answer = Choice(["yes", "no", "no"])

    static var spin: Spin<Twins, Int> {
      Spin(initialState: Twins()) { Reducer { $0.files.removeFirst($1) } }
    }

    @ViewBuilder static func view(_ twins: Twins, _ screen: Screen) -> ViewList {
      List(twins.files, Selection()) { Text("row \($0)") }.id("files").frame(height: .fixed(3))
      Table(twins.items, twins.table, [Table<Item>.Column("ID", \.id)]).id("items")
        .frame(height: .fixed(4))
      Tree(twins.nodes, twins.tree, children: \.children) { Text("\($0.id)") }
      Choices(twins.answer) { $0 }.id("answer")
      List([0, 0], Selection(), rowHeight: 2) { Text("\($0)") }.id("below")
        .frame(height: .fixed(2))
    }
  }

  @Test func aRehearsalTellsWhichIdSeveralRowsOfAFrameHave() {
    let stage = Scene(UISpin(Twins.spin, render: Twins.view) {}, columns: 20, rows: 13)
    #expect(stage.rehearsal.duplicateRows == [], "There is no frame yet.")
    stage.terminal.show()
    var seen = [
      DuplicateRow("5", in: "items"), DuplicateRow("8", in: nil), DuplicateRow("no", in: "answer"),
    ]
    #expect(stage.rehearsal.duplicateRows == seen, "The second 2 is not in the frame.")
    stage.rehearsal.emit(1)
    stage.terminal.show()
    seen.append(DuplicateRow("2", in: "files"))
    #expect(stage.rehearsal.duplicateRows == seen, "Each region is named once.")
    #expect(
      seen[0].description == """
        Several rows in “items” have the id 5, and the first one counts, so that a click may select \
        another row than was clicked: give each row an id of its own.
        """)
    let distinct = Scene(Rows.ui, columns: 20, rows: 6)
    distinct.terminal.show()
    #expect(distinct.rehearsal.duplicateRows == [])
  }

  /// The ids of rows are data, such as the names of files.
  @Test func anIdThatSeveralRowsHaveIsToldWithoutControlCharacters() {
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 = $1 } }
    let ui = UISpin(spin) { _, _ in
      List(["\u{1B}[2J\n", "\u{1B}[2J\n"], Selection()) { Text($0) }.id("\u{9B}m")
    } keys: {
    }
    let stage = Scene(ui, columns: 20, rows: 6)
    stage.terminal.show()
    #expect(stage.rehearsal.duplicateRows == [DuplicateRow("␛[2J␊", in: "\u{FFFD}m")])
  }

  #if DEBUG
    @Test func whereRowsHaveOneIdADebugBuildSaysSoAfterTheRun() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        setenv("SPINTTY", "frames", 1)
        var options = UIOptions()
        options.readsKeysFromPipes = false
        let ui = UISpin(Twins.spin, options: options, render: Twins.view) {}
        _ = try ui.run(on: .callersThread, until: .settled)
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.components(separatedBy: "Several rows").count == 4)
      #expect(message.contains("Several rows in “items” have the id 5, and the first one counts"))
    }
  #endif

  @Test func keysScrollAListByThePageThatWasShown() {
    let stage = Scene(Rows.ui, columns: 20, rows: 21)
    stage.terminal.show()
    stage.terminal.type("\u{1B}[6~")
    #expect(stage.rehearsal.state.selection == Selection(20, index: 20, offset: 20))
    stage.terminal.type("\u{1B}[A\u{1B}[A")
    #expect(stage.rehearsal.state.selection == Selection(18, index: 18, offset: 18))
    stage.terminal.resize(columns: 20, rows: 6)
    stage.terminal.show()
    stage.terminal.type("\u{1B}[6~")
    #expect(stage.rehearsal.state.selection == Selection(23, index: 23, offset: 23))
  }

  @Test func enterAndADoubleClickActivateARow() {
    let time = ManualScheduler()
    let stage = Scene(Rows.ui, on: .callersThread(scheduler: time), columns: 20, rows: 6)
    stage.terminal.show()
    stage.terminal.type("\u{1B}[B\r")
    #expect(stage.rehearsal.state.activated == 1)
    stage.terminal.click(column: 19, row: 4)
    stage.terminal.click(column: 19, row: 4)
    #expect(stage.rehearsal.state.activated == 3)
    stage.terminal.click(column: 19, row: 2)
    time.advance(by: .milliseconds(401))
    stage.terminal.click(column: 19, row: 2)
    #expect(stage.rehearsal.state.activated == 3, "Two clicks, and no double click.")
  }
}
