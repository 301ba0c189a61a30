import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct EditorTests {
  /// Emits a text letter by letter.
  private func type(_ text: String, into running: RunningSpin<Editor, Editor.Event>) {
    for letter in text { running.emit(.text(.event(.typed("\(letter)")))) }
  }

  @Test(arguments: Host.all)
  func wordsAreUndoneAndDoneAgain(_ host: Host) async {
    let running = Editor.spin { _ in }.start(on: host.runtime(ManualScheduler()))
    type("two words", into: running)
    running.emit(.text(.event(.erased)))
    running.emit(.text(.event(.replaced("other"))))
    await running.idle()
    var texts: [String] = []
    while running.state.text.canUndo {
      running.emit(.text(.undo))
      await running.idle()
      texts.append(running.state.text.present)
    }
    #expect(texts == ["two word", "two words", "two ", "two", ""])
    texts = []
    while running.state.text.canRedo {
      running.emit(.text(.redo))
      await running.idle()
      texts.append(running.state.text.present)
    }
    #expect(texts == ["two", "two ", "two words", "two word", "other"])
    running.stop()
    await running.finished()
  }

  @Test func whatUndoLeavesIsSavedAndWhatItTakesBackIsNot() {
    for _ in 1...Support.rounds {
      let saved = Notes()
      let test = TestSpin(Editor.spin { saved.add($0) })
      test.emit(.text(.event(.typed("a")))) {
        $0.text.note(stepFrom: "", limit: 100)
        $0.text.present = "a"
      }
      test.advance(by: .milliseconds(499))
      test.emit(.text(.event(.typed("b")))) { $0.text.present = "ab" }
      test.advance(by: .milliseconds(500))
      test.expect(.saved("ab"), from: "save") { $0.saved = "ab" }
      // snippet.test
      // It comes back before it would be saved.
      test.emit(.text(.undo)) { $0.text.undo() }
      test.advance(by: .milliseconds(499))
      test.emit(.text(.redo)) { $0.text.redo() }
      test.advance(by: .seconds(1))
      test.emit(.text(.undo)) { $0.text.undo() }
      test.advance(by: .milliseconds(500))
      test.expect(.saved(""), from: "save") { $0.saved = "" }
      // snippet.end
      #expect(saved.all == ["ab", ""])
      test.finish()
    }
  }
}
