/// Starts, continues and ends staged executions, as the engine orders.
///
/// Effects without stages use none of this.
extension Drain {
  // MARK: Starting

  /// Starts a staged part of an execution.
  mutating func start(
    _ stage: Stage, _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    let tree = StageTree(stage, from: engine.nextNode(of: tag))
    staged(context).add(tree.pieces, of: tag)
    for begin in engine.stageStarted(tag, tree.nodes) { beginLeaf(begin, context) }
  }

  mutating func staged(_ context: borrowing RunContext) -> StagedExecutions {
    let seed = context.seed  // The argument below is a closure, which cannot keep the context.
    return work.made(LoopWork()).staged.made(StagedExecutions(seed: seed))
  }

  /// Begins the nodes that an entry made ready, because its step is complete.
  mutating func beginBranches(_ context: borrowing RunContext) {
    for begin in engine.branchBeginsTaken() { beginLeaf(begin, context) }
  }

  /// Begins a node as a branch, unless the node was cancelled or the loop stopped in the meantime.
  mutating func beginLeaf(_ begin: Engine.BranchBegin, _ context: borrowing RunContext) {
    guard !context.mailbox.isStopped, let serial = engine.branchBegan(begin) else { return }
    let staged = staged(context)
    let tag = EntryTag.execution(feedback: begin.execution.feedback, serial: serial)
    if let monitors = context.monitors {
      monitors.tell(
        .branched(
          serial: serial, of: begin.execution.serial,
          attempt: begin.isAlarm ? nil : staged.attempt(begin)))
      monitors.tell(.started(feedback: tag.feedback, serial: serial))
    }
    var branch = LiveExecution(tag, since: 0)
    if context.meter != nil { branch.isTimed = staged.hasWaited(begin.execution) }
    let piece = staged.takePiece(begin)
    if begin.isAlarm {
      let delay = staged.delay(piece, begin, of: { elementName(begin.execution) })
      return setAlarm(delay, piece.isAttempt ? .backoff : .delay, of: branch, context)
    }
    switch piece {
    case .work(let work): start(work, of: branch, context)
    case .attempt(let backoff, let work, let number):
      let turn = AttemptTurn(
        number: number + 1, mayFail: backoff.delay(after: number + 1) != nil)
      start(work(turn), of: branch, context)
    case .timeout(let delay, let event): setTimeout(delay, event, of: branch, context)
    case .events(let events):
      staged.add(branch)
      if begin.followsDelay {
        deliverFirst(events, tag, context)
      } else {
        deliver(events, tag, context)
      }
    case .marker:
      staged.add(branch)
      context.mailbox.post(tag.with(.stageDue))
    case .none, .alarm: unreachable("a node begins that does nothing")
    }
  }

  /// Starts the work of a branch.
  private mutating func start(
    _ work: Work, of branch: LiveExecution, _ context: borrowing RunContext
  ) {
    var branch = branch
    let part = add(work, to: &branch, context)
    self.work?.staged?.add(branch)
    let cause = context.monitors?.begins(branch.tag)
    begin(part, context, isBranch: true)
    if let cause { context.monitors?.hasBegun(insteadOf: cause) }
  }

  /// Sets an alarm that only reports that it was due.
  private mutating func setAlarm(
    _ delay: Duration, _ purpose: AlarmFact.Purpose, of branch: LiveExecution,
    _ context: borrowing RunContext
  ) {
    let part = ExecutionPart(of: branch.tag, context.mailbox)
    work?.staged?.add(branch, part)
    note(AlarmFact(purpose: purpose, delay: delay), part.tag, context)
    part.hold(
      context.runtime.scheduler.after(delay) { part.mailbox.post(part.tag.with(.stageDue)) })
  }

  /// Sets the alarm of a timeout.
  ///
  /// When it rings, it sets another alarm with no delay, which rings after all alarms of the same
  /// time. So work that is due together with the timeout is in time.
  private mutating func setTimeout(
    _ delay: Duration, _ event: any EventValue, of branch: LiveExecution,
    _ context: borrowing RunContext
  ) {
    var branch = branch
    branch.isTimed = true
    let part = ExecutionPart(
      of: branch.tag, context.mailbox, cause: context.monitors?.cause(of: branch.tag))
    work?.staged?.add(branch, part)
    plan(event, of: part.tag, context)
    note(AlarmFact(purpose: .timeout, delay: delay), part.tag, context)
    let scheduler = context.runtime.scheduler
    part.hold(
      scheduler.after(delay) {
        _ = scheduler.after(.zero) {
          // NB: this alarm is not cancelled. If the effect was in time, the part is dead by now, or
          // this event waits behind the effect's last event and is dropped as stale.
          if !part.isDead { part.deliver(event, .deliveredLast) }
        }
      })
  }

  /// Delivers the events of a node that begins after the start of its execution, as one block.
  mutating func deliver(
    _ events: [any EventValue], _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    append(events, tag, context)
    if context.mailbox.putsBlocksInInbox { context.mailbox.moveToInbox(Int(blockCount)) }
    blockCount = 0
  }

  /// Delivers the events that follow a delay, as one block before all other entries of the queue.
  ///
  /// What the mailbox has accepted since the end of the delay, such as the event of a timeout, comes after
  /// them.
  mutating func deliverFirst(
    _ events: [any EventValue], _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    // NB: not through the context, which other threads read meanwhile.
    let mailbox = context.mailbox
    append(events, tag, context)
    mailbox.queue.moveLastToFront(events.count)
    blockCount = 0
  }

  mutating func append(
    _ events: [any EventValue], _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    let mailbox = context.mailbox
    context.monitors?.posts(events.count, tag)
    for (index, event) in events.enumerated() {
      let isLast = index == events.count - 1
      event.withPlace { event in
        mailbox.queue.append(tag.with(isLast ? .deliveredLast : .delivered), taking: event)
      }
      blockCount &+= 1
    }
  }

  // MARK: Ending

  /// Forgets a branch that has ended, and its execution if that has ended as well.
  mutating func retire(
    _ branch: Engine.Branch, _ ending: Engine.Ending, _ tag: EntryTag,
    _ context: borrowing RunContext
  ) {
    if tag.kind != .attemptFailed && tag.kind != .stageDue { work?.staged?.forget(branch) }
    retire(tag, context)
    if case .both = ending {
      retire(EntryTag.execution(feedback: tag.feedback, serial: branch.execution), context)
    }
  }
}
