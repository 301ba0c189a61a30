import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// A viewer of processes whose table is a value in the state.
private struct Viewer: Equatable, Sendable {
  struct Process: Identifiable, Equatable, Sendable {
    let id: Int
    var cpu: Int
    var name: String { "process \(id)" }
  }

  enum Event: Equatable, Sendable {
    case table(Table<Process>.Action)
    case sample
  }

  static let columns: [Table<Process>.Column] = [
    .init("PID", \.id, .fixed(4), .trailing),
    .init("CPU%", \.cpu, .fixed(5), .trailing, descending: true),
    .init("COMMAND", \.name, .fill(1, atLeast: 14)),
  ]

  var processes = (0..<90).map { Process(id: $0, cpu: $0 % 10) }
  var table = Table<Process>.Model()
  var activated: Int?

  mutating func apply(_ event: Event) {
    switch event {
    case .table(let action):
      switch table.reduce(action, in: processes, by: Viewer.columns) {
      case .sorted: table.sort(&processes, by: Viewer.columns)
      case .activated(let id): activated = id
      default: break
      }
    case .sample:
      for index in processes.indices { processes[index].cpu = 100 - processes[index].id }
      processes = table.sorted(processes, by: Viewer.columns)
    }
  }

  static var ui: UISpin<Viewer, Event> {
    UISpin(Spin<Viewer, Event>(initialState: Viewer()) { Reducer { $0.apply($1) } }) { viewer, _ in
      Text("title")
      Table(viewer.processes, viewer.table, columns).scrollbar().id("table")
    } keys: {
      Control("table") { .table($0) }
      Key("c", help: "by CPU", .table(.sort("CPU%")))
    }
  }
}

@Suite struct TableInputTests {
  @Test func titlesAreClickedToSortAndAgainToTurnTheOrderRound() throws {
    let stage = Scene(Viewer.ui, columns: 24, rows: 5)
    try stage.terminal.expect(
      """
      title
       PID  CPU% COMMAND   ›
         0     0 process 0   ┃
         1     1 process 1   │
         2     2 process 2   │
      """)
    stage.terminal.click(column: 3, row: 1)
    stage.terminal.show()
    stage.terminal.click(column: 3, row: 1)
    stage.terminal.type("\u{1B}[H")
    try stage.terminal.expect(
      """
      title
      PID▼  CPU% COMMAND   ›
        89     9 process 89  ┃
        88     8 process 88  │
        87     7 process 87  │
      """)
  }

