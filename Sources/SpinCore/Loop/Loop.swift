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
// Guard: constants, which are Sendable, and the drain, which states its own guard.
package final class Loop: TurnOwner, @unchecked Sendable {
  let context: RunContext
  /// The mutable part of the loop.
  @safe @exclusivity(unchecked) nonisolated(unsafe) var drain: Drain
  // Guard: the owner of the drain.

  /// Creates a loop of its parts, see `Loop+Wiring.swift`.
  init(_ context: consuming RunContext, _ drain: consuming Drain) {
    self.context = context
    self.drain = drain
    super.init()
  }

  deinit {
    drain.observers?.release()
    context.mailbox.abandon()
  }

  // MARK: - What the mailbox, turns and runtimes call

  package override var id: ObjectIdentifier { ObjectIdentifier(context.mailbox) }

  /// Starts a turn: runs it at once if the runtime permits it and the thread is inside no other
  /// loop.
  override func wake() -> Bool {
    if context.runsTurnsAtOnce {
      let thread = ThreadFrame.Thread.current
      if thread.value.innermost == nil {
        var (slice, next) = (Slice.lent, NextBody())
        let end = turn(&slice, &next, on: thread)
        if end == .interrupted { goOn() }
        return end == .isOver
      }
    }
    giveToRuntime()
    return false
  }

  @inline(never)
  private func giveToRuntime() {
    if let turn = context.mailbox.dueTurn { context.runtime.schedule(turn) }
  }

  /// Continues an interrupted turn on the caller's thread; see ``wake()``.
  @inline(never)
  private func goOn() {
    // NB: the mailbox's reference may end when another thread has taken over.
    let own = Uncounted(retaining: self)
    own.object.goOnLent()
    own.release()
  }

  override func handsOver(since: UInt64) -> Bool {
    let mailbox = context.mailbox
    guard mailbox.othersHaveAdded(since: since) else {
      SystemCall.yieldThread()
      return false
    }
    _ = mailbox.takeDue()
    if mailbox.handOver() { return true }
    mailbox.setDue()
    // Others may add entries only while this thread is in a step. Then they never find the drain on offer.
    guard context.runsTurnsAtOnce, Slice.time &- since >= Slice.loan else { return false }
    context.runtime.scheduleElsewhere(Turn(self))
    return true
  }

  /// Runs a turn that was given to the runtime.
  override func run(_ slice: inout Slice, _ next: inout NextBody) -> Bool {
    guard context.mailbox.takeTurn() else { return false }
    slice.begin(context.extras?.sliceTime)
    let end = turn(&slice, &next, on: ThreadFrame.Thread.current)
    if end == .isOver { releaseOwn() }
    return end == .interrupted && (!context.mailbox.hasHome || context.mailbox.dueTurn != nil)
  }

  /// Makes the steps that wait, as far as a slice permits.
  ///
  /// The thread is where the runtime runs turns, and inside no closure of a loop. So no turn is under way: a
  /// turn is due, or the loop rests.
  private func makeStepsAtHome(on thread: Address<ThreadFrame.Thread>) {
    guard context.mailbox.takeDue() else { return }
    var (slice, next) = (Slice.of(Slice.usualLimit), NextBody())
    switch turn(&slice, &next, on: thread) {
    case .rests: break
    case .interrupted: context.mailbox.scheduleDue()
    case .isOver: releaseOwn()
    }
  }

  /// Makes steps until the mailbox is empty, or the slice permits no more.
  ///
  /// NB: the loop and the mailbox are not counted. The caller keeps both until the turn has given the
  /// drain back, and neither is accessed after that.
  @inline(__always)
  private func turn(
    _ slice: inout Slice, _ next: inout NextBody, on thread: Address<ThreadFrame.Thread>
  ) -> TurnEnd {
    // NB: not by `within`, which adds two frames to the stack of a debug build.
    var frame = ThreadFrame(.turn, of: context.mailbox.identity, on: thread)
    return withAddress(of: &frame) { frame in
      frame.begin()
      // NB: one `inout`, so that the drain's properties are accessed without a check for each.
      let end = drain.makeSteps(context, context.mailbox, &slice, &next, frame)
      frame.end()
      return end
    }
  }

  override func schedule(_ turn: Turn, outsideOfTask: Bool) {
    if outsideOfTask {
      context.runtime.scheduleElsewhere(turn)
    } else {
      context.runtime.schedule(turn)
    }
  }
}

// MARK: - What any thread may call

extension Loop {
  /// Starts the first turn.
  func begin() {
    context.mailbox.begin(self)
  }

  /// Takes an event from outside, and makes its step or has the runtime make it.
  ///
  /// An emitter of an effect does the same by ``Mailbox/post(_:taking:hasRoom:at:)``, because it does not
  /// know the loop.
  @usableFromInline
  func emit(taking event: EventPlace, at site: CodeSite) -> EmitResult {
    let mailbox = context.mailbox
    guard mailbox.takeIdle() else {
      return mailbox.hasHome
        ? emitNearHome(taking: event, at: site) : mailbox.post(.outside, taking: event, at: site)
    }
    mailbox.queue.append(.outside, taking: event)
    if wake() { releaseOwn() }
    return .accepted
  }

