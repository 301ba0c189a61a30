public import SpinCore
internal import Synchronization

extension RunningSpin {
  /// Waits for the first state that satisfies a predicate, starting with the newest state.
  ///
  /// ```swift
  /// let state = try await running.first { $0.isReady }
  /// ```
  ///
  /// The result is the state that satisfied the predicate, even if others have followed meanwhile.
  /// Every state is tested. A settled loop does not end the wait, because events may still come
  /// from outside.
  ///
  /// *Isolation*: the loop calls the predicate, as an observer.
  ///
  /// *Ordering*: the task is resumed as in ``send(_:fileID:line:function:)``: after the step is complete,
  /// when the loop rests or has made a few more steps.
  ///
  /// *Cancellation*: ends the wait, and the predicate is not called again.
  ///
  /// The call keeps the handle alive while it waits.
  ///
  /// - Complexity: The state is copied when it satisfies the predicate. During the wait, each step
  ///   calls the predicate once.
  /// - Parameter isWanted: The predicate, such as a key path.
  /// - Returns: The first state that satisfies the predicate.
  /// - Throws: ``/SpinAsync/LoopStopped`` if the loop stops first, or has already stopped with
  ///   another state; instead the error of the store, if a durable loop stops because of it.
  ///   `CancellationError` if the task is cancelled first.
  @discardableResult
  public nonisolated(nonsending) func first(
    where isWanted: @escaping @Sendable (State) -> Bool
  ) async throws -> State {
    try Task.checkCancellation()
    let search = StateSearch(isWanted)
    let entry = search.join(self)
    defer { loop.leave(entry) }
    if !search.decision.isTold {
      await search.decision.whenTold { search.decision.takeBack(CancellationError()) }
    }
    return try loop.result { try search.found() }
  }

  /// Emits an event and waits for the first state that satisfies a predicate, starting with the
  /// event's own transition.
  ///
  /// ```swift
  /// let state = try await running.send(.typed("x"), until: { !$0.items.isEmpty })
  /// ```
  ///
  /// The call observes the loop before it emits, so it misses no state. Earlier states do not
  /// count.
  ///
  /// *Ordering*, *Isolation*, *Cancellation*: as for ``send(_:fileID:line:function:)`` and ``first(where:)``.
  ///
  /// - Parameters:
  ///   - event: The event to emit.
  ///   - fileID: The file of the call, for a `Monitor`.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  ///   - isWanted: The predicate, such as a key path; called by the loop.
  /// - Returns: The first state that satisfies the predicate.
  /// - Throws: ``/SpinAsync/EventDropped`` if the event is not reduced; ``/SpinAsync/LoopStopped``
  ///   if the loop stops after that, before a state has satisfied the predicate; instead the error of
  ///   the store, if a durable loop stops because of it. `CancellationError` if the task is cancelled
  ///   first.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ event: Event, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    until isWanted: @escaping @Sendable (State) -> Bool
  ) async throws -> State {
    try Task.checkCancellation()
    let search = StateSearch(isWanted, begins: false)
    let entry = search.join(self)
    let ticket = EventTicket { fate in
      switch fate {
      case .taken:
        search.begin()
        return false
      case .reduced, .stopped: return false
      case .dropped(let reason): return search.decision.fail(EventDropped(reason))
      }
    } tell: { outcome in
      search.decision.tell(outcome)
    }
    defer { loop.leave(entry) }
    post(event, with: ticket, at: CodeSite(fileID, line, function), search.decision)
    if !search.decision.isTold { await untilTold(search.decision, ticket) }
    return try loop.result { try search.found() }
  }
}

/// An observer that looks for a state.
private final class StateSearch<State: Sendable>: Sendable {
  let decision = Decision()
  private let isWanted: @Sendable (State) -> Bool
  private let hasBegun: Atomic<Bool>

  init(_ isWanted: @escaping @Sendable (State) -> Bool, begins: Bool = true) {
    self.isWanted = isWanted
    hasBegun = Atomic(begins)
  }

  /// Tests the next state and those that follow.
  func begin() {
    hasBegun.store(true, ordering: .relaxed)
  }

  /// Joins the loop as an observer.
  func join<Event>(_ running: RunningSpin<State, Event>) -> ObserverEntry {
    let loop = running.loop
    let decision = decision
    let entry = ObserverEntry(
      Observer<State, Event> { [weak loop] transition in
        guard self.look(at: transition.state) else { return }
        // The drain holds the loop, so it exists.
        loop?.tellSoon(LoopWaiter(.answered, isAwaited: true) { decision.tell($0) })
      } atEnd: {
        // Before that, the ticket reports why its event is dropped.
        guard self.hasBegun.load(ordering: .relaxed) else { return }
        self.decision.set(error: LoopStopped())
      }, until: decision)
    loop.join(entry)
    return entry
  }

  func found() throws -> State {
    try decision.result(as: StateBox<State>.self).value
  }

  /// Tests a state; returns whether it is the first match.
  private func look(at state: State) -> Bool {
    guard hasBegun.load(ordering: .relaxed), decision.isOpen, isWanted(state) else { return false }
    return decision.decide(StateBox.holding(state))
  }
}
