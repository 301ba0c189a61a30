public import SpinCore

extension RunningSpin {
  /// Emits an event and waits for its transition.
  ///
  /// ```swift
  /// let count = try await running.send(.add(1))
  /// ```
  ///
  /// *Ordering*: the event is accepted before the task suspends, like the event of an `emit`,
  /// unless it waits for room. The result is the state of exactly this event's transition, even if
  /// others have followed meanwhile. The task is resumed after that step is complete and published:
  /// when the loop rests, or a few steps later if the loop has more to do. A subsequent `emit` on
  /// the caller's thread therefore makes its step before it returns, unless another thread makes
  /// steps at that time.
  ///
  /// *Isolation*: emits in the isolation of the caller, so a loop on the caller's thread makes the
  /// step there.
  ///
  /// *Reentrancy*: an effect of the same loop may send. If its own event cancels the effect, as
  /// with the default strategy on every state, the wait ends as well. The synchronous closures of
  /// the loop, such as reducers, feedbacks and observers, use `emit`. A closure of the loop that
  /// blocks its thread until some task's `send` has returned causes a deadlock.
  ///
  /// If the mailbox is full and lets senders wait, the event is accepted as soon as there is room
  /// for it, see `OverflowPolicy.suspend`.
  ///
  /// *Cancellation*: ends the wait. It does not withdraw an accepted event; an event that waits for
  /// room is not emitted. If the task is already cancelled, nothing is emitted.
  ///
  /// The call keeps the handle alive while it waits.
  ///
  /// - Complexity: The state is copied once, in the step of this event. While the result exists, a
  ///   collection in the state is copied when it changes.
  /// - Parameters:
  ///   - event: The event to emit.
  ///   - fileID: The file of the call, for a `Monitor`.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  /// - Returns: The state right after the event.
  /// - Throws: ``/SpinAsync/EventDropped`` if the event is not reduced, which is also reported to
  ///   `onDrop`. `CancellationError` if the task is cancelled first.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ event: Event, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) async throws -> State {
    let decision = Decision()
    let ticket = EventTicket.ofState(decision)
    try Task.checkCancellation()
    post(event, with: ticket, at: CodeSite(fileID, line, function), decision)
    if !decision.isTold { await untilTold(decision, ticket) }
    let moment = try decision.result(as: Moment.self)
    return withExtendedLifetime(moment) { moment.state.address(of: State.self).value }
  }

  /// Waits for the decision about an event.
  nonisolated(nonsending) func untilTold(_ decision: Decision, _ ticket: EventTicket) async {
    // NB: the handler must not release an event that waits for room, because the cancelling thread
    // must not run the user's code. The event is released after the handler.
    let unsent = loop.letsSendersWait ? Unsent() : nil
    defer { withExtendedLifetime(unsent) {} }
    await decision.whenTold {
      // NB: decide first, because the ticket releases an event that waits for room, together with
      // its reply.
      let isDecided = decision.takesBack(CancellationError())
      unsent?.keep(loop.giveUp(ticket))
      if unsent == nil { loop.withdraw(ticket) }
      if isDecided { decision.tell() }
    }
  }

  /// NB: a separate function, so that no copy of the event outlives the step in the caller's frame.
  @inline(never)
  func post(_ event: Event, with ticket: EventTicket, at site: CodeSite, _ decision: Decision) {
    let result = emit(event, awaitedBy: ticket, at: site)
    if case .dropped(let reason) = result {
      // A reply in the event must outlive this decision.
      withExtendedLifetime(event) { decision.set(error: EventDropped(reason)) }
    }
  }
}

extension EventTicket {
  /// The ticket of an event whose state is awaited.
  fileprivate static func ofState(_ decision: Decision) -> EventTicket {
    EventTicket(wantsState: true) { fate in
      switch fate {
      case .taken, .stopped: return false
      case .reduced(let moment):
        guard let moment else { refuse("An awaited state was not copied.") }
        return decision.decide(moment)
      case .dropped(let reason): return decision.fail(EventDropped(reason))
      }
    } tell: { outcome in
      decision.tell(outcome)
    }
  }
}

/// The event of a task that was cancelled while it waited for room.
///
/// NB: not a field of the ``/SpinCore/Decision``, because the event may have a reply that holds the decision.
private final class Unsent: Sendable {
  private let event = Guarded<(any AnyObject & Sendable)?>(nil)

  func keep(_ event: (any AnyObject & Sendable)?) {
    self.event.withLock { $0 = event }
  }
}
