import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing

@Suite struct ListInputTests {
  /// A list of ninety rows below a title, which selects what the user says.
  private struct Choice: Equatable, Sendable {
    var cursor = List.Model()

    static var ui: UISpin<Choice, UserInput> {
      UISpin(
        Spin<Choice, UserInput>(initialState: Choice()) {
          Reducer { $0.cursor.reduce($1, in: "rows", count: 90) }
        }
      ) { choice, _ in
        Text("title")
        HStack {
          Text("| ")
          List(count: 90, choice.cursor) { Text("row \($0)").id($0) }.id("rows")
        }
      } keys: {
        Inputs { $0 }
      }
    }
  }

  @Test func aListIsClickedFromItsOwnCornerAndOnlyOverIt() {
    let stage = Stage(Choice.ui, columns: 20, rows: 6)
    stage.terminal.show()
    stage.terminal.click(column: 9, row: 3)  // On the name of the row, which is in the list.
    #expect(stage.rehearsal.state.cursor.selection == 2)
    stage.terminal.click(column: 19, row: 4)  // Right of it, where only the list is.
    #expect(stage.rehearsal.state.cursor.selection == 3)
    stage.terminal.click(column: 0, row: 2)
    stage.terminal.click(column: 9, row: 0)
    #expect(stage.rehearsal.state.cursor.selection == 3)
  }

  @Test func keysScrollAListByThePageThatWasShown() {
    let stage = Stage(Choice.ui, columns: 20, rows: 21)
    stage.terminal.show()
    stage.terminal.type("\u{1B}[6~")
    #expect(stage.rehearsal.state.cursor == List.Model(selection: 20, offset: 20))
    stage.terminal.type("\u{1B}[A\u{1B}[A")
    #expect(stage.rehearsal.state.cursor == List.Model(selection: 18, offset: 18))
    stage.terminal.resize(columns: 20, rows: 6)
    stage.terminal.show()
    stage.terminal.type("\u{1B}[6~")
    #expect(stage.rehearsal.state.cursor == List.Model(selection: 23, offset: 23))
  }
}
