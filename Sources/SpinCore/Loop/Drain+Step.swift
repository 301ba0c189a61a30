/// One step, read from top to bottom: take, reduce, ask, cancel, publish, describe, start.
extension Drain {
  /// Makes transition 0.
  @inlinable
  mutating func start(_ context: borrowing RunContext<State, Event>) {
    engine.started()
    context.trace?(.reduced(number: 0))
    isStarting = true
    respond(context)
    isStarting = false
  }

  /// Takes one entry of the mailbox, and carries out the engine's order.
  @inlinable @inline(__always)
  mutating func take(_ entry: consuming Entry<Event>, _ context: borrowing RunContext<State, Event>)
  {
    let tag = entry.tag
    if let trace = context.trace, tag.kind != .sent { trace(.taken(tag, entry.event)) }
    guard let event = entry.event else { return takeFact(tag, context) }
    if let extras = context.extras, extras.metersTaken { meter(event, tag, context) }
    if hasQueues && tag.bits != 0 { noteElement(tag) }
    let verdict = engine.entryTaken(tag)
    if case .reduce = verdict { return reduce(event, tag, context) }
    obey(verdict, event, tag, context)
  }

  /// Carries out an order of the engine about an event that is not just to reduce it.
  ///
  /// - Returns: Why the event was not reduced; `nil` if it was.
  @inlinable @inline(never)
  @discardableResult
  mutating func obey(
    _ verdict: Engine.Verdict, _ event: Event, _ tag: EntryTag,
    _ context: borrowing RunContext<State, Event>
  ) -> DropReason? {
    switch verdict {
    case .reduce:
      reduceApart(event, tag, context)
    case .reduceAndRetire:
      retire(tag, context)
      reduceApart(event, tag, context)
    case .reduceAwaited:
      reduceAwaited(event, tag, context)
    case .drop(let reason):
      drop(event, tag, reason, context)
      return reason
    case .reduceStaged(let step):
      reduceStaged(event, tag, step, context)
    case .dropAndRetire(let reason):
      dropLast(event, tag, reason, context)
      return reason
    case .dropStaged(let reason, let step):
      dropLast(event, tag, step, reason, context)
      return reason
    case .compare:
      var event = event
      let verdict = compare(&event, tag, context)
      return obey(verdict, event, tag, context)
    case .lookUp:
      return takeSent(event, tag, context)
    case .retire, .sweep, .nothing, .advance, .call, .askState:
      unreachable("an event is taken for a fact")
    }
    return nil
  }

  /// Reduces an event, and lets feedbacks and observers respond to the new state.
  @inlinable @inline(__always)
  mutating func reduce(
    _ event: Event, _ tag: EntryTag, _ context: borrowing RunContext<State, Event>
  ) {
    guard let frame else { unreachable("an event is reduced outside of a turn") }
    let replaced = current.prepareToReduce(keepsPrevious: keepsPrevious)
    context.cell.reduce(context.reducer, event, in: current.state, frame)
    if replaced != nil { withExtendedLifetime(replaced) {} }  // A reader may have been copying it.
    current.advance(to: engine.nextNumber &- 1, event, tag)
    if hasQueues && tag.bits != 0 { nameElement(tag) }
    context.trace?(.reduced(number: current.number))
    respond(context)
  }

  /// Makes a step for an order that does more than reduce.
  ///
  /// NB: not inlined, because the copies of a step would take a sixth of the time to compile a
  /// loop.
  @inlinable @inline(never)
  mutating func reduceApart(
    _ event: Event, _ tag: EntryTag, _ context: borrowing RunContext<State, Event>
  ) {
    reduce(event, tag, context)
  }

