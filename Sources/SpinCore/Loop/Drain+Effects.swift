/// Starts and cancels the work of effects, and takes the facts that the work reports.
extension Drain {
  // MARK: Starting

  /// Starts the work of the described effects, until the loop is stopped.
  mutating func startAll(_ context: borrowing RunContext) {
    guard let work else { return }
    while let pending = work.starts.popFirst() {
      if !context.mailbox.isStopped { start(pending, context) }
    }
  }

  mutating func start(
    _ pending: PendingExecution, _ context: borrowing RunContext
  ) {
    let tag = EntryTag.execution(feedback: pending.feedback, serial: pending.serial)
    madeWork().live.append(LiveExecution(tag, since: pending.since), serial: tag.serial)
    context.monitors?.tell(.started(feedback: pending.feedback, serial: pending.serial))
    #if DEBUG
      noteStart(tag, context)
    #endif
    let works = pending.works
    let siblings =
      works.count > 1 && works.contains(where: \.isRegistration) ? FinishedRegistrations() : nil
    works.forEach { work in
      if works.count == 1 || !context.mailbox.isStopped {
        start(work, tag, context, among: siblings)
      }
    }
  }

  mutating func start(
    _ work: Work, _ tag: EntryTag, _ context: borrowing RunContext,
    isBranch: Bool = false, among siblings: FinishedRegistrations? = nil
  ) {
    switch work {
    case .staged(let stage): return start(stage, tag, context)
    case .clocked(let body):
      let mailbox = context.mailbox
      let clock = LoopClock(context.runtime.scheduler) { mailbox.isStopped }
      return start(.body { await body($0, clock) }, tag, context, isBranch: isBranch)
    default: break
    }
    let part = ExecutionPart(
      context.mailbox, tag: tag,
      executor: context.blueprint.feedbacks[tag.feedback].traits.executor,
      cause: context.monitors?.cause(of: tag))
    self.work?.updateNewest(isBranch) { $0.parts.append(part) }
    if context.meter != nil && work.isTimed {
      self.work?.updateNewest(isBranch) { $0.isTimed = true }
    }
    switch work {
    case .once, .body:
      part.body = work
      start(PendingBody(part: part, body: EffectBody(part)))
    case .registration(let register):
      begin(CallbackRegistration(part, among: siblings, register), isBranch, context)
    case .after(let delay, let event):
      note(AlarmFact(purpose: .delay, delay: delay), tag, context)
      part.hold(
        context.runtime.scheduler.after(delay) { part.deliver(event, .deliveredLast) })
    case .every(let period, let event):
      note(AlarmFact(purpose: .period, delay: period), tag, context)
      part.tick(event, every: period, on: context.runtime.scheduler)
    case .frames(let event):
      note(AlarmFact(purpose: .frames, delay: .seconds(1) / context.frameRate), tag, context)
      part.tick(event, framesPerSecond: context.frameRate, on: context.runtime.scheduler)
    case .clocked, .staged: break
    }
  }

  /// Has the runtime run a body when the step is over, see ``rest(_:_:)``.
  mutating func start(_ pending: PendingBody) {
    engine.bodyStarted()
    madeWork().bodies.append(pending)
  }

  /// Gives the waiting bodies to the runtime.
  mutating func startBodies(_ context: borrowing RunContext) {
    work?.bodies.takeAll().forEach { $0.start(on: context.runtime) }
  }

  /// Calls a registration, in the loop or on its executor.
  mutating func begin(
    _ registration: CallbackRegistration, _ isBranch: Bool, _ context: borrowing RunContext
  ) {
    self.work?.updateNewest(isBranch) { $0.registrations.append(registration) }
    if registration.part.executor == nil { return registration.begin() }
    startOnExecutor(of: registration.part) { registration.begin() }
  }

