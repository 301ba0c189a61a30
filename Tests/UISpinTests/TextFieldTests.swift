import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing

/// Text that is edited in a view that has a name.
@Suite struct TextFieldTests {
  private struct Form: Equatable, Sendable {
    var name = TextInput.Model()

    static func ui(isSecret: Bool = false) -> UISpin<Form, TextInput.Action> {
      let form = Form(name: TextInput.Model(isSecret: isSecret))
      return UISpin(
        Spin<Form, TextInput.Action>(initialState: form) { Reducer { $0.name.reduce($1) } }
      ) { form, _ in
        HStack {
          Text("> ")
          TextInput(form.name).id("name")
        }
      } keys: {
        Control("name") { $0 }
      }
    }
  }

  /// The number of characters before the cursor after a click on a column of the screen.
  private func cursor(_ text: String, click column: Int, isSecret: Bool = false) -> Int {
    let stage = Stage(Form.ui(isSecret: isSecret), columns: 12, rows: 2)
    stage.terminal.type(text)
    stage.terminal.show()
    stage.terminal.click(column: column, row: 0)
    return stage.rehearsal.state.name.cursor
  }

  @Test func aClickPutsTheCursorBeforeWhatWasPointedAt() {
    #expect(cursor("abc", click: 2) == 0)
    #expect(cursor("abc", click: 4) == 2)
    #expect(cursor("abc", click: 9) == 3)
    #expect(cursor("abc", click: 1) == 3, "Beside the input.")
    #expect(cursor("a漢字b", click: 3) == 1)
    #expect(cursor("a漢字b", click: 4) == 1)
    #expect(cursor("a漢字b", click: 5) == 2)
    #expect(cursor("漢字", click: 3, isSecret: true) == 1)
  }

  @Test func aClickOnTextThatIsScrolledMeansWhatIsSeen() {
    let stage = Stage(Form.ui(), columns: 12, rows: 2)
    stage.terminal.type("abcdefghijklm")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text == "> fghijklm")
    stage.terminal.click(column: 8, row: 0)
    #expect(stage.rehearsal.state.name.textAfterCursor == "lm")
  }

  @Test func otherInputIsReducedAsEver() {
    let stage = Stage(Form.ui(), columns: 12, rows: 2)
    stage.terminal.type("ab\u{1B}[D\u{7F}")
    #expect(stage.rehearsal.state.name.text == "b")
  }
}
