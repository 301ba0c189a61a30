import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

/// Text of several lines that is edited in a view that has a name.
@Suite struct TextAreaInputTests {
  private struct Note: Equatable, Sendable {
    var text = TextArea.Model()
    var isSaved = false

    enum Event: Equatable, Sendable {
      case text(TextArea.Action)
      case save
    }

    static var ui: UISpin<Note, Event> {
      UISpin(
        Spin<Note, Event>(initialState: Note()) {
          Reducer { note, event in
            switch event {
            case .text(let action): if note.text.reduce(action) { note.isSaved = false }
            case .save: note.isSaved = true
            }
          }
        }
      ) { note, _ in
        Text(note.isSaved ? "saved" : "note")
        TextArea(note.text).id("note")
      } keys: {
        Control("note") { .text($0) }
        Key("s", .ctrl("s"), help: "save", .save)
      }
    }
  }

  private let stage = Scene(Note.ui, columns: 14, rows: 5)

  private var note: TextArea.Model { stage.rehearsal.state.text }

  /// The screen without the edge of the area.
  private var shown: String {
    var text = stage.terminal.terminal.text.filter { $0 != "▌" }
    while text.last == "\n" { text.removeLast() }
    return text
  }

  @Test func linesAreTypedAndPastedAndKeysThatAreLettersAreText() {
    stage.terminal.type("say\ns")
    stage.terminal.type("\u{1B}[200~1\r\n2\u{1B}[201~")
    #expect(note.text == "say\ns1\n2")
    stage.terminal.type("\u{13}")
    #expect(stage.rehearsal.state.isSaved)
    stage.terminal.show()
    #expect(shown == "saved\nsay\ns1\n2")
    stage.terminal.type("\u{1F}")
    #expect(note.text == "say\ns" && !stage.rehearsal.state.isSaved)
  }

  @Test func rowsAreThoseThatWereSeen() {
    stage.terminal.type("one two three four")
    stage.terminal.show()
    #expect(shown == "note\none two\nthree four")
    stage.terminal.type("\u{1B}[A")
    #expect(note.cursor == TextArea.Position(line: 0, offset: 7))
    stage.terminal.type("!\u{1B}[1;2D\u{7F}")
    #expect(note.text == "one two three four")
  }

  @Test func aClickPlacesTheCursorAndDraggingSelects() {
    stage.terminal.type("abc\r漢字x\rend")
    stage.terminal.show()
    stage.terminal.click(column: 4, row: 2)
    #expect(note.cursor == TextArea.Position(line: 1, offset: 3))
    stage.terminal.click(column: 10, row: 1)
    #expect(note.cursor == TextArea.Position(line: 0, offset: 3))
    stage.terminal.click(column: 2, row: 4)
    #expect(note.cursor == TextArea.Position(line: 2, offset: 3), "Below the text is its end.")
    stage.terminal.type("\u{1B}[<0;3;2M")
    stage.terminal.type("\u{1B}[<32;6;3M")
    #expect(note.selectedText == "bc\n漢字")
    stage.terminal.type("\u{1B}[<0;6;3m")
    stage.terminal.type("-")
    #expect(note.text == "a-x\nend")
  }

  @Test func aDoubleClickSelectsAWordAndAThirdClickTheLine() {
    stage.terminal.type("abc\rtwo words\rend")
    stage.terminal.show()
    for selected in [nil, "words", "two words\n", "two words\n"] {
      stage.terminal.click(column: 6, row: 2)
      #expect(note.selectedText == selected)
    }
    for _ in 0..<3 { stage.terminal.click(column: 2, row: 3) }
    #expect(note.selectedText == "end")
  }

  /// In the terminal's rows 2 to 5, below the title in row 1.
  @Test(arguments: ["\u{1B}[<0;2;1M", ""])
  func aDragThatBeganBesideTheTextSelectsNothing(press: String) {
    stage.terminal.type("one\rtwo")
    stage.terminal.show()
    stage.terminal.type(press + "\u{1B}[<32;2;2M\u{1B}[<32;3;3M\u{1B}[<0;3;3m")
    #expect(note.selectedText == nil)
    #expect(note.cursor == TextArea.Position(line: 1, offset: 3))
    stage.terminal.type("\u{1B}[<0;2;2M\u{1B}[<32;4;2M\u{1B}[<0;4;2m")
    #expect(note.selectedText == "on", "The next press is its own.")
  }

  @Test func aButtonHeldBesideTheTextPullsItAlong() {
    stage.terminal.type("1\r2\r3\r4\r5\r6")
    stage.terminal.show()
    #expect(shown == "note\n3\n4\n5\n6")
    stage.terminal.type("\u{1B}[<0;3;2M")
    stage.terminal.show()
    stage.terminal.type("\u{1B}[<32;1;1M")
    stage.terminal.show()
    #expect(shown == "note\n2\n3\n4\n5")
    #expect(note.selectedText == "\n3")
  }

  @Test func aDragAboveTheTextSelectsUpToItsFirstRowAndThenScrolls() {
    stage.terminal.type("1\r2\r3\r4\r5\r6")
    stage.terminal.show()
    stage.terminal.type("\u{1B}[<0;3;5M")
    stage.terminal.show()
    stage.terminal.type("\u{1B}[<32;1;1M")
    stage.terminal.show()
    #expect(shown == "note\n3\n4\n5\n6")
    #expect(note.selectedText == "3\n4\n5\n6")
    stage.terminal.type("\u{1B}[<32;1;1M")
    stage.terminal.show()
    #expect(shown == "note\n2\n3\n4\n5")
  }

  /// The cursor went to and fro between the last visible row and the one behind it.
  @Test func aDragOutOfAnAreaThatIsCutGoesOn() {
    let text = TextArea.Model((0..<9).map { "\($0)" }.joined(separator: "\n"))
    let ui = UISpin(
      Spin<TextArea.Model, TextArea.Action>(initialState: text) { Reducer { $0.reduce($1) } }
    ) { text, _ in
      Text("above")
      Viewport(Scroll()) { TextArea(text).frame(height: .fixed(9)).id("note") }
        .frame(height: .fixed(3))
      Text("below")
    } keys: {
      Control("note") { $0 }
    }
    let stage = Scene(ui, columns: 14, rows: 5)
    stage.terminal.show()
    stage.terminal.type("\u{1B}[<0;3;3M")
    var lines = [stage.rehearsal.state.cursor.line]
    for _ in 0..<3 {
      stage.terminal.show()
      stage.terminal.type("\u{1B}[<32;3;5M")
      lines.append(stage.rehearsal.state.cursor.line)
    }
    #expect(lines == [1, 2, 3, 4])
  }

  @Test func theWheelScrollsUntilAKeyIsPressed() {
    stage.terminal.type("1\r2\r3\r4\r5\r6")
    stage.terminal.show()
    stage.terminal.type("\u{1B}[<64;2;3M")
    stage.terminal.show()
    #expect(shown == "note\n1\n2\n3\n4")
    stage.terminal.type("\u{1B}[B")
    stage.terminal.show()
    #expect(shown == "note\n3\n4\n5\n6")
  }
}
