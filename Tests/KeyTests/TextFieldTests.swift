import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

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
          Text(">")
          TextInput(form.name).id("name")
        }
      } keys: {
        Control("name") { $0 }
      }
    }
  }

  /// The number of characters before the cursor after a click on a column of the screen.
  private func cursor(_ text: String, click column: Int, isSecret: Bool = false) -> Int {
    let stage = Scene(Form.ui(isSecret: isSecret), columns: 13, rows: 2)
    stage.terminal.type(text)
    stage.terminal.show()
    stage.terminal.click(column: column, row: 0)
    return stage.rehearsal.state.name.cursor
  }

  /// A form that validates what is in its fields.
  private struct Checked: Equatable, Sendable {
    var name = TextInput.Model(limit: 150_000)
    var note = TextArea.Model()
    var focus = Focus("name")
    var edits = 0
    var complaint: String?

    enum Event: Sendable {
      case name(TextInput.Action)
      case note(TextArea.Action)
      case focus(Focus<String>.Action)
    }

    mutating func reduce(_ event: Event) {
      switch event {
      case .name(let action): name.reduce(action)
      case .note(let action): note.reduce(action)
      case .focus(let action):
        focus.reduce(action)
        return
      }
      edits += 1
      complaint = name.text.isEmpty ? "A name has a letter." : nil
    }

    static func ui() -> UISpin<Checked, Event> {
      UISpin(
        Spin<Checked, Event>(initialState: Checked()) { Reducer { $0.reduce($1) } }, focus: \.focus
      ) { form, _ in
        SpinTTY.Form {
          Field("Name", error: form.complaint) { TextInput(form.name).id("name") }
          Field("Note") { TextArea(form.note).id("note") }
        }
      } keys: {
        Control("name") { .name($0) }
        Control("note") { .note($0) }
        Control.focus { .focus($0) }
      }
    }
  }

  @Test(arguments: ["name", "note"])
  func aPasteIsOneEventOfAField(_ field: String) {
    let stage = Scene(Checked.ui(), columns: 30, rows: 8)
    stage.terminal.show()
    if field == "note" { stage.terminal.press(.tab) }
    stage.terminal.paste(String(repeating: "a\tb\nc", count: 20_000))
    stage.terminal.show()
    #expect(stage.rehearsal.state.edits == 1)
    let state = stage.rehearsal.state
    #expect((field == "name" ? state.name.text : state.note.text).utf8.count == 100_000)
    stage.terminal.type("\u{3}")
    #expect(stage.rehearsal.end != nil)
  }

  @Test func aClickPutsTheCursorBeforeWhatWasPointedAt() {
    #expect(cursor("abc", click: 2) == 0)
    #expect(cursor("abc", click: 4) == 2)
    #expect(cursor("abc", click: 9) == 3)
    #expect(cursor("abc", click: 1) == 0, "On its edge.")
    #expect(cursor("abc", click: 0) == 3, "Beside the input.")
    #expect(cursor("a漢字b", click: 3) == 1)
    #expect(cursor("a漢字b", click: 4) == 1)
    #expect(cursor("a漢字b", click: 5) == 2)
    #expect(cursor("漢字", click: 3, isSecret: true) == 1)
  }

  @Test func aClickOnTextThatIsScrolledMeansWhatIsSeen() {
    let stage = Scene(Form.ui(), columns: 13, rows: 2)
    stage.terminal.type("abcdefghijklm")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text == ">▌fghijklm")
    stage.terminal.click(column: 8, row: 0)
    #expect(stage.rehearsal.state.name.textAfterCursor == "lm")
  }

  /// After a click, the part that was seen stayed even if nothing was left of it.
  @Test func aFieldIsNeverBlankIfItHasText() {
    let stage = Scene(Form.ui(), columns: 13, rows: 2)
    stage.terminal.type("abcdefghijklmnopqrstuvwxyz")
    stage.terminal.show()
    let start = stage.terminal.terminal.text
    stage.terminal.click(column: 2, row: 0)
    stage.terminal.show()
    #expect(stage.terminal.terminal.text == start)
    stage.terminal.type("\u{0B}")
    stage.terminal.show()
    let name = stage.rehearsal.state.name.text
    #expect(!name.isEmpty && name.count < 26)
    #expect(stage.terminal.terminal.text.hasSuffix(name.suffix(3)))
  }

  /// The window depended on the cursor alone, so the second click of a pair hit another character.
  @Test func theTextStaysWhereItIsUnderTheMouse() {
    let stage = Scene(Form.ui(), columns: 13, rows: 2)
    stage.terminal.type("abcdefghijklmnopqrstuvwxyz")
    stage.terminal.show()
    let shown = stage.terminal.terminal.text
    #expect(shown == ">▌uvwxyz")
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
    #expect(stage.terminal.terminal.text == ">▌uvwxy1z")
    // The cursor leaves the part that was shown.
    stage.terminal.type(String(repeating: "\u{1B}[D", count: 7))
    stage.terminal.show()
    #expect(stage.terminal.terminal.text == ">▌klmnopqrst")
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
    let stage = Scene(Form.ui(isSecret: random.below(4) == 0), columns: 15, rows: 1)
    stage.terminal.paste(text)
    for _ in 0..<random.below(40) { stage.terminal.type("\u{1B}[D") }
    stage.terminal.show()
    // The first click may show the rest of a wide character that was cut on the left.
    var column = random.below(12)
    stage.terminal.click(column: 2 + column, row: 0)
    stage.terminal.show()
    let shown = stage.terminal.terminal.text
    for _ in 0..<5 {
      // Two clicks on one place would select a word, whose end may be out of sight.
      column = (column + 1 + random.below(11)) % 12
      stage.terminal.click(column: 2 + column, row: 0)
      stage.terminal.show()
      #expect(stage.terminal.terminal.text == shown, "seed \(seed)")
    }
  }

  @Test func theMouseSelects() {
    let stage = Scene(Form.ui(), columns: 13, rows: 2)
    func mouse(_ code: Int, _ column: Int, _ end: String = "M") {
      stage.terminal.type("\u{1B}[<\(code);\(column + 1);1\(end)")
    }
    func selected() -> String? { stage.rehearsal.state.name.selectedText }
    stage.terminal.type("one two")
    stage.terminal.show()
    for _ in 0..<2 { stage.terminal.click(column: 7, row: 0) }
    #expect(selected() == "two", "A double click selects a word.")
    stage.terminal.click(column: 7, row: 0)
    #expect(selected() == "one two", "A third click selects the whole text.")
    mouse(0, 3)
    mouse(32, 5)
    #expect(selected() == "ne")
    mouse(32, 1)
    mouse(32, 0)
    mouse(0, 0, "m")
    #expect(selected() == "o", "A drag beyond the edge selects up to it.")
    mouse(4, 4)
    mouse(4, 4, "m")
    #expect(selected() == "n", "A click with shift extends the selection.")
    stage.terminal.type("\u{1B}[1;2C!")
    #expect(stage.rehearsal.state.name.text == "o! two")
  }

  /// A fast hand is reported once or twice, however far it moves.
  @Test func aDragBeyondTheEdgeSelectsUpToItAndThenScrolls() {
    let stage = Scene(Form.ui(), columns: 10, rows: 2)
    func mouse(_ code: Int, _ column: Int, _ end: String = "M") {
      stage.terminal.type("\u{1B}[<\(code);\(column + 1);1\(end)")
      stage.terminal.show()
    }
    func selected() -> String? { stage.rehearsal.state.name.selectedText }
    stage.terminal.type("0123456789abcdef")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.hasPrefix(">▌cdef"))
    mouse(0, 5)
    #expect(stage.rehearsal.state.name.cursor == 15)
    mouse(32, 0)
    #expect(selected() == "bcde")
    #expect(stage.terminal.terminal.text.hasPrefix(">▌bcdef"))
    mouse(32, 1)
    mouse(32, 0)
    #expect(selected() == "9abcde")
    mouse(0, 0, "m")
    stage.terminal.type("\u{1B}[H")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.hasPrefix(">▌0123456"))
    mouse(0, 2)
    mouse(32, 9)
    #expect(selected() == "012345", "The cursor stays in the field.")
    mouse(32, 9)
    #expect(selected() == "0123456")
  }

  @Test func otherInputIsReducedAsEver() {
    let stage = Scene(Form.ui(), columns: 13, rows: 2)
    stage.terminal.type("ab\u{1B}[D\u{7F}")
    #expect(stage.rehearsal.state.name.text == "b")
  }
}
