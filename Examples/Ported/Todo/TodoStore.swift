import SpinAsync
import SpinCallbacks

/// The state of the store, which only mutations change.
struct TodoList: Equatable, Sendable {
  // snippet.mutation
  enum Mutation: Equatable, Sendable {
    case updateList([TodoItem]), addItem(TodoItem), updateItem(TodoItem), deleteItem(TodoItem.ID)
  }

  private(set) var items: [TodoItem] = []

  mutating func commit(_ mutation: Mutation) {
    switch mutation {
    case .updateList(let items): self.items = items
    case .addItem(let item): items.append(item)
    case .updateItem(let item):
      if let place = items.firstIndex(where: { $0.id == item.id }) { items[place] = item }
    case .deleteItem(let id): items.removeAll { $0.id == id }
    }
  }
  // snippet.end

  // snippet.getter
  var uncompleted: [TodoItem] { items.filter { !$0.isCompleted } }
  var completed: [TodoItem] { items.filter(\.isCompleted) }

  var sections: [Section] {
    [Section(title: "open", items: uncompleted), Section(title: "done", items: completed)]
  }
  // snippet.end

  struct Section: Equatable, Sendable {
    let title: String
    let items: [TodoItem]
  }
}

/// What the user wants from the server.
enum TodoAction: Equatable, Sendable {
  case updateList, addItem(name: String, note: String), updateItem(TodoItem)
  case completeItem(TodoItem), deleteItem(TodoItem)
}

/// A store that runs, and the server that its actions ask.
struct TodoStore: Sendable {
  let running: RunningSpin<TodoList, TodoList.Mutation>
  let requests: TodoRequests

  init(_ requests: TodoRequests, on runtime: some SpinRuntime) {
    self.requests = requests
    // snippet.store
    let spin = Spin<TodoList, TodoList.Mutation>(initialState: TodoList()) {
      Reducer { list, mutation in list.commit(mutation) }
    }
    // snippet.end
    running = spin.start(on: runtime)
  }

  // snippet.action
  /// Asks the server, commits what it answers, and then tells the caller.
  @discardableResult
  func dispatch(_ action: TodoAction) async throws -> String {
    switch action {
    case .updateList:
      try await running.send(.updateList(try await requests.list()))
      return "the list is up to date"
    case .addItem(let name, let note):
      let item = try await requests.add(name: name, note: note)
      try await running.send(.addItem(item))
      return "\(name) was added"
    case .updateItem(let item):
      try await running.send(.updateItem(try await requests.update(item)))
      return "\(item.name) was changed"
    case .completeItem(var item):
      item.isCompleted.toggle()
      try await running.send(.updateItem(try await requests.update(item)))
      return "\(item.name) is \(item.isCompleted ? "done" : "open again")"
    case .deleteItem(let item):
      try await requests.delete(item.id)
      try await running.send(.deleteItem(item.id))
      return "\(item.name) is gone"
    }
  }
  // snippet.end

  // snippet.plugin
  /// A plug-in that logs each commit and the number of open todos, until its tokens are released.
  func log(_ line: @escaping @Sendable (String) -> Void) -> [ObservationToken] {
    [
      running.observe { transition in
        if let mutation = transition.event { line("commit \(mutation)") }
      },
      running.observe(\.uncompleted.count) { count in line("\(count) open") },
    ]
  }
  // snippet.end
}

extension TodoList.Mutation: CustomStringConvertible {
  var description: String {
    switch self {
    case .updateList(let items): "updateList \(items.map(\.id))"
    case .addItem(let item): "addItem \(item.id)"
    case .updateItem(let item): "updateItem \(item.id)"
    case .deleteItem(let id): "deleteItem \(id)"
    }
  }
}
