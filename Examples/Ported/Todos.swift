import SpinAsync
import SpinExampleSupport

/// `ported todos`: ReduxVM's state with request states, an interactor and a presenter; here a condition is
/// a value that is compared, a request is cancelled with its condition, and props are a function.
struct Todos: Equatable, Sendable {
  // snippet.state
  struct Item: Identifiable, Equatable, Sendable {
    let id: String
    var isDone = false
    /// What the server knows.
    var isDoneThere = false
    /// The progress of the requests that tell the server.
    var save = Attempt<String, String>()

    /// What the server must be told; `nil` if nothing.
    var request: Bool? { save.isRunning ? isDone : nil }
  }

  var load = Attempt<String, String>()
  var items: [Item] = []
  // snippet.end

  enum Event: Equatable, Sendable {
    case appeared, loaded(String), notLoaded(String)
    case tapped(Item.ID), saved(Item.ID, isDone: Bool, String), notSaved(Item.ID, String)
  }

  static func spin(ask: @escaping @Sendable (String) async throws -> String) -> Spin<Todos, Event> {
    Spin(initialState: Todos()) {
      // snippet.interactor
      Feedback(attempting: \.load) { _ in
        .run {
          .loaded(try await ask("list"))
        } catch: {
          .notLoaded("\($0)")
        }
      }.named("load")

      // The requests of an item are made one after another, those of different items at once.
      Feedback(forEach: \.items, on: \.request) { item in
        .run {
          let answer = try await ask("\(item.isDone ? "done" : "open") \(item.id)")
          return .saved(item.id, isDone: item.isDone, answer)
        } catch: {
          .notSaved(item.id, "\($0)")
        }
      }.named("save").strategy(.queueNewState)
      // snippet.end

      Reducer { $0.reduce($1) }
    }
  }

  mutating func reduce(_ event: Event) {
    switch event {
    case .appeared: load.start()
    case .loaded(let list):
      load.succeed(list)
      items = list.split(separator: " ").map { Item(id: String($0)) }
    case .notLoaded(let reason): load.fail(reason)
    case .tapped(let id):
      change(id) { item in
        item.isDone.toggle()
        item.save.start()
      }
    case .saved(let id, let isDone, let answer):
      change(id) { item in
        item.isDoneThere = isDone
        if item.isDone == isDone { item.save.succeed(answer) }
      }
    case .notSaved(let id, let reason):
      change(id) { item in
        item.isDone = item.isDoneThere
        item.save.fail(reason)
      }
    }
  }

  private mutating func change(_ id: Item.ID, _ change: (inout Item) -> Void) {
    if let place = items.firstIndex(where: { $0.id == id }) { change(&items[place]) }
  }
}

extension Todos {
  // snippet.presenter
  /// What the view shows.
  struct Props: Equatable {
    let lines: [String]

    init(_ todos: Todos) {
      switch todos.load.phase {
      case .idle, .cancelled: lines = ["nothing"]
      case .running: lines = ["loading"]
      case .failed(let reason): lines = [reason]
      case .succeeded:
        lines = todos.items.map { item in
          let request = item.save.isRunning ? " …" : item.save.failure.map { " (\($0))" } ?? ""
          return "[\(item.isDone ? "x" : " ")] \(item.id)\(request)"
        }
      }
    }
  }
  // snippet.end

  static func run(on runtime: any SpinRuntime) async throws {
    let server = try HTTPServer { HTTPResponse(200, $0.body == "list" ? "bread milk" : "ok") }
    let client = HTTPClient(port: server.port)
    let running = spin { line in
      try await client.send(HTTPRequest("POST", "/", line)).body
    }.start(on: runtime, keepingPrevious: true) { transition in
      guard transition.isNew(Props.init) else { return }
      Console.line(Props(transition.state).lines.joined(separator: "  "))
    }
    for event: Event in [.appeared, .tapped("milk"), .tapped("bread")] {
      running.emit(event)
      try await running.settled()
    }
    server.stop()
    running.emit(.tapped("milk"))
    try await running.settled()
  }
}
