import SpinAsync
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing

@testable import ported

/// The store of the todos and its actions, with a real server.
@Suite struct PortedTodoTests {
  let control = TodoControl()

  func runtime(_ name: String) -> any SpinRuntime {
    name == "async" ? AsyncRuntime.async : CallbackRuntime.callbacks
  }

  /// Returns a store on a runtime, and the server, which serves as long as it is kept.
  func store(_ name: String) throws -> (TodoStore, HTTPServer) {
    let server = try control.start()
    let requests = TodoRequests(client: HTTPClient(port: server.port))
    return (TodoStore(requests, on: runtime(name)), server)
  }

  @Test(arguments: PortedTests.runtimes)
  func theCallerOfAnActionIsToldItsResultAfterTheCommit(_ runtime: String) async throws {
    let (store, server) = try store(runtime)
    #expect(try await store.dispatch(.updateList) == "the list is up to date")
    #expect(store.running.state.items == TodoItem.samples)
    let tea = TodoAction.addItem(name: "Tea & milk", note: "½ +1")
    #expect(try await store.dispatch(tea) == "Tea & milk was added")
    #expect(store.running.state.items.last == TodoItem(id: 4, name: "Tea & milk", note: "½ +1"))
    #expect(try await store.dispatch(.completeItem(TodoItem.samples[0])) == "Buy bread is done")
    #expect(try await store.dispatch(.deleteItem(TodoItem.samples[1])) == "Call Ann is gone")
    #expect(store.running.state.items.map(\.id) == [1, 3, 4])
    #expect(store.running.state.items == control.todos.items)
    server.stop()
  }

  @Test(arguments: PortedTests.runtimes)
  func aFailureIsThrownToTheCallerAndNothingIsCommitted(_ runtime: String) async throws {
    let (store, server) = try store(runtime)
    try await store.dispatch(.updateList)
    control.fail()
    let error = await #expect(throws: TodoRequests.Refusal.self) {
      try await store.dispatch(.deleteItem(TodoItem.samples[0]))
    }
    #expect(error?.description == "the server answers 503 Service Unavailable")
    control.fail(nil)
    let missing = await #expect(throws: TodoRequests.Refusal.self) {
      try await store.dispatch(.updateItem(TodoItem(id: 9, name: "")))
    }
    #expect(missing?.description == "the server answers 404 Not Found")
    server.stop()
    await #expect(throws: HTTPFailure.noServer) { try await store.dispatch(.updateList) }
    #expect(store.running.state.items == TodoItem.samples)
  }

  @Test(arguments: PortedTests.runtimes)
  func severalActionsAreComposed(_ runtime: String) async throws {
    let (store, server) = try store(runtime)
    control.hold()
    async let bread = store.dispatch(.completeItem(TodoItem.samples[0]))
    async let ann = store.dispatch(.completeItem(TodoItem.samples[1]))
    try await control.asked.until(count: 2)
    control.release()
    #expect(try await [bread, ann] == ["Buy bread is done", "Call Ann is done"])
    _ = try await store.dispatch(.updateList)
    #expect(store.running.state.uncompleted.isEmpty)
    server.stop()
  }

  @Test(arguments: PortedTests.runtimes)
  func aCancelledActionEndsItsConnectionAndCommitsNothing(_ runtime: String) async throws {
    let (store, server) = try store(runtime)
    control.hold()
    let action = Task { try await store.dispatch(.updateList) }
    try await control.asked.until("GET /todos")
    action.cancel()
    // The server has not answered, and never does.
    await #expect(throws: CancellationError.self) { try await action.value }
    #expect(store.running.state.items.isEmpty)
    control.release()
    server.stop()
  }

  @Test(arguments: PortedTests.runtimes)
  func aPlugInHearsCommitsUntilItsTokensAreReleased(_ runtime: String) async throws {
    let (store, server) = try store(runtime)
    let lines = Transcript<String>()
    var tokens = store.log { lines.append($0) }
    try await store.dispatch(.updateList)
    try await store.dispatch(.completeItem(TodoItem.samples[0]))
    tokens = []
    try await store.dispatch(.deleteItem(TodoItem.samples[1]))
    #expect(
      lines.entries == [
        "0 open", "commit updateList [1, 2, 3]", "2 open", "commit updateItem 1", "1 open",
      ])
    #expect(tokens.isEmpty)
    server.stop()
  }

  @Test(arguments: PortedTests.runtimes)
  func theScreenMakesOneRequestAfterAnother(_ runtime: String) async throws {
    let (store, server) = try store(runtime)
    control.hold()
    let screen = TodoScreen.spin(store).start(on: self.runtime(runtime))
    try await screen.send(.dispatch(.deleteItem(TodoItem.samples[0])))
    try await screen.send(.dispatch(.updateList))
    let effects = await screen.effects.filter { $0.description.hasPrefix("dispatch") }
    #expect(
      effects.map { $0.description.contains("waits for a free place") } == [false, true, true])
    control.release()
    let end = try await screen.settled()
    #expect(control.asked.entries == ["GET /todos", "DELETE /todos/1", "GET /todos"])
    #expect(end.request == .success("the list is up to date"))
    #expect(end.todos == store.running.state)
    server.stop()
  }

  @Test func aListHasTwoSectionsTheOpenAndTheDone() {
    var list = TodoList()
    list.commit(.updateList(TodoItem.samples))
    #expect(list.sections.map(\.title) == ["open", "done"])
    #expect(list.sections.map { $0.items.map(\.id) } == [[1, 2], [3]])
    list.commit(.updateItem(TodoItem(id: 1, name: "Buy bread", isCompleted: true)))
    #expect(list.sections.map { $0.items.map(\.id) } == [[2], [1, 3]])
  }
}