  /// Asks, cancels, publishes, describes and starts, in this order.
  @inlinable @inline(__always)
  mutating func respond(_ context: borrowing RunContext<State, Event>) {
    askAll(context)
    if !engine.doomed.isEmpty { cancelDoomed(context) }
    if !observers.isAbsent { publish(context) }
    if let stateSink = context.stateSink {
      stateSink(current.state, current.event)
    }
    if hasQueues {
      describeAllAndQueued(context)
    } else if feedbacks.callCount > 0 {
      describeAll(context)
    }
    if blockCount > 0 { joinBlock(context.mailbox) }
    if hasStarts { startAll(context) }
  }

  /// Asks each feedback whether it has work for the state.
  @inlinable @inline(__always)
  mutating func askAll(_ context: borrowing RunContext<State, Event>) {
    for index in 0..<feedbacks.count {
      let answer = feedbacks.with(index) { $0.answer(&current.state.value) }
      if engine.feedbackAnswered(index, answer) {
        feedbacks.noteCall(index)
      } else if answer == .wanted {
        feedbacks.with(index) { $0.forget?() }
      }
      if hasQueues && answer.isAboutMore { takeAnswer(index, answer, context) }
    }
  }

  /// Carries out an answer that concerns waiting effects or elements.
  @inlinable @inline(never)
  mutating func takeAnswer(
    _ feedback: Int, _ answer: Answer, _ context: borrowing RunContext<State, Event>
  ) {
    if answer.forgetsWaiting { feedbacks.with(feedback) { $0.forgetAll() } }
    if answer.listsElements { takeChanges(feedback, context) }
  }

  /// Shows the transition to the observers.
  @inlinable @inline(__always)
  mutating func publish(_ context: borrowing RunContext<State, Event>) {
    observers.lend { $0.tell(&current) }
    context.trace?(.published(number: current.number))
  }

  // MARK: Describing

  /// Calls the wanted effect closures, until the loop is stopped.
  @inlinable @inline(__always)
  mutating func describeAll(_ context: borrowing RunContext<State, Event>) {
    for index in 0..<feedbacks.callCount {
      if context.mailbox.isStopped {
        #if DEBUG
          noteUncalled(from: index)
        #endif
        break
      }
      describe(feedbacks.call(index), context)
    }
    feedbacks.forgetCalls()
  }

