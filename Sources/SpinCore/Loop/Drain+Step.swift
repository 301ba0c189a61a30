/// One step: take, reduce, ask, cancel, publish, describe, start.
///
/// Read it from ``takeFirst(of:_:)`` on. How executions are made, started and cancelled stands in
/// `Drain+Effects.swift`.
extension Drain {
  /// Makes transition 0.
  mutating func start(_ context: borrowing RunContext) {
    engine.started()
    isStarting = true
    respond(context)
    isStarting = false
  }

  /// Takes the first entry of the mailbox's queue, and carries out the engine's order.
  @inline(__always)
  mutating func takeFirst(of mailbox: Mailbox, _ context: borrowing RunContext) {
    let tag = mailbox.queue.tagOfFirst
    guard tag.hasEvent else {
      mailbox.queue.removeFirst()
      return takeFact(tag, context)
    }
    if let extras = context.extras { noteTaken(tag, mailbox.queue.firstEvent, extras, context) }
    if hasQueues && tag.bits != 0 { noteElement(tag) }
    let verdict = engine.entryTaken(tag)
    guard case .reduce(.nothing) = verdict else {
      return takeAndObey(verdict, tag, context)
    }
    // The event leaves its slot before user code runs, which may make the queue grow.
    let replaced = current.prepareToReduce(keepsPrevious: keepsPrevious)
    let event = current.with { $0.placeForEvent() }
    mailbox.queue.removeFirst(movingEventTo: event)
    reduceNewest(event, tag, context)
    if replaced != nil { withExtendedLifetime(replaced) {} }  // A reader may have been copying it.
  }

  /// Tells the monitors of a taken event, and meters it.
  ///
  /// An event with a ticket waits for ``takeAwaited(_:_:_:)``: only the ticket knows its origin.
  @inline(never)
  mutating func noteTaken(
    _ tag: EntryTag, _ event: EventPlace, _ extras: RunExtras, _ context: borrowing RunContext
  ) {
    if tag.hasTicket { return }
    extras.monitors?.tellOften(.taken(tag, event))
    if extras.metersTaken { meter(event, tag, context) }
  }

  /// Takes the first event, and carries out an order other than `.reduce(.nothing)`.
  @inline(never)
  private mutating func takeAndObey(
    _ verdict: Engine.Verdict, _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    let (mailbox, events) = (context.mailbox, context.mailbox.events)
    events.withPlace { event in
      mailbox.queue.removeFirst(movingEventTo: event)
      if obey(verdict, event, tag, context) != nil { events.destroy(event) }
    }
  }

  /// Carries out an order of the engine about an event.
  ///
  /// - Returns: Why the event was not reduced. `nil` means that it was reduced and has left its place.
  @discardableResult
  @inline(never)
  mutating func obey(
    _ verdict: Engine.Verdict, _ event: EventPlace, _ tag: EntryTag,
    _ context: borrowing RunContext
  ) -> DropReason? {
    switch verdict {
    case .reduce(let ending):
      #if DEBUG
        noteOwnEnd(ending, tag, context)
      #endif
      retire(ending, tag, context)
      reduce(taking: event, tag, context)
      if engine.mustBeginBranches { beginBranches(context) }
    case .drop(let reason, let ending):
      work?.stepTime.forget()
      retire(ending, tag, context)
      if !engine.doomed.isEmpty { cancelDoomed(context) }
      drop(event, tag, reason, context)
      if ending != .nothing { startWaiting(tag.feedback, context) }
      return reason
    case .compare:
      return obey(compared(verdict, event, tag, context), event, tag, context)
    case .lookUp:
      return takeAwaited(event, tag, context)
    case .end, .nothing, .call, .askState:
      unreachable("an event is taken for a fact")
    }
    return nil
  }

  /// Takes and reduces an event, and lets feedbacks and observers respond to the new state.
  mutating func reduce(
    taking event: EventPlace, _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    let replaced = current.prepareToReduce(keepsPrevious: keepsPrevious)
    let place = current.with { $0.placeForEvent() }
    context.mailbox.events.move(event, to: place)
    reduceNewest(place, tag, context)
    if replaced != nil { withExtendedLifetime(replaced) {} }  // A reader may have been copying it.
  }

  /// Reduces the event that was moved to the newest moment, and lets feedbacks and observers respond to
  /// the new state.
  ///
  /// NB: has no stack frame in debug builds either, where only transparent functions are inlined. In release
  /// builds, transparency would cost each step 26 instructions.
  #if DEBUG
    @_transparent
  #else
    @inline(__always)
  #endif
  private mutating func reduceNewest(
    _ event: EventPlace, _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    guard let frame else { unreachable("an event is reduced outside of a turn") }
    context.cell.begin(in: current.state, frame)
    context.reducer(current.state, event)
    context.cell.end(frame)
    let number = engine.nextNumber &- 1
    current.with { $0.advance(to: number, tag) }
    if let scopes = context.scopes { scopes.release() }
    if hasQueues && tag.bits != 0 { nameElement(tag) }
    respond(context)
  }

