/// The one loop: a mailbox, a drain and an engine, around the user's closures.
///
/// Whoever puts the first entry into an idle mailbox owns the drain, and sees to it that a turn is
/// run; the turn makes steps until the mailbox is empty:
///
/// ```
/// idle ──post──▶ due ──turn──▶ draining ──mailbox empty──▶ idle
///                 ▲──limit reached──┘
/// ```
///
/// The ``Mailbox`` keeps the loop while it lives, and the loop the mailbox.
@usableFromInline
package final class Loop<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let context: RunContext<State, Event>
  /// The drain's own belongings.
  @usableFromInline @safe @exclusivity(unchecked) nonisolated(unsafe) var drain: Drain<State, Event>
  // Guard: the owner of the drain.

  /// Makes a loop whose first turn is wanted; see ``begin()``.
  @inlinable
  init(
    _ spin: Spin<State, Event>, runtime: any SpinRuntime, options: RunOptions<State, Event>
  ) {
    let blueprint = spin.blueprint
    // A copy, because the spin's own state is lent to all of its loops at once.
    let state = StateBox(copying: (options.initialBox ?? spin.initialBox).address)
    let scopes = blueprint.scopes.isEmpty ? nil : ScopeRun(blueprint, isRoot: true)
    scopes?.begin(&state.address.value)
    context = RunContext(blueprint, state, runtime, options, scopes)
    drain = Drain(blueprint, state, options, scopes: scopes?.nodes ?? [])
  }

  deinit {
    context.mailbox.abandon()
  }
}

/// What a loop is made of that does not change while it runs.
@usableFromInline
final class RunContext<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let reducer: @Sendable (inout State, Event) -> Void
  @usableFromInline let cell: StateCell<State>
  @usableFromInline let mailbox: Mailbox<Event>
  @usableFromInline let trace: (@Sendable (LoopTrace<Event>) -> Void)?
  @usableFromInline let stateSink: StateSink<State, Event>?
  @usableFromInline let runaway: RunawayAlarm<Event>?
  @usableFromInline let runtime: any SpinRuntime
  @usableFromInline let runsTurnsAtOnce: Bool
  @usableFromInline let seed: UInt64?
  @usableFromInline let frameRate: Int
  @usableFromInline let blueprint: Blueprint<State, Event>
  @usableFromInline @safe nonisolated(unsafe) let scopes: ScopeRun<State, Event>?
  // Guard: the owner of the drain.

  @inlinable
  init(
    _ blueprint: Blueprint<State, Event>, _ state: StateBox<State>, _ runtime: any SpinRuntime,
    _ options: RunOptions<State, Event>, _ scopes: ScopeRun<State, Event>?
  ) {
    let isConcrete = _isConcrete(State.self) && _isConcrete(Event.self)
    let functions = blueprint.reducer.functions
    mailbox = Mailbox(
      isConcrete && !functions.isConcrete ? LoopFunctions(for: Loop<State, Event>.self) : functions,
      names: blueprint.names, onDrop: options.onDrop,
      listed: blueprint.repeats.isEmpty && options.mailbox.rule == nil
        ? nil
        : ListedInbox(
          options.mailbox, timedBy: blueprint.repeats.isEmpty ? nil : runtime.scheduler))
    // NB: not by `??`, which is generic and would wrap the closure in another.
    if let scopes { reducer = scopes.composedReducer } else { reducer = blueprint.reducer.body }
    cell = StateCell(state.address)
    trace = options.trace
    stateSink = options.stateSink
    runaway = options.runaway
    self.runtime = runtime
    runsTurnsAtOnce = runtime.runsTurnsAtOnce
    seed = options.seed
    frameRate = options.frameRate
    self.blueprint = blueprint
    self.scopes = scopes
  }
}

// MARK: - What anybody may call

extension Loop {
  /// Has the first turn run.
  @inlinable
  func begin() {
    context.mailbox.begin(self)
  }

