import SpinTTY

extension TodoScreen {
  static func ui(_ spin: Spin<TodoScreen, Event>) -> UISpin<TodoScreen, Event> {
    UISpin(spin, plain: .stream(\.words)) { screen, _ in
      Tree(screen.tree, screen.rows) {
        $0.children
      } row: {
        row($0, of: screen)
      }
      .id(Area.rows).frame(height: .fill)
      line(screen.request)
      Help()
    } keys: {
      Control(Area.rows, help: "move") { .rows($0) }
      Key("a", help: "add", .edit(TodoDraft()))
      Key("e", help: "edit") { $0.selected.map { .edit(TodoDraft($0)) } }
      Key("c", help: "complete") { $0.selected.map { .dispatch(.completeItem($0)) } }
      Key("d", help: "delete") { $0.selected.map { .ask($0) } }
      Key("r", help: "refresh", when: { !$0.isUpdating }, .dispatch(.updateList))
      Key.quit("q", .ctrl("c"))
    } layers: {
      editor
      confirmation
    }
  }

  private static var editor: Layer<TodoScreen, Event> {
    Layer(\.draft, focus: \.focus) { draft, _ in
      Dialog(draft.item == nil ? "add" : "edit") {
        Form {
          Field("name", error: draft.problem) { TextInput(draft.name).id(Area.name) }
          Field("note") { TextInput(draft.note).id(Area.note) }
          if draft.item != nil {
            Checkbox("done", draft.isCompleted, id: Area.isCompleted)
          }
          HStack(spacing: 1) {
            Button("Save", id: Area.save, isDefault: true)
            if draft.item != nil { Button("Delete", id: Area.delete, look: .error) }
          }
        }
        .frame(width: .fixed(40))
      }
    } keys: {
      Control(Area.name) { .name($0) }
      Control(Area.note) { .note($0) }
      Control.focus(help: "next") { .focus($0) }
      Click(Area.isCompleted, .isCompleted)
      Click(Area.save, help: "save", .save)
      Click(Area.delete) { $0.item.map { .ask($0) } }
      Key(.escape, help: "cancel", .edit(nil))
    }
  }

  private static var confirmation: Layer<TodoScreen, Event> {
    Layer(\.doomed) { item, _ in
      Dialog("delete?") { Text(item.name, wrapping: .none).frame(width: .max(40)) }
    } keys: {
      Key("y", help: "yes", .agreed)
      Key("n", .escape, help: "no", .ask(nil))
    }
  }

  @ViewBuilder private static func row(_ row: Row, of screen: TodoScreen) -> ViewList {
    switch row {
    case .section(let section): Text(section.title).styled(.accent)
    case .item(let item):
      HStack(spacing: 2) {
        Text(item.name, wrapping: .none)
        if !item.note.isEmpty { Text(item.note, wrapping: .none).styled(.secondary) }
        if screen.isBusy(item) { Text("…").styled(.secondary) }
      }
    }
  }

  @ViewBuilder private static func line(_ request: RequestState?) -> ViewList {
    switch request {
    case nil: Text("")
    case .isLoading: Text("loading").styled(.secondary)
    case .success(let words): Text(words, wrapping: .none).styled(.success)
    case .failure(let reason): Text(reason, wrapping: .none).styled(.error)
    }
  }

  /// The screen in a line, for a pipe.
  var words: String {
    let request =
      switch request {
      case nil: ""
      case .isLoading: "loading"
      case .success(let words): words
      case .failure(let reason): "failed, \(reason)"
      }
    let sections = todos.sections.filter { !$0.items.isEmpty }.map { section in
      "\(section.title): \(section.items.map(\.name).joined(separator: ", "))"
    }
    let question = doomed.map { "delete \($0.name)?" } ?? draft.map { "edit \($0.name.text)" }
    return ([question ?? request] + sections).joined(separator: "; ")
  }
}
