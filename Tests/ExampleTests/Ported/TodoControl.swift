import SpinTestSupport
import Synchronization

@testable import ported

/// A server of todos that a test makes slow, and lets fail.
final class TodoControl: Sendable {
  let todos: TodoServer
  /// The requests that have arrived.
  let asked = Transcript<String>()
  private let answers = Mutex((gate: Gate.opened, status: Int?.none))

  init(_ items: [TodoItem] = TodoItem.samples) { todos = TodoServer(items) }

  func start() throws -> HTTPServer {
    try todos.start { [self] request in
      asked.append("\(request.method) \(request.path)")
      await answers.withLock { $0.gate }.wait()
      return answers.withLock { $0.status }.map { HTTPResponse($0) }
    }
  }

  /// Holds back all answers until they are released.
  func hold() { answers.withLock { $0.gate = Gate() } }

  func release() { answers.withLock { $0.gate }.open() }

  /// Lets all requests fail, or none.
  func fail(_ status: Int? = 503) { answers.withLock { $0.status = status } }
}
