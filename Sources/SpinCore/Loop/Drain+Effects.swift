internal import Synchronization

/// Starts and cancels the work of effects, and takes the facts that the work reports.
extension Drain {
  // MARK: Starting

  /// Makes the execution of the effect in the sink.
  ///
  /// The execution begins when all effects of the step are described.
  mutating func prepare(
    _ tag: EntryTag, since number: Int, _ context: borrowing RunContext
  ) {
    var execution = LiveExecution(tag, since: number)
    sink.takeWorks().forEach { add($0, to: &execution, context) }
    work.made(LoopWork()).starts.append(execution)
  }

  /// Makes the part that carries out some work.
  @discardableResult
  func add(
    _ work: Work, to execution: inout LiveExecution, _ context: borrowing RunContext
  ) -> ExecutionPart {
    let tag = execution.tag
    let part = ExecutionPart(
      work, of: tag, context.mailbox,
      executor: context.blueprint.feedbacks[tag.feedback].traits.executor,
      cause: context.monitors?.cause(of: tag))
    execution.parts.append(part)
    if context.meter != nil && work.isTimed { execution.isTimed = true }
    return part
  }

  /// Starts the described executions, until the loop is stopped.
  @inline(never)
  mutating func startAll(_ context: borrowing RunContext) {
    guard let work else { return }
    while let execution = work.starts.popFirst() {
      if !context.mailbox.isStopped { start(execution, context) }
    }
  }

  private mutating func start(
    _ execution: LiveExecution, _ context: borrowing RunContext
  ) {
    work.made(LoopWork()).live.append(execution, serial: execution.tag.serial)
    beginWork(of: execution, context)
  }

  /// Begins the parts of an execution that is alive.
  private mutating func beginWork(of execution: LiveExecution, _ context: borrowing RunContext) {
    let (tag, parts) = (execution.tag, execution.parts)
    context.monitors?.tell(.started(feedback: tag.feedback, serial: tag.serial))
    #if DEBUG
      noteStart(tag, context)
    #endif
    let cause = context.monitors?.begins(tag)
    parts.forEach { part in
      if parts.count == 1 || !context.mailbox.isStopped { begin(part, context) }
    }
    if let cause { context.monitors?.hasBegun(insteadOf: cause) }
  }

  /// Begins the work of a part, or has it wait until the step under way is durable.
  mutating func begin(
    _ part: ExecutionPart, _ context: borrowing RunContext, isBranch: Bool = false
  ) {
    if context.extras != nil && holds(part, isBranch: isBranch, context) { return }
    beginNow(part, context, isBranch: isBranch)
  }

  /// Begins the work of a part, whose step is durable if it is code of the user.
  mutating func beginNow(
    _ part: ExecutionPart, _ context: borrowing RunContext, isBranch: Bool
  ) {
    switch part.work {
    case .once, .body:
      #if DEBUG
        part.isWritten.store(true, ordering: .relaxed)
      #endif
      context.monitors?.startsBody(part.tag)
      leaveToRuntime(part)
    case .registration(let isSubscription, _):
      if part.executor != nil { return leaveToRuntime(part) }
      if isSubscription && !isBranch { return subscribe(part, context) }
      if context.rehearsal == nil { part.callBack() }
    case .clocked(let body):
      let mailbox = context.mailbox
      let clock = LoopClock(context.runtime.scheduler) { mailbox.isStopped }
      part.work = .body { await body($0, clock) }
      beginNow(part, context, isBranch: isBranch)
    case .after(let delay, let event):
      part.work = nil
      plan(event, of: part.tag, context)
      note(AlarmFact(purpose: .delay, delay: delay), part.tag, context)
      part.hold(
        context.runtime.scheduler.after(delay) { part.deliver(event, .deliveredLast) })
    case .every(let period, let event):
      part.work = nil
      plan(event, of: part.tag, context)
      note(AlarmFact(purpose: .period, delay: period), part.tag, context)
      part.tick(event, every: period, on: context.runtime.scheduler)
    case .frames(let event):
      part.work = nil
      note(AlarmFact(purpose: .frames, delay: .seconds(1) / context.frameRate), part.tag, context)
      part.tick(event, framesPerSecond: context.frameRate, on: context.runtime.scheduler)
    case .staged(let stage):
      part.work = nil
      start(stage, part.tag, context)
    case nil: unreachable("a part begins twice")
    }
  }

