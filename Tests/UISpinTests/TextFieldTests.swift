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

  /// The window depended on the cursor alone, so the second click of a pair hit another character.
  @Test func theTextStaysWhereItIsUnderTheMouse() {
    let stage = Stage(Form.ui(), columns: 12, rows: 2)
    stage.terminal.type("abcdefghijklmnopqrstuvwxyz")
    stage.terminal.show()
    let shown = stage.terminal.terminal.text
    #expect(shown == "> uvwxyz")
    for column in [2, 5, 2, 8, 7] {
      stage.terminal.click(column: column, row: 0)
      stage.terminal.show()
      #expect(stage.terminal.terminal.text == shown)
      #expect(stage.terminal.terminal.cursor.column == column)
      #expect(stage.rehearsal.state.name.cursor == 18 + column)
    }
    // What is typed or removed moves nothing before it.
    stage.terminal.type("12\u{7F}")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text == "> uvwxy1z")
    // The cursor leaves the part that was shown.
    stage.terminal.type(String(repeating: "\u{1B}[D", count: 7))
    stage.terminal.show()
    #expect(stage.terminal.terminal.text == "> klmnopqrst")
    stage.terminal.type("\u{7F}")
    stage.terminal.click(column: 2, row: 0)
    stage.terminal.show()
    #expect(stage.rehearsal.state.name.text == "abcdefghijklmnopqrtuvwxy1z")
    #expect(stage.terminal.terminal.cursor.column == 2)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func aClickMovesNothingWhateverTheTextIs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "b", " ", "漢", "é", "👩‍👩‍👧", "🇫🇷", "x\u{301}"]
    let text = (0..<random.below(60)).map { _ in pieces[random.below(pieces.count)] }.joined()
    let stage = Stage(Form.ui(isSecret: random.below(4) == 0), columns: 14, rows: 1)
    stage.terminal.paste(text)
    for _ in 0..<random.below(40) { stage.terminal.type("\u{1B}[D") }
    stage.terminal.show()
    // The first click may show the rest of a wide character that was cut on the left.
    stage.terminal.click(column: 2 + random.below(12), row: 0)
    stage.terminal.show()
    let shown = stage.terminal.terminal.text
    for _ in 0..<5 {
      stage.terminal.click(column: 2 + random.below(12), row: 0)
      stage.terminal.show()
      #expect(stage.terminal.terminal.text == shown, "seed \(seed)")
    }
  }

  @Test func otherInputIsReducedAsEver() {
    let stage = Stage(Form.ui(), columns: 12, rows: 2)
    stage.terminal.type("ab\u{1B}[D\u{7F}")
    #expect(stage.rehearsal.state.name.text == "b")
  }
}