  /// Like ``describeAll(_:)``, but also starts waiting effects, feedback by feedback.
  @inlinable @inline(never)
  mutating func describeAllAndQueued(_ context: borrowing RunContext<State, Event>) {
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
        describe(feedback, context)
      }
      if let watcher = watcher(feedback) { describeElements(watcher, feedback, context) }
      takeWaiting(feedback, context)
    }
    feedbacks.forgetCalls()
  }

  @inlinable @inline(__always)
  mutating func describe(_ feedback: Int, _ context: borrowing RunContext<State, Event>) {
    let effect = feedbacks.with(feedback) { $0.describe(&current) }
    context.trace?(.described(feedback: feedback))
    switch effect.content {
    case .none:
      if engine.records[feedback].kind == .stream { engine.streamHanded(feedback) }
    case .event(let event) where !hasQueues:
      let disposition = engine.effectDescribed(feedback, immediates: 1, parts: 0)
      let tag = EntryTag(.immediate, feedback: feedback, serial: disposition.serial)
      append(event, tag, context.mailbox)
      context.trace?(.posted(feedback: feedback, count: 1))
    default:
      dispose(effect, feedback, context)
    }
  }

  /// Asks the engine about a described effect, and carries out its order.
  @inlinable @inline(never)
  mutating func dispose(
    _ effect: Effect<Event>, _ feedback: Int, _ context: borrowing RunContext<State, Event>
  ) {
    let disposition = engine.effectDescribed(
      feedback, immediates: effect.eventCount, parts: effect.workCount)
    carryOut(disposition, effect, feedback, context)
  }

  /// Starts the queued effects of a feedback, as far as the engine permits.
  @inlinable @inline(never)
  mutating func takeWaiting(_ feedback: Int, _ context: borrowing RunContext<State, Event>) {
    if let watcher = watcher(feedback) {
      return takeWaitingElements(watcher, feedback, context)
    }
    while engine.records[feedback].isReady && !context.mailbox.isStopped {
      guard let effect = feedbacks.with(feedback, { $0.waiting?.effects.popFirst() }) else {
        unreachable("the engine counts more waiting effects than there are")
      }
      let disposition = engine.waitingEffectTaken(
        feedback, immediates: effect.eventCount, parts: effect.workCount)
      carryOut(disposition, effect, feedback, context)
    }
  }

  /// Carries out the engine's order about an effect, except for the start of its work.
  @inlinable
  mutating func carryOut(
    _ disposition: Engine.Disposition, _ effect: Effect<Event>, _ feedback: Int,
    _ context: borrowing RunContext<State, Event>
  ) {
    switch disposition {
    case .ignore:
      break
    case .post(let serial):
      append(effect, EntryTag(.immediate, feedback: feedback, serial: serial), context)
    case .start(let serial):
      let isCounted = engine.records[feedback].queues || engine.records[feedback].isOfPart
      let tag = EntryTag(.immediate, feedback: feedback, serial: isCounted ? serial : 0)
      append(effect, tag, context)
      if effect.workCount > 0 {
        let pending = PendingExecution(feedback: feedback, serial: serial, effect: effect)
        madeWork().starts.append(pending)
      }
      if engine.records[feedback].kind.countsWhileBusy,
        engine.records[feedback].collection == nil
      {
        engine.streamHanded(feedback)
      }
    case .wait:
      feedbacks.with(feedback) { $0.queue(effect) }
      context.trace?(.waited(feedback: feedback))
    }
  }

  // MARK: The block of immediate events

  @inlinable @inline(__always)
  mutating func append(_ event: Event, _ tag: EntryTag, _ mailbox: Mailbox<Event>) {
    mailbox.queue.append(Entry(tag, event))
    blockCount &+= 1
  }

  @inlinable
  mutating func append(
    _ effect: Effect<Event>, _ tag: EntryTag, _ context: borrowing RunContext<State, Event>
  ) {
    switch effect.content {
    case .none, .work: return
    case .event(let event): append(event, tag, context.mailbox)
    case .composite(let events, _):
      if events.isEmpty { return }
      for event in events { append(event, tag, context.mailbox) }
    }
    context.trace?(.posted(feedback: tag.feedback, count: effect.eventCount))
  }

  /// Makes the immediate events of this step the newest entries of the mailbox.
  ///
  /// They are at the end of the queue already. Entries that other threads have put into the inbox
  /// in the meantime were accepted before and must come first, except at the start, when immediate
  /// events precede every event from outside. Entries that arrive after the signals were read are
  /// concurrent with this, and come later.
  @inlinable @inline(__always)
  mutating func joinBlock(_ mailbox: Mailbox<Event>) {
    if mailbox.has(Mailbox<Event>.entries | Mailbox<Event>.listed), !isStarting {
      joinBehindInbox(mailbox)
    }
    blockCount = 0
  }

  @usableFromInline
  mutating func joinBehindInbox(_ mailbox: Mailbox<Event>) {
    if mailbox.listed != nil { return mailbox.moveToList(Int(blockCount)) }
    var block = RingBuffer<Entry<Event>>()
    for _ in 0..<blockCount {
      if let entry = mailbox.queue.popLast() { block.append(entry) }
    }
    mailbox.takeInbox()
    while let entry = block.popLast() { mailbox.queue.append(entry) }
  }
}

/// A described effect whose work has not been started.
@usableFromInline
struct PendingExecution<Event: Sendable>: Sendable {
  @usableFromInline let feedback: Int
  @usableFromInline let serial: UInt64
  @usableFromInline let effect: Effect<Event>

  @inlinable
  init(feedback: Int, serial: UInt64, effect: Effect<Event>) {
    self.feedback = feedback
    self.serial = serial
    self.effect = effect
  }
}
