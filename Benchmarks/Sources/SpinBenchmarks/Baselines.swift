import Synchronization

/// What a loop without a loop costs: a lock, a state and a reducer.
final class Baseline<State: Sendable, Event>: Sendable {
  private let state: Mutex<State>
  private let reducer: @Sendable (inout State, Event) -> Void

  init(_ state: State, reducer: @escaping @Sendable (inout State, Event) -> Void) {
    self.state = Mutex(state)
    self.reducer = reducer
  }

  @inline(never)
  func send(_ event: Event) {
    state.withLock { reducer(&$0, event) }
  }

  var current: State { state.withLock { $0 } }
}

/// A chain of detached tasks, each of which starts the next.
final class TaskChain: Sendable {
  private let length: Int
  private let continuation: Mutex<CheckedContinuation<Void, Never>?>

  init(length: Int, _ continuation: CheckedContinuation<Void, Never>) {
    self.length = length
    self.continuation = Mutex(continuation)
  }

  func run(from index: Int = 0) {
    guard index < length else {
      let waiting = continuation.withLock { $0.take() }
      waiting?.resume()
      return
    }
    Task.detached { self.run(from: index + 1) }
  }
}
