public import SpinCore
internal import Synchronization

extension RunningSpin {
  /// Waits for the first state that satisfies a predicate, from the newest state on.
  ///
  /// ```swift
  /// let state = try await running.first { $0.isReady }
  /// ```
  ///
  /// The result is the state that satisfied the predicate, even if others have followed meanwhile.
  /// No state is left out. That the loop is settled does not end the wait: an event may still come
  /// from outside.
  ///
  /// *Isolation*: the predicate is called by the loop, as an observer.
  ///
  /// *Ordering*: the task is resumed as one that awaits ``send(_:)`` is: when the step is complete,
  /// and the loop rests or has made a few more steps.
  ///
  /// *Cancellation*: ends the wait, and the predicate is not called again.
  ///
  /// The handle lives for as long as the call waits for it.
  ///
  /// - Complexity: The state is copied when it satisfies the predicate. The wait costs a call of
  ///   the predicate at each step.
  /// - Parameter isWanted: The predicate; a key path will do.
  /// - Returns: The first state that satisfies the predicate.
  /// - Throws: ``LoopStopped`` if the loop stops before, or has stopped with another state.
  ///   `CancellationError` if the task is cancelled before.
  public nonisolated(nonsending) func first(
    where isWanted: @escaping @Sendable (State) -> Bool
  ) async throws -> State {
    try Task.checkCancellation()
    let search = StateSearch(isWanted)
    let entry = search.join(loop)
    defer { loop.leave(entry) }
    return try await withTaskCancellationHandler {
      try await search.found().value
    } onCancel: {
      search.decision.end(with: .failure(CancellationError()))
    }
  }

  /// Emits an event and waits for the first state that satisfies a predicate, from the event's own
  /// transition on.
  ///
  /// ```swift
  /// let state = try await running.send(.typed("x"), until: { !$0.items.isEmpty })
  /// ```
  ///
  /// The call watches the loop before it emits, so it misses no state. States before the event do not
  /// count.
  ///
  /// *Ordering*, *Isolation*, *Cancellation*: as for ``send(_:)`` and ``first(where:)``.
  ///
  /// - Parameters:
  ///   - event: The event to emit.
  ///   - isWanted: The predicate; a key path will do. Called by the loop.
  /// - Returns: The first state that satisfies the predicate.
  /// - Throws: ``EventDropped`` if the event is not reduced; ``LoopStopped`` if the loop stops
  ///   after that, before a state satisfied the predicate. `CancellationError` if the task is
  ///   cancelled before.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ event: Event, until isWanted: @escaping @Sendable (State) -> Bool
  ) async throws -> State {
    try Task.checkCancellation()
    let search = StateSearch(isWanted, begins: false)
    let entry = search.join(loop)
    let ticket = EventTicket { fate in
      switch fate {
      case .taken:
        search.begin()
        return false
      case .reduced: return false
      case .dropped(let reason): return search.decision.decide(.failure(EventDropped(reason)))
      }
    } tell: {
      search.decision.tell()
    }
    defer { loop.leave(entry) }
    return try await outcome(of: search.decision, ticket: ticket) { event }.value
  }
}

/// An observer that looks for a state.
private final class StateSearch<State: Sendable>: Sendable {
  let decision = Decision<Result<StateBox<State>, any Error>>()
  private let isWanted: @Sendable (State) -> Bool
  private let hasBegun: Atomic<Bool>

  init(_ isWanted: @escaping @Sendable (State) -> Bool, begins: Bool = true) {
    self.isWanted = isWanted
    hasBegun = Atomic(begins)
  }

  /// Looks at the next state, and at those that follow.
  func begin() {
    hasBegun.store(true, ordering: .relaxed)
  }

  /// Lets the loop show its states.
  func join<Event>(_ loop: Loop<State, Event>) -> ObserverEntry<State, Event> {
    let entry = ObserverEntry<State, Event>(
      Observer { [weak loop] transition in
        guard self.look(at: transition.state) else { return }
        // The drain owns the loop, so it is there; and it resumes the task when it rests.
        loop?.wait(LoopWaiter(.answered, isAwaited: true) { _ in self.decision.tell() })
      } atEnd: {
        // Before that, whoever has the ticket says why its event is dropped.
        guard self.hasBegun.load(ordering: .relaxed) else { return }
        self.decision.end(with: .failure(LoopStopped()))
      })
    loop.join(entry)
    return entry
  }

  func found() async throws -> StateBox<State> {
    try await decision.value().get()
  }

  /// Looks at a state; says whether it is the one that was looked for.
  private func look(at state: State) -> Bool {
    guard hasBegun.load(ordering: .relaxed), decision.isOpen, isWanted(state) else { return false }
    return decision.decide(.success(StateBox(state)))
  }
}
