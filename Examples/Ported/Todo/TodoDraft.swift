import SpinTTY

/// A todo while it is edited.
struct TodoDraft: Equatable, Sendable {
  /// The todo as it is; `nil` for a new one.
  let item: TodoItem?
  var name: TextInput.Model
  var note: TextInput.Model
  var isCompleted: Bool
  var focus = Focus<TodoScreen.Area>(.name)

  init(_ item: TodoItem? = nil) {
    self.init(item, name: item?.name ?? "", note: item?.note ?? "")
  }

  /// The draft that an action was made of; `nil` if it was made of none.
  init?(_ action: TodoAction) {
    switch action {
    case .addItem(let name, let note): self.init(nil, name: name, note: note)
    case .updateItem(let item): self.init(item)
    case .updateList, .completeItem, .deleteItem: return nil
    }
  }

  private init(_ item: TodoItem?, name: String, note: String) {
    self.item = item
    self.name = TextInput.Model(name)
    self.note = TextInput.Model(note)
    isCompleted = item?.isCompleted ?? false
  }

  /// Why the todo cannot be saved.
  var problem: String? { name.text.allSatisfy(\.isWhitespace) ? "a name is needed" : nil }

  /// What saves the todo; `nil` if it cannot be saved.
  var action: TodoAction? {
    guard problem == nil else { return nil }
    guard var item else { return .addItem(name: name.text, note: note.text) }
    (item.name, item.note, item.isCompleted) = (name.text, note.text, isCompleted)
    return .updateItem(item)
  }
}
