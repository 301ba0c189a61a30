public import SpinCore

extension RunningSpin {
  /// Emits an event and waits for its transition.
  ///
  /// ```swift
  /// let count = try await running.send(.add(1))
  /// ```
  ///
  /// *Ordering*: the event is accepted, in the place of an `emit`, before the task suspends, unless it
  /// waits for room. The result is the state of exactly this event's transition, even if others have followed
  /// meanwhile. The task is resumed when that step is complete and published, as soon as the loop
  /// rests; if the loop has more to do, a few steps later. So an `emit` on the caller's thread that
  /// follows makes its step before it returns, unless another thread makes steps at that time.
  ///
  /// *Isolation*: emits in the isolation of the caller, so a loop on the caller's thread makes the
  /// step there.
  ///
  /// *Reentrancy*: an effect of the same loop may send; if its own event cancels the effect, as
  /// with the default strategy on every state, that ends the wait as well. The closures of the loop
  /// that cannot await, such as reducers, feedbacks and observers, use `emit`. A closure that
  /// blocks its thread until a task has sent waits for itself.
  ///
  /// If the mailbox is full and lets senders wait, the event is accepted as soon as there is room for
  /// it: see `OverflowPolicy.suspend`.
  ///
  /// *Cancellation*: ends the wait. It does not take back an event that was accepted; one that waits for
  /// room is not emitted. In a task that is cancelled already nothing is emitted.
  ///
  /// The handle lives for as long as the call waits for it.
  ///
  /// - Complexity: The state is copied once, in the step of this event. A collection in it is
  ///   copied when it changes, for as long as somebody keeps the result.
  /// - Parameter event: The event to emit.
  /// - Returns: The state right after the event.
  /// - Throws: ``EventDropped`` if the event is not reduced; `onDrop` is told as well.
  ///   `CancellationError` if the task is cancelled before.
  @discardableResult
  public nonisolated(nonsending) func send(_ event: Event) async throws -> State {
    let decision = Decision<Result<StateBox<State>, any Error>>()
    let ticket = EventTicket(wantsState: true) { fate in
      switch fate {
      case .taken: false
      case .reduced(let state): decision.decide(.success(Self.box(state)))
      case .dropped(let reason): decision.decide(.failure(EventDropped(reason)))
      }
    } tell: {
      decision.tell()
    }
    return try await outcome(of: decision, ticket: ticket) { event }.value
  }

  /// Emits an event with a ticket and waits for what is decided about it.
  nonisolated(nonsending) func outcome<Value: Sendable>(
    of decision: Decision<Result<Value, any Error>>, ticket: EventTicket, _ event: () -> Event
  ) async throws -> Value {
    try Task.checkCancellation()
    post(event(), with: ticket, decision)
    // NB: the handler may not let go of an event that waits for room, because the thread that cancels is
    // no place for the user's code. The event goes when the handler is over.
    let unsent = loop.letsSendersWait ? Unsent() : nil
    defer { withExtendedLifetime(unsent) {} }
    return try await withTaskCancellationHandler {
      try await decision.value().get()
    } onCancel: {
      // NB: decided first, because an event that waits for room goes with its ticket, and its reply with
      // it.
      let isDecided = decision.decide(.failure(CancellationError()))
      unsent?.keep(loop.giveUp(ticket))
      if unsent == nil { loop.withdraw(ticket) }
      if isDecided { decision.tell() }
    }
  }

  /// NB: a function of its own, so that no copy of the event outlives the step in the caller's
  /// frame.
  @inline(never)
  private func post<Value: Sendable>(
    _ event: Event, with ticket: EventTicket, _ decision: Decision<Result<Value, any Error>>
  ) {
    let result = loop.emit(event, awaitedBy: ticket)
    if case .dropped(let reason) = result {
      // A reply in the event must not be gone before this is decided.
      withExtendedLifetime(event) { decision.end(with: .failure(EventDropped(reason))) }
    }
  }

  private static func box(_ state: (any AnyObject & Sendable)?) -> StateBox<State> {
    guard let state else { refuse("An awaited state was not copied.") }
    return unsafeDowncast(state, to: StateBox<State>.self)
  }
}

/// The event of a task that has given up while it waited for room.
///
/// NB: not a field of the ``Decision``: the event may have a reply, which has the decision.
private final class Unsent: Sendable {
  private let event = Guarded<(any AnyObject & Sendable)?>(nil)

  func keep(_ event: (any AnyObject & Sendable)?) {
    self.event.withLock { $0 = event }
  }
}
