// This app is on the page Documentation/Guides/SwiftUI.md, with the definition of Tests/ProgramTests/Notebook.swift.
// No target has it: Scripts/docstrings compiles it, with stand-ins for SwiftUI where there is none.
import SpinAsync
import SwiftUI

// snippet.app
@main
struct NotesApp: App {
  private let notebook = ObservableSpin(Notebook.spin)

  var body: some Scene {
    WindowGroup { NotebookView(notebook: notebook) }
  }
}
// snippet.end

// snippet.list
struct NotebookView: View {
  let notebook: ObservableSpin<Notebook, Notebook.Event>

  var body: some View {
    NavigationSplitView {
      List(
        notebook.notes, selection: notebook.binding(get: \.selection, event: Notebook.Event.select)
      ) { note in
        Text(note.title)
      }
      .toolbar {
        Button("New note") { notebook.emit(.begin) }
        Button("Undo") { notebook.emit(.change(.undo)) }.disabled(!notebook.canUndo)
        Button("Redo") { notebook.emit(.change(.redo)) }.disabled(!notebook.canRedo)
      }
    } detail: {
      if let note = notebook.selected {
        NoteView(notebook: notebook, note: note)
      } else {
        Text("Select a note")
      }
    }
    .sheet(isPresented: notebook.binding(for: \.isNaming, event: .cancel)) {
      TitleView(notebook: notebook)
    }
  }
}
// snippet.end

// snippet.detail
struct NoteView: View {
  let notebook: ObservableSpin<Notebook, Notebook.Event>
  let note: Notebook.Note

  var body: some View {
    Form {
      TextField(
        note.title,
        text: notebook.binding(get: \.text) { .change(.event(.write(note.id, $0))) })
      Button("Remove", role: .destructive) { notebook.emit(.change(.event(.remove(note.id)))) }
    }
  }
}
// snippet.end

// snippet.sheet
struct TitleView: View {
  let notebook: ObservableSpin<Notebook, Notebook.Event>

  var body: some View {
    Form {
      TextField("Title", text: notebook.binding(get: \.title, event: Notebook.Event.name))
      Button("Add") { notebook.emit(.change(.event(.add(title: notebook.title)))) }
        .disabled(notebook.title.isEmpty)
      Button("Cancel", role: .cancel) { notebook.emit(.cancel) }
    }
  }
}
// snippet.end
