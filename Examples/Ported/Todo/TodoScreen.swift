import SpinAsync
import SpinTTY

/// The screen: what the store has, what is selected and edited, and the requests under way.
struct TodoScreen: Equatable, Sendable {
  enum Area: Hashable, Sendable { case rows, name, note, isCompleted, save, delete }

  enum Event: Equatable, Sendable {
    case todos(TodoList), rows(Tree<Row>.Action)
    case dispatch(TodoAction), succeeded(Int, String), failed(Int, String)
    case edit(TodoDraft?), name(TextInput.Action), note(TextInput.Action), isCompleted
    case focus(Focus<Area>.Action), save
    case ask(TodoItem?), agreed
  }

  /// A line of the list.
  enum Row: Identifiable, Equatable, Sendable {
    case section(TodoList.Section), item(TodoItem)

    enum ID: Hashable, Sendable { case section(String), item(TodoItem.ID) }

    var id: ID {
      switch self {
      case .section(let section): .section(section.title)
      case .item(let item): .item(item.id)
      }
    }

    var children: [Row] {
      if case .section(let section) = self { section.items.map(Row.item) } else { [] }
    }
  }

  /// An action that was dispatched, and has not come to its end.
  struct Dispatched: Identifiable, Equatable, Sendable {
    let id: Int
    let action: TodoAction
  }

  enum RequestState: Equatable, Sendable {
    case isLoading, success(String), failure(String)
  }

  private(set) var todos = TodoList()
  // The first row is the title of a section.
  private(set) var rows = Tree<Row>.Model(
    Selection(index: 1), open: [.section("open"), .section("done")])
  private(set) var draft: TodoDraft?
  /// The todo that the user is asked about.
  private(set) var doomed: TodoItem?
  private(set) var dispatched: [Dispatched] = []
  private var dispatchCount = 0
  private var result: RequestState?

  init() { dispatch(.updateList) }

  /// The state of the newest request.
  var request: RequestState? { dispatched.isEmpty ? result : .isLoading }

  var tree: [Row] { todos.sections.filter { !$0.items.isEmpty }.map(Row.section) }

  /// The selected todo, unless an action changes it.
  var selected: TodoItem? {
    guard case .item(let item) = rows.selected(in: tree, children: \.children) else { return nil }
    return isBusy(item) ? nil : item
  }

  func isBusy(_ item: TodoItem) -> Bool { dispatched.contains { $0.action.item?.id == item.id } }

  var isUpdating: Bool { dispatched.contains { $0.action == .updateList } }

  // snippet.screen
  static func spin(_ store: TodoStore) -> Spin<TodoScreen, Event> {
    Spin(initialState: TodoScreen()) {
      Feedback.following(store.running, \.self) { todos in .todos(todos) }.named("store")
      // One after another, in the order of the keys.
      Feedback(forEach: \.dispatched, atMost: 1) { dispatched in
        .run {
          .succeeded(dispatched.id, try await store.dispatch(dispatched.action))
        } catch: { error in
          .failed(dispatched.id, "\(error)")
        }
      }.named("dispatch")
      Reducer { screen, event in screen.reduce(event) }
    }
  }
  // snippet.end
}

extension TodoScreen {
  mutating func reduce(_ event: Event) {
    switch event {
    case .todos(let todos): self.todos = todos
    case .rows(let action):
      if case .activated = rows.reduce(action, in: tree, children: \.children) {
        draft = selected.map { TodoDraft($0) }
      }
    case .dispatch(let action): dispatch(action)
    case .succeeded(let id, let words): end(id, .success(words))
    case .failed(let id, let reason):
      // What was typed is not lost.
      let action = end(id, .failure(reason))
      if draft == nil, doomed == nil { draft = action.flatMap { TodoDraft($0) } }
    case .edit(let draft): self.draft = draft
    case .name(let action): draft?.name.reduce(action)
    case .note(let action): draft?.note.reduce(action)
    case .isCompleted: draft?.isCompleted.toggle()
    case .focus(let action): draft?.focus.reduce(action)
    case .save:
      guard let action = draft?.action else { return }
      draft = nil
      dispatch(action)
    case .ask(let item): doomed = item
    case .agreed:
      guard let item = doomed else { return }
      (doomed, draft) = (nil, nil)
      dispatch(.deleteItem(item))
    }
  }

  private mutating func dispatch(_ action: TodoAction) {
    dispatchCount += 1
    dispatched.append(Dispatched(id: dispatchCount, action: action))
  }

  /// Notes the end of an action, and returns this action.
  @discardableResult
  private mutating func end(_ id: Int, _ result: RequestState) -> TodoAction? {
    guard let place = dispatched.firstIndex(where: { $0.id == id }) else { return nil }
    self.result = result
    return dispatched.remove(at: place).action
  }
}

extension TodoAction {
  /// The todo that the action changes; `nil` if it is none that exists.
  var item: TodoItem? {
    switch self {
    case .updateList, .addItem: nil
    case .updateItem(let item), .completeItem(let item), .deleteItem(let item): item
    }
  }
}