  /// Asks, cancels, publishes, describes and starts, in this order.
  @inline(__always)
  mutating func respond(_ context: borrowing RunContext) {
    if let extras = context.extras { return respondAndTell(extras, context) }
    askAll(context)
    if !engine.doomed.isEmpty { cancelDoomed(context) }
    if observers != nil { publish() }
    describeAndStart(context)
  }

  /// Like ``respond(_:)``, and tells the host and the monitors.
  @inline(never)
  private mutating func respondAndTell(_ extras: RunExtras, _ context: borrowing RunContext) {
    if let monitors = extras.monitors {
      monitors.step.advance(to: current.number)
      frame?.value.thread.value.cause = .newest(monitors.step)
      monitors.tellOften(.reduced(number: current.number, current.lent))
      askAll(context, monitors)
    } else {
      askAll(context)
    }
    if !engine.doomed.isEmpty { cancelDoomed(context) }
    if observers != nil { publish() }
    extras.monitors?.tellOften(.published(number: current.number, current.lent))
    extras.host?.stepped(to: current.state, isTransition: true)
    describeAndStart(context)
    extras.monitors?.stepEnds(isStopped: context.mailbox.isStopped)
  }

  /// Calls the wanted effect closures, lets their immediate events join the mailbox, and starts their work.
  @inline(__always)
  private mutating func describeAndStart(_ context: borrowing RunContext) {
    if hasQueues {
      describeAllAndQueued(context)
    } else if feedbacks.callCount > 0 {
      describeAll(context)
    }
    if blockCount > 0 { joinBlock(context.mailbox) }
    if hasStarts { startAll(context) }
  }

  /// Asks each feedback whether it has work for the state.
  @inline(__always)
  private mutating func askAll(_ context: borrowing RunContext) {
    for index in 0..<feedbacks.count { _ = ask(index, context) }
  }

  /// Like ``askAll(_:)``, and tells the monitors what each feedback answers.
  private mutating func askAll(_ context: borrowing RunContext, _ monitors: LoopMonitors) {
    monitors.noteDoomed(engine.doomed, nil)
    for index in 0..<feedbacks.count {
      monitors.asks()
      let answer = ask(index, context)
      tellAnswer(answer, of: index, monitors)
    }
  }

  /// Asks a feedback, and carries out the engine's order.
  @inline(__always)
  private mutating func ask(_ index: Int, _ context: borrowing RunContext) -> Answer {
    let answer = feedbacks.with(index) { $0.answer(current.state) }
    if engine.feedbackAnswered(index, answer) {
      feedbacks.noteCall(index)
    } else if answer == .wanted {
      feedbacks.with(index) { $0.forget(0) }
    }
    if hasQueues && answer.isAboutMore { takeAnswer(index, answer, context) }
    return answer
  }

  /// Carries out an answer that concerns waiting effects or elements.
  @inline(never)
  mutating func takeAnswer(
    _ feedback: Int, _ answer: Answer, _ context: borrowing RunContext
  ) {
    if answer.forgetsWaiting { feedbacks.with(feedback) { $0.forgetAll() } }
    if answer.endsLife { context.monitors?.forgetNames(of: feedback) }
    if answer.listsElements { takeChanges(feedback, context) }
  }

  /// Shows the transition to the observers.
  private mutating func publish() {
    observers?.lend { $0.tell(&current) }
  }

  // MARK: Describing

  /// Calls the wanted effect closures, until the loop is stopped.
  @inline(__always)
  mutating func describeAll(_ context: borrowing RunContext) {
    for index in 0..<feedbacks.callCount {
      if context.mailbox.isStopped {
        #if DEBUG
          noteUncalled(from: index)
        #endif
        break
      }
      describe(0, of: feedbacks.call(index), context)
    }
    feedbacks.forgetCalls()
  }

  /// Like ``describeAll(_:)``, but also starts waiting effects, feedback by feedback.
  mutating func describeAllAndQueued(_ context: borrowing RunContext) {
    var next = 0
    for feedback in 0..<feedbacks.count {
      if context.mailbox.isStopped {
        #if DEBUG
          noteUncalled(from: next, elementsFrom: feedback)
        #endif
        break
      }
      if next < feedbacks.callCount && feedbacks.call(next) == feedback {
        next += 1
        describe(0, of: feedback, context)
      }
      if let watcher = watcher(feedback) { describeElements(watcher, feedback, context) }
      takeWaiting(feedback, context)
    }
    feedbacks.forgetCalls()
  }

