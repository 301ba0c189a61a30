/// A loop: a mailbox, a drain and an engine around the user's closures.
///
/// The thread that puts the first entry into an idle mailbox owns the drain, and has a turn run.
/// The turn makes steps until the mailbox is empty:
///
/// ```
/// idle ──post──▶ due ──turn──▶ draining ──mailbox empty──▶ idle
///                 ▲──limit reached──┘
/// ```
///
/// The loop retains its ``Mailbox``. The mailbox retains the loop until the loop has stopped and
/// rests, and no waiter waits for its end.
@usableFromInline
package final class Loop<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let context: RunContext<State, Event>
  /// The mutable part of the loop.
  @usableFromInline @safe @exclusivity(unchecked) nonisolated(unsafe) var drain: Drain<State, Event>
  // Guard: the owner of the drain.

  /// Creates a loop, whose first turn ``begin()`` has run.
  @inlinable
  init(
    _ spin: Spin<State, Event>, runtime: any SpinRuntime, options: RunOptions<State, Event>
  ) {
    let blueprint = spin.blueprint
    // A copy, because all loops of a spin share its initial state.
    let state = StateBox.copy(of: (options.initialBox ?? spin.initialBox).address)
    let scopes = blueprint.scopes.isEmpty ? nil : ScopeRun(blueprint, isRoot: true)
    scopes?.begin(&state.address.value)
    context = RunContext(blueprint, state, runtime, options, scopes)
    drain = Drain(blueprint, state, options, scopes: scopes?.nodes ?? [])
  }

  deinit {
    context.mailbox.abandon()
  }
}

/// The part of a loop that does not change while it runs.
///
/// The loop lends it to the functions of the drain, which know nothing else of the loop.
///
/// NB: a stored property of the loop, so that a loop is one object. It contains a lock and atomics,
/// so it has an address and is lent by it.
@usableFromInline
struct RunContext<State: Sendable, Event: Sendable>: ~Copyable, Sendable {
  @usableFromInline let reducer: @Sendable (inout State, Event) -> Void
  @usableFromInline let cell: StateCell<State>
  /// NB: behind the cell, whose size leaves room for it.
  @usableFromInline let runsTurnsAtOnce: Bool
  @usableFromInline let mailbox: Mailbox<Event>
  @usableFromInline let extras: RunExtras<State, Event>?
  @usableFromInline let runtime: any SpinRuntime
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
    extras =
      options.hasExtras || !blueprint.repeats.isEmpty
      ? RunExtras(options, repeats: blueprint.repeats.map { $0.filter(scopes?.nodes ?? []) })
      : nil
    self.runtime = runtime
    runsTurnsAtOnce = runtime.runsTurnsAtOnce
    self.blueprint = blueprint
    self.scopes = scopes
  }
}

// MARK: - What any thread may call

extension Loop {
  /// Has the first turn run.
  @inlinable
  func begin() {
    context.mailbox.begin(self)
  }

  /// Emits an event from outside.
  @inlinable @inline(__always)
  func emit(_ event: Event) -> EmitResult {
    // Generic code uses the functions that are specialised for the types.
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

  /// Emits an event from outside that has a ticket.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - ticket: The ticket that is told the event's fate, unless the event is refused.
  /// - Returns: ``EmitResult/accepted`` if the mailbox took the event or lets it wait for room.
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

  /// Forgets a ticket, because its event is no longer awaited.
  package func withdraw(_ ticket: EventTicket) {
    context.mailbox.remove(ticket)
  }

  /// Whether senders may wait for room.
  package var letsSendersWait: Bool { context.mailbox.letsSendersWait }

  /// Forgets a ticket, and its event if the event still waits for room.
  ///
  /// - Returns: An object that holds the event, if it was waiting for room.
  package func giveUp(_ ticket: EventTicket) -> (any AnyObject & Sendable)? {
    withdraw(ticket)
    return context.mailbox.withdrawSender(of: ticket)
  }

  /// Calls a closure that resumes a task: when this loop rests if the caller is inside a closure of
  /// any loop, see ``LoopWaiter``, otherwise at once.
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

  /// The newest state; `nil` if the reducer is changing it.
  @inlinable package var stateAtRest: StateBox<State>? { context.cell.readIfAtRest() }

  /// Whether the reducer is changing the state at this moment.
  package var isReducing: Bool { context.cell.isChanging }

  /// Adds an observer.
  @usableFromInline
  package func join(_ entry: ObserverEntry<State, Event>) {
    context.mailbox.ask(.join(entry), of: self)
  }

  /// Ends an observation: the observer is not called again.
  @usableFromInline
  package func leave(_ entry: ObserverEntry<State, Event>) {
    entry.leave()
    context.mailbox.ask(.leave(entry), of: self)
  }

  /// Adds a waiter.
  ///
  /// The loop lives until each waiter for its end was told or has given up.
  package func wait(_ waiter: LoopWaiter) {
    context.mailbox.ask(.wait(waiter), of: self)
  }

  /// Ends a wait.
  package func withdraw(_ waiter: LoopWaiter) {
    waiter.withdraw()
    context.mailbox.ask(.withdraw(waiter), of: self)
  }
}
