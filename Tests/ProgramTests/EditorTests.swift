import RecipeSupport
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

  // snippet.test
  @Test func whatUndoLeavesIsSavedAndWhatItTakesBackIsNot() {
    let saved = Notes()
    let test = TestSpin(Editor.spin { saved.add($0) }, exhaustivity: .off)
    for letter in ["a", "b"] { test.emit(.text(.event(.typed(letter)))) }
    test.advance(by: .milliseconds(500))
    #expect(saved.all == ["ab"])
    // It comes back before it would be saved.
    test.emit(.text(.undo)) { $0.text.undo() }
    test.advance(by: .milliseconds(499))
    test.emit(.text(.redo)) { $0.text.redo() }
    test.advance(by: .seconds(1))
    test.emit(.text(.undo)) { $0.text.undo() }
    test.advance(by: .milliseconds(500))
    test.finish()
    #expect(saved.all == ["ab", ""])
    #expect(test.state.saved == "" && test.state.saving == nil)
  }
  // snippet.end

  @Test func theDiskHasTheTextThatUndoHasLeft() {
    explore(seeds: 300) { test in
      let disk = World<String, String>()
      let spin = Editor.spin { text in
        await disk.insisting { try await $0.put(text, as: "text") }
      }
      let running = test.restarting(spin) { running in
        let events: [HistoryEvent<Editor.Edit>] = [
          .event(.typed("a")), .undo, .redo, .event(.typed("b")), .undo,
        ]
        for event in events {
          running.emit(.text(event))
          try? await test.time.clock.sleep(for: .milliseconds(600))
        }
      }
      test.expect(disk["text"] ?? "", equals: running.state.text.present)
      test.expect(running.state.saved, equals: running.state.text.present)
    }
  }
}
