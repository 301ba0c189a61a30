internal import Synchronization

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
    work.made(LoopWork()).live.append(LiveExecution(tag, since: pending.since), serial: tag.serial)
    context.monitors?.tell(.started(feedback: pending.feedback, serial: pending.serial))
    #if DEBUG
      noteStart(tag, context)
    #endif
    let works = pending.works
    works.forEach { work in
      if works.count == 1 || !context.mailbox.isStopped { start(work, tag, context) }
    }
  }

  mutating func start(
    _ work: Work, _ tag: EntryTag, _ context: borrowing RunContext,
    isBranch: Bool = false
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
      cause: context.monitors?.cause(of: tag), isCallback: work.isRegistration)
    self.work?.updateNewest(isBranch) { $0.parts.append(part) }
    if context.meter != nil && work.isTimed {
      self.work?.updateNewest(isBranch) { $0.isTimed = true }
    }
    switch work {
    case .once, .body:
      #if DEBUG
        part.isWritten.store(true, ordering: .relaxed)
      #endif
      part.body = work
      context.monitors?.startsBody(tag)
      start(PendingBody(part: part, body: EffectBody(part)))
    case .registration(let isSubscription, _):
      part.body = work
      if isSubscription && !isBranch && part.executor == nil { return subscribe(part, context) }
      callBack(part) { part.register() }
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

  /// Calls the closure of a subscription, and notes the immediate events that it emits.
  private mutating func subscribe(_ part: ExecutionPart, _ context: borrowing RunContext) {
    let count = part.subscribe(as: tagOfImmediates(of: part.tag))
    if count == 0 { return }
    let element = engine.beginningEmitted(part.tag, count: count)
    if hasQueues { watcher(part.tag.feedback)?.notePosted(count, of: element) }
    context.monitors?.posts(count, asItBegins: part.tag)
  }

  /// Has the runtime run a body when the step is over, see ``rest(_:_:)``.
  mutating func start(_ pending: PendingBody) {
    engine.bodyStarted()
    work.made(LoopWork()).bodies.append(pending)
  }

  /// Gives the waiting bodies to the runtime.
  mutating func startBodies(_ context: borrowing RunContext) {
    work?.bodies.takeAll().forEach { $0.start(on: context.runtime) }
  }

  /// Runs code of a callback, in the loop or on its executor.
  private mutating func callBack(
    _ part: ExecutionPart, _ code: @escaping @Sendable () -> Void
  ) {
    if part.executor == nil { return code() }
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
    case .nothing, .end(.nothing): return
    case .askState: return askState(tag, context)
    case .lookUp: return takeInput(tag, context)
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
    if let part = work?.take(tag)?.parts.first, part.isCallback { cancel(part) }
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
    for execution in ending { execution.parts.forEach { cancel($0) } }
  }

  /// Cancels the work of a part, once.
  private mutating func cancel(_ part: ExecutionPart) {
    guard let cancellation = part.takeCancellation() else { return }
    if part.isCallback {
      callBack(part) { cancellation.cancel() }
    } else {
      cancellation.cancel()
    }
  }
}