  @Test func theSelectedRowIsKeptWhileRowsAreSortedAndSampled() throws {
    let stage = Scene(Viewer.ui, columns: 25, rows: 5)
    stage.terminal.show()
    stage.terminal.click(column: 12, row: 3)
    #expect(stage.rehearsal.state.table.selection.id == 1)
    stage.terminal.click(column: 8, row: 1)
    #expect(stage.rehearsal.state.table.sortColumn == "CPU%")
    #expect(stage.rehearsal.state.table.isDescending)
    #expect(stage.rehearsal.state.processes[0].cpu == 9)
    #expect(stage.rehearsal.state.table.selection.id == 1)
    #expect(stage.rehearsal.state.table.selection.index == 72)
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("CPU%▼"))
    #expect(stage.terminal.terminal.text.contains("process 1 "))
    stage.rehearsal.emit(.sample)
    stage.terminal.type("\u{1B}[B")
    #expect(stage.rehearsal.state.table.selection.id == 2, "The one below it now.")
    stage.terminal.type("c")
    #expect(stage.rehearsal.state.processes[0].id == 89)
    #expect(stage.rehearsal.state.table.selection.id == 2)
  }

  /// The row that was clicked is the row that was seen.
  @Test func aClickSelectsNoStrangerIfTheRowsWereSortedSinceTheFrame() {
    let stage = Scene(Viewer.ui, columns: 25, rows: 5)
    stage.terminal.show()
    stage.rehearsal.emit(.table(.sort("PID")))
    stage.rehearsal.emit(.table(.sort("PID")))
    stage.terminal.click(column: 12, row: 4)
    #expect(stage.rehearsal.state.table.selection.id == 2)
    #expect(stage.rehearsal.state.processes[0].id == 89)
  }

  @Test func keysMoveByThePageThatWasSeenWithoutTheTitles() {
    let stage = Scene(Viewer.ui, columns: 25, rows: 12)
    stage.terminal.show()
    stage.terminal.type("\u{1B}[6~")
    #expect(stage.rehearsal.state.table.selection == Selection(10, index: 10, offset: 10))
    stage.terminal.type("\u{1B}[F")
    #expect(stage.rehearsal.state.table.selection == Selection(89, index: 89, offset: 80))
    stage.terminal.type("\u{1B}[H\r")
    #expect(stage.rehearsal.state.activated == 0)
    stage.terminal.scroll(1, column: 3, row: 5)
    #expect(stage.rehearsal.state.table.selection.id == 0)
    #expect(stage.rehearsal.state.table.selection.offset == 3)
  }

  @Test func shiftAndCtrlMarkRows() {
    let stage = Scene(Viewer.ui, columns: 25, rows: 12)
    stage.terminal.show()
    stage.terminal.type("\u{1B}[1;2B\u{1B}[1;2B")
    #expect(stage.rehearsal.state.table.selection.marked == [0, 1, 2])
    #expect(stage.rehearsal.state.table.selection.id == 2)
    stage.terminal.type("\u{1B}[B\u{1B}[1;2A")
    #expect(stage.rehearsal.state.table.selection.marked == [0, 1, 2, 3])
    // Ctrl is 16 in the number of a button.
    stage.terminal.type("\u{1B}[<16;3;4M\u{1B}[<16;3;4m")
    #expect(stage.rehearsal.state.table.selection.marked == [0, 2, 3])
    #expect(stage.rehearsal.state.table.selection.id == 1)
    stage.terminal.type("\u{1B}[<16;3;8M\u{1B}[<16;3;8m")
    #expect(stage.rehearsal.state.table.selection.marked == [0, 2, 3, 5])
  }

  @Test func aDoubleClickActivatesTheRow() {
    let stage = Scene(
      Viewer.ui, on: .callersThread(scheduler: ManualScheduler()), columns: 25, rows: 5)
    stage.terminal.show()
    stage.terminal.click(column: 12, row: 4)
    #expect(stage.rehearsal.state.activated == nil)
    stage.terminal.click(column: 12, row: 4)
    #expect(stage.rehearsal.state.activated == 2)
  }

  @Test func aTableThatIsTooWideIsScrolledWithItsTitles() throws {
    let stage = Scene(Viewer.ui, columns: 20, rows: 4)
    stage.terminal.show()
    stage.terminal.type("\u{1B}[C")
    #expect(stage.rehearsal.state.table.columnOffset == 7, "No further than the last column.")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("U% COMMAND"))
    stage.terminal.click(column: 7, row: 1)
    #expect(stage.rehearsal.state.table.sortColumn == "COMMAND")
    stage.terminal.type("\u{1B}[D")
    #expect(stage.rehearsal.state.table.columnOffset == 0)
  }

  @Test func theMouseScrollsByTheBarWhileItIsHeldEvenBesideIt() {
    let stage = Scene(Viewer.ui, columns: 25, rows: 12)
    stage.terminal.show()
    func mouse(_ code: Int, _ column: Int, _ row: Int, isRelease: Bool = false) {
      stage.terminal.type("\u{1B}[<\(code);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
    }
    var offset: Int { stage.rehearsal.state.table.selection.offset }
    mouse(0, 24, 11)
    #expect(offset == 80, "The last cell of the bar is the end.")
    mouse(32, 3, 2)
    #expect(offset == 0, "The first one is the beginning, wherever the mouse is beside it.")
    // Of motions on one frame the last one counts.
    mouse(32, 3, 6)
    mouse(32, 3, 7)
    #expect(offset == 44)
    stage.terminal.show()
    mouse(32, 3, 7)
    #expect(offset == 44)
    mouse(0, 3, 7, isRelease: true)
    #expect(stage.rehearsal.state.table.selection.id == nil, "Nothing was selected.")
    mouse(35, 24, 2)
    #expect(offset == 44, "No button is held.")
  }
}