  /// Emits an event from outside.
  @inlinable @inline(__always)
  func emit(_ event: Event) -> EmitResult {
    // In generic code, by the functions that are specialised for the types.
    guard _isConcrete(State.self) && _isConcrete(Event.self) else {
      return context.mailbox.functions.post(context.mailbox, .outside, event)
    }
    return lendUncounted(context.mailbox) { mailbox in
      guard mailbox.takeIdle() else { return mailbox.postToInbox(.outside, event) }
      mailbox.queue.append(Entry(.outside, event))
      if wake() { unsafe Uncounted(self as LoopObject).release() }
      return .accepted
    }
  }

  /// Emits an event from outside whose fate somebody awaits.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - ticket: Told what becomes of the event, unless the result says that it was refused.
  /// - Returns: Whether the mailbox took the event, or lets it wait for room.
  package func emit(_ event: Event, awaitedBy ticket: EventTicket) -> EmitResult {
    let number = context.mailbox.add(ticket)
    let tag = EntryTag.awaited(ticket: number, forgetsEvent: ticket.forgetsEvent)
    let mailbox = context.mailbox
    let result =
      mailbox.letsSendersWait
      ? mailbox.post(from: mailbox.sender(tag, event)) ?? .accepted
      : mailbox.functions.post(mailbox, tag, event)
    if !result.isAccepted { withdraw(ticket) }
    return result
  }

  /// Forgets a ticket: nobody awaits its event any more.
  package func withdraw(_ ticket: EventTicket) {
    context.mailbox.remove(ticket)
  }

  /// Whether a sender may wait for room.
  package var letsSendersWait: Bool { context.mailbox.letsSendersWait }

  /// Forgets a ticket, and its event if that still waits for room.
  ///
  /// - Returns: An object that has the event.
  package func giveUp(_ ticket: EventTicket) -> (any AnyObject & Sendable)? {
    withdraw(ticket)
    return context.mailbox.withdrawSender(of: ticket)
  }

  /// Tells a task of what a closure of some loop, or any other code, has decided: in a closure when this
  /// loop rests, see ``LoopWaiter``, otherwise at once.
  package func tellSoon(_ tell: @escaping @Sendable () -> Void) {
    guard ThreadFrame.Thread.current.value.innermost != nil else { return tell() }
    wait(LoopWaiter(.answered, isAwaited: true) { _ in tell() })
  }

  /// Stops the loop: closes the mailbox and leaves the rest to the drain.
  package func stop() {
    context.mailbox.functions.stop(context.mailbox)
  }

  /// Whether the loop has been told to stop.
  package var isStopped: Bool { context.mailbox.isStopped }

  /// The newest state.
  @inlinable var state: State {
    ThreadFrame.checkMayRead(context.mailbox.identity)
    return context.cell.read()
  }

  /// The newest state on the heap.
  package var boxedState: StateBox<State> {
    ThreadFrame.checkMayRead(context.mailbox.identity)
    return context.cell.readBoxed()
  }

  /// The newest state, unless the reducer is at work on it.
  package var stateAtRest: StateBox<State>? { context.cell.readIfAtRest() }

  /// Adds an observer; the loop calls it.
  package func join(_ entry: ObserverEntry<State, Event>) {
    context.mailbox.ask(.join(entry), of: self)
  }

  /// Ends an observation.
  package func leave(_ entry: ObserverEntry<State, Event>) {
    entry.leave()
    context.mailbox.ask(.leave(entry), of: self)
  }

  /// Adds a waiter.
  ///
  /// The loop lives until a waiter for its end was told or has given up.
  package func wait(_ waiter: LoopWaiter) {
    context.mailbox.ask(.wait(waiter), of: self)
  }

  /// Ends a wait.
  package func withdraw(_ waiter: LoopWaiter) {
    waiter.withdraw()
    context.mailbox.ask(.withdraw(waiter), of: self)
  }
}
