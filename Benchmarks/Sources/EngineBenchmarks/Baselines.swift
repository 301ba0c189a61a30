import Dispatch
import Synchronization

/// The work of a loop with one feedback and one observer, without a loop: a lock and three closures.
final class SameWork<State: Sendable, Event>: Sendable {
  private let state: Mutex<State>
  private let reducer: @Sendable (inout State, Event) -> Void
  private let feedback: @Sendable (State) -> Bool
  private let observer: @Sendable (State) -> Void

  init(
    _ state: State, reducer: @escaping @Sendable (inout State, Event) -> Void,
    feedback: @escaping @Sendable (State) -> Bool, observer: @escaping @Sendable (State) -> Void
  ) {
    self.state = Mutex(state)
    self.reducer = reducer
    self.feedback = feedback
    self.observer = observer
  }

  @inline(never)
  func send(_ event: Event) {
    state.withLock {
      reducer(&$0, event)
      precondition(!feedback($0))
      observer($0)
    }
  }

  var current: State { state.withLock { $0 } }
}

/// A loop of plain closures that feeds itself, without a lock.
struct PlainLoop<State, Event> {
  var state: State
  let reducer: (inout State, Event) -> Void
  let feedbacks: [(State) -> Event?]
  let observer: (State) -> Void

  @inline(never)
  mutating func run() {
    var next = ask()
    while let event = next {
      reducer(&state, event)
      observer(state)
      next = ask()
    }
  }

  private func ask() -> Event? {
    var answer: Event?
    for feedback in feedbacks {
      if let event = feedback(state) { answer = event }
    }
    return answer
  }
}

/// A chain of detached tasks; each starts the next.
final class TaskChain: Sendable {
  private let length: Int
  private let continuation: CheckedContinuation<Void, Never>

  init(length: Int, _ continuation: CheckedContinuation<Void, Never>) {
    self.length = length
    self.continuation = continuation
  }

  func run(from index: Int = 0) {
    guard index < length else { return continuation.resume() }
    Task.detached { self.run(from: index + 1) }
  }
}

/// Starts a task for each number, and cancels the one before.
func cancelAndStart(_ count: Int) async {
  var task: Task<Void, Never>?
  for _ in 0..<count {
    task?.cancel()
    task = Task.detached { if Task.isCancelled { return } }
  }
  await task?.value
}

/// Calls back from a queue, one call after another.
func hop(_ queue: DispatchQueue, _ count: Int, _ done: @escaping @Sendable () -> Void) {
  if count == 0 { return done() }
  queue.async { hop(queue, count - 1, done) }
}
