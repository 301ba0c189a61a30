import SpinCore

// snippet.state
/// A text with undo, word by word, that is saved when nothing has changed for a while.
struct Editor: Equatable, Sendable {
  enum Edit: Equatable, Sendable { case typed(String), erased, replaced(String) }
  enum Event: Equatable, Sendable {
    case text(HistoryEvent<Edit>), paused, saved(String)
    var text: HistoryEvent<Edit>? { if case .text(let event) = self { event } else { nil } }
  }

  var text = History("")
  /// The text on the disk, and the text on its way there, which undo does not change.
  var saved = "", saving: String?

  var unsaved: String? { saving != nil || text.present == saved ? nil : text.present }
}
// snippet.end

// snippet.spin
extension Editor {
  static func spin(save: @escaping @Sendable (String) async -> Void) -> Spin<Editor, Event> {
    Spin(initialState: Editor()) {
      Scope(state: \.text, event: Event.text, from: \.text) {
        typing.undoable { text, edit in !edit.continues(text) }
      }
      Feedback(on: \.unsaved) { _ in .after(.milliseconds(500), .paused) }.named("pause")
      Feedback(on: \.saving) { text in
        .run {
          await save(text)
          return .saved(text)
        }
      }.named("save")
      Reducer { editor, event in
        switch event {
        case .text: break  // The scope has reduced it.
        case .paused: editor.saving = editor.unsaved
        case .saved(let text): (editor.saved, editor.saving) = (text, nil)
        }
      }
    }
  }

  private static let typing = Spin<String, Edit>(initialState: "") {
    Reducer { text, edit in
      switch edit {
      case .typed(let letter): text += letter
      case .erased: text = String(text.dropLast())
      case .replaced(let other): text = other
      }
    }
  }
}

extension Editor.Edit {
  /// Whether it makes a word longer, and does not begin one.
  fileprivate func continues(_ text: String) -> Bool {
    guard case .typed(let letter) = self, let last = text.last else { return false }
    return last != " " && letter != " "
  }
}
// snippet.end
