import SpinCore

/// A text with undo, word by word, that is saved when nothing has changed for a while.
struct Editor: Equatable, Sendable {
  // snippet.state
  enum Edit: Equatable, Sendable { case typed(String), erased, replaced(String) }
  enum Event: Equatable, Sendable { case text(HistoryEvent<Edit>), saved(String) }

  var text = History("")
  /// What is on the disk, which undo does not change.
  var saved = ""

  var unsaved: String? { text.present == saved ? nil : text.present }
  // snippet.end

  static func spin(save: @escaping @Sendable (String) async -> Void) -> Spin<Editor, Event> {
    // snippet.spin
    Spin(initialState: Editor()) {
      Scope(state: \.text, event: Event.text, from: \.text) {
        typing.undoable { text, edit in !edit.continues(text) }
      }
      Feedback(on: \.unsaved) { text in
        .run {
          await save(text)
          return .saved(text)
        }.delayed(by: .milliseconds(500))
      }.named("save")
      Reducer { editor, event in if case .saved(let text) = event { editor.saved = text } }
    }
    // snippet.end
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

extension Editor.Event {
  var text: HistoryEvent<Editor.Edit>? { if case .text(let event) = self { event } else { nil } }
}