  /// Takes an event from outside, while the mailbox is not idle, on a runtime with a home.
  ///
  /// If the caller is where the runtime runs turns, and inside no closure of a loop, it makes a slice of the
  /// waiting steps.
  @inline(never)
  private func emitNearHome(taking event: EventPlace, at site: CodeSite) -> EmitResult {
    let (mailbox, thread) = (context.mailbox, ThreadFrame.Thread.current)
    guard thread.value.innermost == nil, context.runtime.isIsolatingCurrentContext() == true
    else { return mailbox.post(.outside, taking: event, at: site) }
    let enqueued = mailbox.enqueue(.outside, taking: event, at: site)
    if case .refused(let reason) = enqueued {
      return mailbox.refuse(.outside, taking: event, reason, at: site)
    }
    makeStepsAtHome(on: thread)
    return .accepted
  }

  /// Takes an event from outside that may have a ticket.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - ticket: The ticket that is told the event's fate, unless the event is refused.
  ///   - site: The call that emits the event.
  /// - Returns: ``EmitResult/accepted`` if the mailbox took the event or lets it wait for room.
  package func emit(
    taking event: EventPlace, awaitedBy ticket: EventTicket?, at site: CodeSite
  ) -> EmitResult {
    guard let ticket else { return emit(taking: event, at: site) }
    return context.mailbox.post(taking: event, awaitedBy: ticket, at: site).0
  }

  /// Puts an input into the mailbox.
  ///
  /// An input counts towards no bound of the mailbox.
  ///
  /// - Parameter number: The number by which the host knows the input; less than 2^44.
  /// - Returns: ``EmitResult/accepted``, unless the loop has stopped. A refused input is reported to
  ///   nobody.
  package func enter(_ number: UInt64) -> EmitResult {
    context.mailbox.post(EntryTag(.input, serial: number))
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

  /// Tells a waiter for ``LoopWaiter/Occasion/answered`` at once, or when this loop rests if the caller is
  /// inside a closure of any loop.
  package func tellSoon(_ waiter: LoopWaiter) {
    guard ThreadFrame.Thread.current.value.innermost != nil else { return waiter.tell(.happened) }
    wait(waiter)
  }

  /// Stops the loop: closes the mailbox and leaves the rest to the drain.
  package func stop(because reason: StopReason = .stopped) {
    context.mailbox.stop(because: reason)
  }

  /// Why the loop was told to stop; `nil` if it was not.
  package var stopReason: StopReason? { context.mailbox.stopReason }

  /// Calls a closure, which copies the newest state.
  package func read<Result>(_ copy: (StatePlace) -> Result) -> Result {
    checkMayRead()
    return context.cell.read(copy)
  }

  /// Calls a closure, which copies the newest state, unless the reducer is changing it.
  package func readUnlessReducing<Result>(_ copy: (StatePlace) -> Result) -> Result? {
    context.cell.readUnlessReducing(copy)
  }

  /// Whether the reducer is changing the state at this moment.
  package var isReducing: Bool { context.cell.isReducing }

  /// Adds an observer.
  package func join(_ entry: ObserverEntry) {
    context.mailbox.ask(.join(entry), of: self)
  }

  /// Ends an observation: the observer is not called again.
  package func leave(_ entry: ObserverEntry) {
    entry.leave()
    if entry.wasDismissed { return }
    context.mailbox.ask(.leave(entry), of: self)
  }

  /// Adds a waiter.
  ///
  /// The loop lives until each waiter for its end was told or has given up.
  package func wait(_ waiter: LoopWaiter) {
    context.mailbox.ask(.wait(waiter), of: self)
  }

  /// The number of the next transition, if the loop is at rest now, and settled if that is asked for.
  ///
  /// NB: owns the drain for a moment, so that no request has to be made and no turn run.
  ///
  /// - Returns: The number; `nil` if the caller must wait, or if only a turn can tell.
  package func nextNumberAtRest(ifSettled: Bool) -> Int? {
    guard context.mailbox.takeIdle() else { return nil }
    let isAtRest = !ifSettled || drain.engine.isSettled && !drain.holdsAnswer(context)
    let number = isAtRest ? drain.engine.nextNumber : nil
    // Whoever has added something meanwhile has left the turn to this thread.
    if !context.mailbox.giveBackIdle(), wake() { releaseOwn() }
    return number
  }

  /// Ends a wait.
  package func withdraw(_ waiter: LoopWaiter) {
    waiter.leave()
    context.mailbox.ask(.withdraw(waiter), of: self)
  }

  /// Lets the output of the steps up to a transition go, because they are durable.
  ///
  /// *Isolation*: any thread. A runtime that runs turns at once starts the work on this thread.
  package func open(upTo number: Int) {
    context.mailbox.ask(.open(upTo: number), of: self)
  }

  /// Stops the loop, because no further step will be durable.
  ///
  /// Work that waits never starts. A task that awaits an answer gets the error.
  package func fail(_ error: any Error) {
    stop(because: .failed(error))
    context.mailbox.ask(.fail(error), of: self)
  }

  /// Requests a transition to a state, without an event: for stubs.
  package func replaceState<State>(_ state: State) {
    let moment = Moment.holding(
      state, context.blueprint.reducer.types,
      KeptOrigin(tag: .outside, names: context.blueprint.names))
    context.mailbox.ask(.replace(moment), of: self)
  }
}