  /// Notes the alarm that an execution, a branch or a held start has set: for monitors, and for the list of
  /// running effects.
  mutating func note(_ alarm: AlarmFact, _ tag: EntryTag, _ context: borrowing RunContext) {
    work?.alarms[tag.serial] = LiveAlarm(alarm, from: context.runtime.scheduler.now)
    context.monitors?.tell(.alarmed(feedback: tag.feedback, serial: tag.serial, alarm))
  }

  /// Calls the closure of a subscription, and notes the immediate events that it emits.
  private mutating func subscribe(_ part: ExecutionPart, _ context: borrowing RunContext) {
    let tag = tagOfImmediates(of: part.tag)
    let count = context.rehearsal?.begins(part.tag) ?? part.subscribe(as: tag)
    if count == 0 { return }
    let element = engine.beginningEmitted(part.tag, count: count)
    let watcher = hasQueues ? watcher(part.tag.feedback) : nil
    if let rehearsal = context.rehearsal {
      rehearsal.begun[part.tag.serial] = BegunSubscription(
        tag: tag, element: watcher?.name(element), poster: context.monitors?.poster(part.tag),
        left: count)
      return
    }
    watcher?.notePosted(count, of: element)
    context.monitors?.posts(count, asItBegins: part.tag)
  }

  /// Has a rehearsal take the next event with which a subscription has begun; returns the tag of the event.
  func takesNext(
    ofSubscription serial: UInt64, _ context: borrowing RunContext
  ) -> EntryTag? {
    guard let begun = context.rehearsal?.begun[serial] else { return nil }
    context.rehearsal?.begun[serial]?.left -= 1
    if begun.left == 1 { context.rehearsal?.begun[serial] = nil }
    if hasQueues { watcher(begun.tag.feedback)?.posted.prepend(begun.element) }
    if let poster = begun.poster { context.monitors?.takesNext(of: poster) }
    return begun.tag
  }

  /// Tells a rehearsal which event an alarm delivers, if it is the only part of its execution or branch.
  func plan(_ event: any EventValue, of tag: EntryTag, _ context: borrowing RunContext) {
    guard let rehearsal = context.rehearsal, work?.find(tag)?.parts.count == 1 else { return }
    rehearsal.plans(tag, event)
  }

  /// Leaves a body, or the code of a callback on its executor, to the runtime.
  ///
  /// The runtime gets it before the next step, or when the loop rests, see ``rest(_:_:)``.
  private mutating func leaveToRuntime(_ part: ExecutionPart) {
    engine.bodyStarted()
    work.made(LoopWork()).bodies.append(part)
  }

  /// Gives the waiting bodies to the runtime.
  mutating func startBodies(_ context: borrowing RunContext) {
    work?.bodies.takeAll().forEach { $0.start(on: context.runtime) }
  }

  // MARK: Ending

  /// Carries out the engine's order about an entry that has no event.
  mutating func takeFact(_ tag: EntryTag, _ context: borrowing RunContext) {
    let verdict = engine.entryTaken(tag)
    work?.stepTime.forget()
    if let monitors = context.monitors, tag.kind != .streamAsked {
      monitors.tellTaken(tag, endsAll: verdict != .end(.nothing))
    }
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

  /// Starts the effects that waited for another effect, which has now ended without a step.
  mutating func startWaiting(_ feedback: Int, _ context: borrowing RunContext) {
    if hasQueues { takeWaiting(feedback, context) }
    if blockCount > 0 { joinBlock(context.mailbox) }
    if hasStarts { startAll(context) }
    if engine.mustBeginBranches { beginBranches(context) }
    context.monitors?.stepEnds(isStopped: context.mailbox.isStopped)
  }

  /// Forgets what an entry has ended: an execution, a branch, or both.
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
    // It never begins, so it keeps nothing of what its closure holds.
    if part.isGated { part.work = nil }
    if part.isCallback && part.executor != nil {
      if part.mustRunCancellation() { leaveToRuntime(part) }
    } else {
      part.takeCancellation()?.cancel()
    }
  }
}