  /// Calls the effect closure of an element.
  @inline(__always)
  mutating func describe(_ element: Int, of feedback: Int, _ context: borrowing RunContext) {
    if hasQueues { engine.elementCalled(feedback, element, now: now(feedback, context)) }
    if context.extras?.rehearsal == nil || !isSideEffect(feedback, context) {
      feedbacks.with(feedback) { $0.describe(element, &current, sink) }
    }
    var disposition = Engine.Disposition.ignore
    // Without a queue, the engine ignores an effect that does nothing.
    if !sink.isEmpty || hasQueues || context.extras != nil {
      disposition = engine.effectDescribed(
        feedback, element: element, immediates: sink.eventCount, parts: sink.workCount)
      carryOut(disposition, element, of: feedback, since: current.number, context)
    }
    if engine.records[feedback].kind.countsWhileBusy {
      noteHanded(disposition, element, of: feedback)
    }
  }

  /// Whether the effect closure of a feedback has a side effect, so that a rehearsal must not call it.
  private func isSideEffect(_ feedback: Int, _ context: borrowing RunContext) -> Bool {
    context.blueprint.feedbacks[feedback].traits.isSideEffect
  }

  /// Notes that a state was handed to the stream of an element, or that its receiver has begun.
  private mutating func noteHanded(
    _ disposition: Engine.Disposition, _ element: Int, of feedback: Int
  ) {
    switch (disposition, engine.records[feedback].kind) {
    case (_, .stream), (.start, .receiver): engine.streamHanded(feedback, element: element)
    default: break
    }
  }

  /// Starts the queued effects of a feedback, and calls the effect closures of elements that wait for a
  /// place.
  ///
  /// The engine says how many.
  mutating func takeWaiting(_ feedback: Int, _ context: borrowing RunContext) {
    while !context.mailbox.isStopped {
      if let element = engine.nextReady(feedback) {
        takeWaiting(element, of: feedback, context)
      } else if let element = engine.nextInLine(feedback) {
        describe(element, of: feedback, context)
      } else {
        return
      }
    }
  }

  private mutating func takeWaiting(
    _ element: Int, of feedback: Int, _ context: borrowing RunContext
  ) {
    guard let effect = feedbacks.with(feedback, { $0.takeWaiting(of: element) }) else {
      unreachable("the engine counts more waiting effects than there are")
    }
    let since = effect.since
    sink.take(effect)
    let disposition = engine.waitingEffectTaken(
      feedback, element: element, immediates: sink.eventCount, parts: sink.workCount)
    carryOut(disposition, element, of: feedback, since: since, context, isNew: false)
  }

  /// Carries out the engine's order about the effect in the sink, except for the start of its work.
  mutating func carryOut(
    _ disposition: Engine.Disposition, _ element: Int, of feedback: Int, since: Int,
    _ context: borrowing RunContext, isNew: Bool = true
  ) {
    if let monitors = context.monitors {
      tellArranged(disposition, element, of: feedback, since: since, isNew: isNew, monitors)
    }
    switch disposition {
    case .ignore:
      if !sink.isEmpty { sink.clear() }
    case .post(let serial):
      append(EntryTag(.immediate, feedback: feedback, serial: serial), of: element, context)
    case .start(let serial):
      let tag = EntryTag.execution(feedback: feedback, serial: serial)
      append(tagOfImmediates(of: tag), of: element, context)
      if sink.workCount > 0 { prepare(tag, since: since, context) }
    case .wait:
      feedbacks.with(feedback) { $0.keep(sink.takeEffect(since: since), of: element) }
    }
  }

  // MARK: The block of immediate events

  /// The tag of the immediate events of an execution.
  ///
  /// It has the serial of the execution if the engine counts these events.
  @inline(__always)
  func tagOfImmediates(of execution: EntryTag) -> EntryTag {
    let feedback = execution.feedback
    let isCounted = engine.records[feedback].queues || engine.records[feedback].isOfPart
    return EntryTag(.immediate, feedback: feedback, serial: isCounted ? execution.serial : 0)
  }

  /// Leaves the immediate events of the sink at the end of the queue.
  @inline(__always)
  mutating func append(_ tag: EntryTag, of element: Int, _ context: borrowing RunContext) {
    let count = sink.eventCount
    if count == 0 { return }
    if hasQueues { watcher(tag.feedback)?.notePosted(count, of: element) }
    sink.leaveEvents(as: tag)
    blockCount &+= Int32(count)
    context.monitors?.tell(.posted(feedback: tag.feedback, count: count))
  }

  /// Makes the immediate events of this step the newest entries of the mailbox.
  ///
  /// They are at the end of the queue already. Entries that other threads have put into the inbox in the
  /// meantime were accepted before and must come first, except at the start, when immediate events precede
  /// every event from outside. An entry that arrives after the mailbox's word was read comes after the block.
  mutating func joinBlock(_ mailbox: Mailbox) {
    if mailbox.putsBlocksInInbox, !isStarting { mailbox.moveToInbox(Int(blockCount)) }
    blockCount = 0
  }
}
