/// Attends to requests and to a stop, and comes to rest.
extension Drain {
  /// Attends to requests and to a stop, including those made by the user code that it calls.
  ///
  /// Leaves requests for later if there are many, so that the loop goes on even if others ask without pause.
  mutating func attend(_ context: borrowing RunContext) {
    var left = Mailbox.requestPortion
    repeat {
      var requests = context.mailbox.takeRequests(atMost: left)
      left -= max(1, requests.count)
      if context.mailbox.isStopped && !engine.isStopped { stop(context) }
      while let request = requests.popFirst() { take(request, context) }
    } while left > 0 && mustAttend(context.mailbox)
    if waiters != nil { tellOverdueAnswers(context.mailbox) }
  }

  /// Attends when no entry is left, and returns whether the turn may go on.
  ///
  /// Others may ask without pause, and a slice counts only entries. So this function counts its calls.
  mutating func attendAtRest(_ context: borrowing RunContext) -> Bool {
    attend(context)
    restedRequests &+= 1
    return Int(restedRequests) % Mailbox.requestPortion != 0
  }

  /// Whether a request waits, or a stop that was not noted.
  func mustAttend(_ mailbox: Mailbox) -> Bool {
    mailbox.has(Mailbox.requests) || mailbox.isStopped && !engine.isStopped
  }

  /// Attends, and then runs the loops into which the closures have emitted, before an entry is taken.
  mutating func attend(
    _ context: borrowing RunContext, before frame: Address<ThreadFrame>
  ) {
    attend(context)
    if !frame.hasDeferred { return }
    frame.carryOutDeferred()
    if context.mailbox.isStopped { attend(context) }
  }

  /// Notes a stop: cancels everything, and ends the observers.
  ///
  /// The entries of the mailbox are dropped as they are taken.
  mutating func stop(_ context: borrowing RunContext) {
    #if DEBUG
      tellOfRelease(context)
    #endif
    engine.stopRequested()
    for ticket in context.mailbox.keptTickets {
      tell(ticket, ticket.isReduced ? .stopped : .dropped(.stopped), context)
    }
    for index in 0..<feedbacks.count { feedbacks.with(index) { $0.forgetAll() } }
    context.monitors?.tellStopped(
      context.mailbox.stopReason ?? .stopped, engine.isStarted ? current.lent : nil)
    cancelDoomed(context)
    if let ended = observers.take() {
      ended.object.end()
      ended.release()
    }
  }

  // MARK: Requests

  mutating func take(_ request: LoopRequest, _ context: borrowing RunContext) {
    switch request {
    case .join(let entry): join(entry)
    case .leave(let entry): leave(entry)
    case .wait(let waiter):
      add(waiter, isHeld: holdsAnswer(context))
      takeBackAnswers(context)
    case .withdraw(let waiter): waiters?.remove(waiter)
    case .replace(let moment): replaceState(moment, context)
    case .open(let number): open(upTo: number, context)
    case .fail(let error): fail(error, context)
    case .list(let tell): tell(effects(context))
    }
  }

  private mutating func join(_ entry: ObserverEntry) {
    if engine.isStarted {
      current.view.isFirstSeen = true
      entry.tell(&current.view)
      current.view.isFirstSeen = false
    }
    if engine.isStopped { return entry.end() }
    if entry.decision?.isOpen == false { return entry.dismiss() }
    if observers == nil { observers = Uncounted(retaining: ObserverList()) }
    observers?.lend { $0.append(entry) }
    keepsPrevious = keepsPrevious || entry.keepsPrevious
  }

  private mutating func leave(_ entry: ObserverEntry) {
    observers?.lend { $0.remove(entry) }
    if observers?.object.isEmpty == true { observers.take()?.release() }
    keepsPrevious = feedbacksNeedPrevious || observers?.object.keepsPrevious == true
    if !keepsPrevious { current.previous = nil }
  }

  /// Makes a transition to a requested state.
  private mutating func replaceState(_ moment: Moment, _ context: borrowing RunContext) {
    guard engine.phase == .running else { return }
    let old = current.shown
    moment.number = engine.nextNumber
    engine.nextNumber += 1
    current.replace(by: moment, keepsPrevious: keepsPrevious)
    context.cell.replace(by: current.state)
    withExtendedLifetime(old) {}  // A reader may have been copying it.
    respond(context)
  }

  /// Adds a waiter; an answer may have to wait until the newest step is durable.
  mutating func add(_ waiter: LoopWaiter, isHeld: Bool = false) {
    // A cancelled task may give up before the drain takes its request.
    if waiter.hasLeft { return }
    if waiter.occasion == .settled && isOwnEffect(waiter.task) {
      return waiter.tell(.insideOwnEffect)
    }
    waiters.made(LoopWaiters()).append(
      waiter, at: engine.nextNumber, isHeld: isHeld && waiter.occasion == .answered)
  }

