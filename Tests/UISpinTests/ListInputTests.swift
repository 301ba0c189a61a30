import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing

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
    let stage = Stage(Rows.ui, columns: 20, rows: 6)
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
    let stage = Stage(Rows.ui, columns: 20, rows: 6)
    stage.terminal.show()
    stage.rehearsal.emit(.reverse)
    stage.terminal.click(column: 9, row: 3)
    #expect(stage.rehearsal.state.selection.id == 2)
    #expect(stage.rehearsal.state.selection.index == 87)
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("row 2"))
  }

  @Test func keysScrollAListByThePageThatWasShown() {
    let stage = Stage(Rows.ui, columns: 20, rows: 21)
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
    let stage = Stage(Rows.ui, on: .callersThread(scheduler: time), columns: 20, rows: 6)
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
