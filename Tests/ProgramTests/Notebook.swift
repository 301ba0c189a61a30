import SpinCore

// snippet.state
/// Notes whose changes can be undone, one of which is selected.
nonisolated struct Notebook: Equatable, Sendable {
  struct Note: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String, text = ""
  }

  enum Change: Equatable, Sendable { case add(title: String), write(Int, String), remove(Int) }

  enum Event: Equatable, Sendable {
    case change(HistoryEvent<Change>), select(Int?), begin, name(String), cancel
    var change: HistoryEvent<Change>? { if case .change(let event) = self { event } else { nil } }
  }

  var history = History([Note]())
  var selection: Int?
  /// The title of the note to add; `nil` while the sheet is closed.
  var draft: String?

  var notes: [Note] { history.present }
  var selected: Note? { notes.first { $0.id == selection } }
  var text: String { selected?.text ?? "" }
  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }
  var isNaming: Bool { draft != nil }
  var title: String { draft ?? "" }
}
// snippet.end

// snippet.spin
nonisolated extension Notebook {
  static var spin: Spin<Notebook, Event> {
    Spin(initialState: Notebook()) {
      Scope(state: \.history, event: Event.change, from: \.change) { editing.undoable(limit: 100) }
      Reducer { notebook, event in
        switch event {
        case .change(.event(.add)):  // The scope has added it.
          (notebook.selection, notebook.draft) = (notebook.notes.last?.id, nil)
        case .change: break
        case .select(let id): notebook.selection = id
        case .begin: notebook.draft = ""
        case .name(let title): notebook.draft = title
        case .cancel: notebook.draft = nil
        }
      }
    }
  }

  private static let editing = Spin<[Note], Change>(initialState: []) {
    Reducer { notes, change in
      switch change {
      case .add(let title):
        notes.append(Note(id: (notes.map(\.id).max() ?? 0) + 1, title: title))
      case .write(let id, let text):
        if let index = notes.firstIndex(where: { $0.id == id }) { notes[index].text = text }
      case .remove(let id): notes.removeAll { $0.id == id }
      }
    }
  }
}
// snippet.end
