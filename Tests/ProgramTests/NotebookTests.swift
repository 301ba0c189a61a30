import SpinAsync
import SpinTesting
import Testing

/// The app of the page about SwiftUI, as far as it is no view.
struct NotebookTests {
  // snippet.test
  @Test func whatWasRemovedComesBack() {
    let test = TestSpin(Notebook.spin)
    test.emit(.begin) { $0.draft = "" }
    test.emit(.name("Tosca")) { $0.draft = "Tosca" }
    test.emit(.change(.event(.add(title: "Tosca")))) {
      $0.history.note(stepFrom: [], limit: 100)
      $0.history.present = [Notebook.Note(id: 1, title: "Tosca")]
      ($0.selection, $0.draft) = (1, nil)
    }
    let notes = test.state.notes
    test.emit(.change(.event(.remove(1)))) {
      $0.history.note(stepFrom: notes, limit: 100)
      $0.history.present = []
    }
    #expect(test.state.selected == nil)
    test.emit(.change(.undo)) { $0.history.undo() }
    #expect(test.state.selected?.title == "Tosca")
    test.finish()
  }
  // snippet.end

  @Test func aTextIsWrittenIntoItsNoteEvenIfAnotherOneIsSelected() {
    let test = TestSpin(Notebook.spin, exhaustivity: .off)
    for title in ["Tosca", "Turandot"] { test.emit(.change(.event(.add(title: title)))) }
    test.emit(.change(.event(.write(1, "in Rome"))))
    test.emit(.change(.event(.write(7, "nowhere"))))
    #expect(test.state.selection == 2)
    #expect(test.state.notes.map(\.text) == ["in Rome", ""])
    test.emit(.change(.undo))
    #expect(test.state.notes.map(\.text) == ["", ""] && test.state.canRedo)
    test.finish()
  }

  @Test func aSheetThatIsClosedAddsNothing() {
    let test = TestSpin(Notebook.spin)
    test.emit(.begin) { $0.draft = "" }
    #expect(test.state.isNaming && test.state.title.isEmpty)
    test.emit(.cancel) { $0.draft = nil }
    #expect(!test.state.canUndo)
    test.finish()
  }

  /// The bindings of the views are made of these closures.
  @Test @MainActor func aControlShowsWhatItHasChanged() async throws {
    let notebook = ObservableSpin(Notebook.spin)
    notebook.emit(.begin)
    notebook.emit(.name("Tosca"))
    #expect(notebook.title == "Tosca" && notebook.isNaming)
    notebook.emit(.change(.event(.add(title: notebook.title))))
    notebook.emit(.select(nil))
    #expect(notebook.selected == nil && !notebook.isNaming)
    notebook.running.stop()
    await notebook.running.finished()
  }
}
