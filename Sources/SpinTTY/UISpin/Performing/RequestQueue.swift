internal import SpinCore
internal import Synchronization

/// The requests of a run that the terminal has not carried out yet, in order.
///
/// The loop adds requests while it makes a state, and the state holds the number of requests up to
/// it. So a thread that copies the state finds its requests here and can tell them from those of
/// later states.
///
/// *Isolation*: any thread, except ``requests(of:)``.
final class RequestQueue<State: Sendable, Event: Sendable>: Sendable {
  private struct Storage {
    /// The number of taken requests.
    var takenCount = 0
    var waiting: [TerminalRequest<Event>] = []

    /// The number of waiting requests up to a number.
    func count(upTo number: Int) -> Int { min(waiting.count, max(0, number - takenCount)) }
  }

  private let storage = Guarded(Storage())
  /// The number of waiting requests, readable without the lock.
  private let waitingCount = Atomic(0)
  /// The requests that states make.
  // Guard: the loop, which alone calls them once it runs.
  @safe private nonisolated(unsafe) let instances: [Perform<State, Event>.Instance]

  init(_ performs: [Perform<State, Event>]) {
    instances = performs.map { $0.makeInstance() }
  }

  /// Returns the requests of a state, compared with the previous states.
  func requests(of state: State) -> [TerminalRequest<Event>] {
    instances.compactMap { $0(state) }
  }

  func add(_ requests: [TerminalRequest<Event>]) {
    storage.withLock {
      $0.waiting += requests
      waitingCount.store($0.waiting.count, ordering: .releasing)
    }
  }

  /// Whether no requests wait.
  var isEmpty: Bool { waitingCount.load(ordering: .acquiring) == 0 }

  /// Whether requests up to a number wait.
  func hasRequests(upTo number: Int) -> Bool {
    storage.withLock { $0.count(upTo: number) > 0 }
  }

  /// Removes and returns the requests up to a number, or up to the first program, for which later
  /// requests have to wait.
  func take(upTo number: Int) -> [TerminalRequest<Event>] {
    storage.withLock { storage in
      let due = storage.waiting.prefix(storage.count(upTo: number))
      let count = due.firstIndex { $0.command.program != nil }.map { $0 + 1 } ?? due.count
      let taken = Array(due.prefix(count))
      storage.waiting.removeFirst(count)
      storage.takenCount += count
      waitingCount.store(storage.waiting.count, ordering: .releasing)
      return taken
    }
  }
}