  /// Whether a task runs an effect of this loop other than a source, and so can keep it from
  /// settling.
  ///
  /// - Complexity: O(n) for n executions that are alive.
  private func isOwnEffect(_ task: Int) -> Bool {
    if task == 0 || engine.bodies == 0 { return false }
    let records = engine.records
    let isOwn = { (execution: LiveExecution) in
      records[execution.tag.feedback].kind != .source
        && execution.parts.contains { $0.task == task }
    }
    return work?.contains(where: isOwn) == true
  }

  // MARK: Resting

  /// Gives the ownership of the drain back, unless there is something to do.
  ///
  /// After that another thread may own the drain, and the loop may be gone: this function then
  /// accesses only values that it has taken before.
  ///
  /// NB: the runtime gets the bodies of the last step after the drain was given back. If it got them before,
  /// a quick body, on a thread that was woken for it, would find the drain just about to rest, and would have
  /// to wake this thread again. Now the thread that ends the turn is free to run the body itself, and runs a
  /// single body without another task, see ``EffectBody/run(limit:)``. The engine has counted the bodies
  /// before, so the loop does not seem settled.
  ///
  /// - Returns: How the turn ended; `nil` if it goes on.
  mutating func rest(
    _ context: borrowing RunContext, _ next: inout NextBody
  ) -> TurnEnd? {
    if let extras = context.extras, goesOn(extras, context) { return nil }
    if !hasBodies && waiters == nil && !engine.isStopped {
      return context.mailbox.giveBack() ? .rests : nil
    }
    return restWithNews(context, &next)
  }

  /// Opens a gate that opens late, and otherwise tells the monitors; returns whether the loop goes on.
  ///
  /// NB: not inlined, which would cost the turns of all loops.
  @inline(never)
  private mutating func goesOn(_ extras: RunExtras, _ context: borrowing RunContext) -> Bool {
    if openAtRest(context) { return true }
    if let monitors = extras.monitors { tellOfRest(monitors, context) }
    return false
  }

  mutating func restWithNews(
    _ context: borrowing RunContext, _ next: inout NextBody
  ) -> TurnEnd? {
    // The entries of a suspended loop wait in the inbox. Another thread may have resumed it meanwhile.
    let (isEmpty, isDurable) = (context.mailbox.isEmpty, isDurable(context))
    if let due = waiters?.takeDue(
      isAwaited: false, engine, isEmpty: isEmpty, isSuspended: context.mailbox.isSuspended,
      isDurable: isDurable), !due.isEmpty
    {
      if waiters?.isEmpty == true { waiters = nil }
      // This thread still owns the drain, and takes the events that they emit.
      for (waiter, outcome) in due { waiter.tell(outcome) }
      return nil
    }
    let awaited =
      waiters?.takeDue(isAwaited: true, engine, isEmpty: isEmpty, isDurable: isDurable) ?? []
    let keepsLoop = waiters?.keepsLoop ?? false
    let emptyWaiters = waiters.map(\.isEmpty) == true ? waiters.take() : nil
    let runtime = context.runtime
    let bodies = work?.bodies.takeAll() ?? OneOrMore()
    guard let end = giveBack(context.mailbox, keepsLoop: keepsLoop, isEmpty: isEmpty) else {
      if let emptyWaiters { waiters = emptyWaiters }
      waiters?.putBack(awaited)
      nudgeForAnswers(context.mailbox)
      bodies.forEach { $0.start(on: runtime) }
      return nil
    }
    for (waiter, outcome) in awaited { waiter.tell(outcome) }
    bodies.start(on: runtime, orLeaveTo: &next)
    return end
  }

  /// Has the drain check the waiting answers before the next step.
  ///
  /// A suspended loop makes no step, and tells all answers when it rests.
  func nudgeForAnswers(_ mailbox: Mailbox) {
    if waiters?.hasAnswers == true && !mailbox.isSuspended { mailbox.nudge() }
  }

  func giveBack(_ mailbox: Mailbox, keepsLoop: Bool, isEmpty: Bool) -> TurnEnd? {
    guard engine.isStopped else {
      let isGivenBack =
        mailbox.giveBackIdle()
        || mailbox.isSuspended && mailbox.giveBackSuspended(ifEmpty: isEmpty)
      return isGivenBack ? .rests : nil
    }
    return mailbox.giveBackStopped(keepsLoop: keepsLoop)
  }
}