  /// Has code of a registration run on its executor.
  private mutating func startOnExecutor(
    of part: ExecutionPart, _ code: @escaping @Sendable () -> Void
  ) {
    let body = EffectBody(owner: part) { _ in
      code()
      return part.endOnExecutor()
    }
    start(PendingBody(part: part, body: body, isCancellable: false))
  }

  // MARK: Ending

  /// Carries out the engine's order about an entry that has no event.
  mutating func takeFact(_ tag: EntryTag, _ context: borrowing RunContext) {
    let verdict = engine.entryTaken(tag)
    if tag.kind == .holdEnded {
      _ = self.work?.take(tag)
      context.meter?.startAgain()
    }
    switch verdict {
    case .nothing: return
    case .askState: return askState(tag, context)
    case .lookUp: return takeInput(tag, context)
    case .end(.nothing): return sweepRegistrations(tag)
    case .end(let ending):
      retire(ending, tag, context)
      if !engine.doomed.isEmpty { cancelDoomed(context) }
    case .call(let element): describe(element, of: tag.feedback, context)
    case .reduce, .drop, .compare: unreachable("a fact is taken for an event")
    }
    startWaiting(tag.feedback, context)
  }

  /// Starts the effects that waited for one that ended without a step.
  mutating func startWaiting(_ feedback: Int, _ context: borrowing RunContext) {
    if hasQueues { takeWaiting(feedback, context) }
    if blockCount > 0 { joinBlock(context.mailbox) }
    if hasStarts { startAll(context) }
    if engine.mustBeginBranches { beginBranches(context) }
  }

  /// Forgets what has ended by itself with an entry.
  @inline(__always)
  mutating func retire(
    _ ending: Engine.Ending, _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    switch ending {
    case .nothing: break
    case .execution: retire(tag, context)
    case .leaf(let branch), .both(let branch): retire(branch, ending, tag, context)
    }
  }

  /// Forgets an execution or a branch that has ended by itself.
  mutating func retire(_ tag: EntryTag, _ context: borrowing RunContext) {
    context.monitors?.tell(.ended(feedback: tag.feedback, serial: tag.serial))
    guard let ended = work?.take(tag) else { return }
    endRegistrations(of: ended)
  }

  /// Ends the registrations of an execution that is over.
  mutating func endRegistrations(of execution: LiveExecution) {
    execution.registrations.first?.siblings?.close()
    execution.registrations.forEach { end($0) }
  }

  /// Ends the finished registrations of an execution whose other parts go on.
  private mutating func sweepRegistrations(_ tag: EntryTag) {
    // NB: a branch has at most one registration, whose end ends the branch.
    guard let work, let index = work.live.index(of: tag.serial) else { return }
    var finished: [CallbackRegistration] = []
    work.live.update(at: index) { finished = $0.registrations.first?.siblings?.takeAll() ?? [] }
    for registration in finished { end(registration) }
    work.live.update(at: index) { $0.registrationsEnded(finished.count) }
  }

  /// Cancels the doomed executions: all are dead before any of their cancellation code runs.
  mutating func cancelDoomed(_ context: borrowing RunContext) {
    // A stop may come between the description of an execution and its start.
    let ending = engine.doomed.compactMap { work?.take($0) }
    #if DEBUG
      noteOwnCancellation(among: ending, context)
    #endif
    if let monitors = context.monitors { tellCancelled(ending, monitors) }
    engine.cancellationsTaken()
    for execution in ending { execution.parts.forEach { $0.kill() } }
    for execution in ending {
      execution.parts.forEach { $0.cancel() }
      endRegistrations(of: execution)
    }
  }

  /// Runs the cancellation of a registration, in the loop or on its executor, if it is registered
  /// and not yet cancelled.
  mutating func end(_ registration: CallbackRegistration) {
    guard let cancellation = registration.end() else { return }
    if registration.part.executor == nil { return cancellation.cancel() }
    startOnExecutor(of: registration.part) { cancellation.cancel() }
  }
}
