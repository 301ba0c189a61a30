internal import SpinCore
internal import Synchronization

/// What a run has asked the terminal for and the terminal has not done yet, in order.
///
/// The loop adds requests while it makes a state, and the state says how many there are up to it. So
/// whoever copies the state finds its requests here, and knows them from those of later states.
///
/// *Isolation*: any thread, but for ``requests(of:)``.
@usableFromInline
final class RequestQueue<State: Sendable, Event: Sendable>: Sendable {
  private struct Storage {
    /// How many were taken.
    var takenCount = 0
    var waiting: [TerminalRequest<Event>] = []

    /// How many wait of those up to a number.
    func count(upTo number: Int) -> Int { min(waiting.count, max(0, number - takenCount)) }
  }

  private let storage = Guarded(Storage())
  /// How many wait, to be known without the lock.
  private let waitingCount = Atomic(0)
  /// What the states ask for.
  // Guard: the reducer of the loop, which alone calls them.
  private nonisolated(unsafe) let instances: [Perform<State, Event>.Instance]

  init(_ performs: [Perform<State, Event>]) {
    instances = performs.map { $0.makeInstance() }
  }

  /// The requests that a state makes, compared with those before it.
  func requests(of state: State) -> [TerminalRequest<Event>] {
    instances.compactMap { $0(state) }
  }

  func add(_ requests: [TerminalRequest<Event>]) {
    storage.withLock {
      $0.waiting += requests
      waitingCount.store($0.waiting.count, ordering: .releasing)
    }
  }

  /// Whether none wait.
  var isEmpty: Bool { waitingCount.load(ordering: .acquiring) == 0 }

  /// Whether requests up to a number wait.
  func hasRequests(upTo number: Int) -> Bool {
    storage.withLock { $0.count(upTo: number) > 0 }
  }

  /// Takes the requests up to a number, or up to the first program, which the next ones have to wait
  /// for.
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

extension HostExtras {
  /// Asks the terminal for something.
  @usableFromInline
  mutating func request(_ new: [TerminalRequest<Event>]) {
    guard let requests, !new.isEmpty else { return }
    requests.add(new)
    requestCount += new.count
    hasRequested = true
  }

  /// Asks the terminal for what a state wants.
  @usableFromInline
  mutating func noteRequests(in state: State) {
    if let requests { request(requests.requests(of: state)) }
  }
}
