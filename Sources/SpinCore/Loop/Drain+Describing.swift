/// Work that is described and not started.
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

extension Drain {
  /// Calls the wanted effect closures, until the loop is stopped.
  @inlinable
  mutating func describeAll(_ loop: Loop<State, Event>) {
    for index in 0..<calls.count {
      if loop.mustStop { break }
      describe(calls[index], loop)
    }
    calls.removeAll()
  }

  /// The same, and takes up what has waited, one feedback after another.
  @usableFromInline
  mutating func describeAllAndQueued(_ loop: Loop<State, Event>) {
    var next = 0
    for feedback in feedbacks.indices {
      if loop.mustStop { break }
      if next < calls.count && calls[next] == feedback {
        next += 1
        describe(feedback, loop)
      }
      takeWaiting(feedback, loop)
    }
    calls.removeAll()
  }

  @inlinable
  mutating func describe(_ feedback: Int, _ loop: Loop<State, Event>) {
    let effect = unowned[feedback]._withUnsafeGuaranteedRef { $0.describe(&step) }
    loop.trace?(.described(feedback: feedback))
    if case .none = effect.content {
      if engine.records[feedback].kind == .stream { engine.streamHanded(feedback) }
    } else if case .event(let event) = effect.content, !hasQueues {
      _ = engine.effectDescribed(feedback, immediates: 1, parts: 0)
      append(event, EntryTag(.immediate, feedback: feedback), loop)
      loop.trace?(.posted(feedback: feedback, count: 1))
    } else {
      let disposition = engine.effectDescribed(
        feedback, immediates: effect.eventCount, parts: effect.workCount)
      dispose(effect, feedback, disposition, loop)
    }
  }

  /// Lets the effects that have waited for their turn start, as far as they may.
  @usableFromInline
  mutating func takeWaiting(_ feedback: Int, _ loop: Loop<State, Event>) {
    while engine.records[feedback].isReady {
      guard let effect = waiting[feedback]?.popFirst() else {
        unreachable("the engine counts more waiting effects than there are")
      }
      let disposition = engine.waitingEffectTaken(
        feedback, immediates: effect.eventCount, parts: effect.workCount)
      dispose(effect, feedback, disposition, loop)
    }
  }

  /// Carries out the engine's order about an effect, up to the start of its work.
  @inlinable
  mutating func dispose(
    _ effect: Effect<Event>, _ feedback: Int, _ disposition: Engine.Disposition,
    _ loop: Loop<State, Event>
  ) {
    switch disposition {
    case .ignore:
      break
    case .post:
      append(effect, EntryTag(.immediate, feedback: feedback), loop)
    case .start(let serial):
      let isQueued = engine.records[feedback].queues
      append(effect, EntryTag(.immediate, feedback: feedback, serial: isQueued ? serial : 0), loop)
      if effect.workCount > 0 {
        starts.append(PendingExecution(feedback: feedback, serial: serial, effect: effect))
      }
      if engine.records[feedback].kind == .stream { engine.streamHanded(feedback) }
    case .wait:
      waiting[feedback, default: Waitlist()].append(effect)
      loop.trace?(.waited(feedback: feedback))
    }
  }

  // MARK: The block of immediate events

  @inlinable
  mutating func append(_ event: Event, _ tag: EntryTag, _ loop: Loop<State, Event>) {
    queue.append(Entry(tag, event))
    blockCount &+= 1
  }

  @inlinable
  mutating func append(_ effect: Effect<Event>, _ tag: EntryTag, _ loop: Loop<State, Event>) {
    switch effect.content {
    case .none, .work: break
    case .event(let event): append(event, tag, loop)
    case .composite(let events, _): for event in events { append(event, tag, loop) }
    }
    if effect.eventCount > 0 {
      loop.trace?(.posted(feedback: tag.feedback, count: effect.eventCount))
    }
  }

  /// Makes the immediate events of this step the newest entries of the mailbox.
  ///
  /// They stand at the end of the drain's queue already. What others have put into the inbox
  /// meanwhile was accepted before and must come first, except at the start, where immediate
  /// events precede every event from outside. What arrives after the look at the signals is
  /// concurrent with this, and comes later.
  @inlinable
  mutating func joinBlock(_ loop: Loop<State, Event>) {
    if step.number > 0 && loop.has(Mailbox<State, Event>.hasEntries) { joinBehindInbox(loop) }
    blockCount = 0
  }

  @usableFromInline
  mutating func joinBehindInbox(_ loop: Loop<State, Event>) {
    var block = EntryQueue<Event>()
    for _ in 0..<blockCount {
      if let entry = queue.popLast() { block.append(entry) }
    }
    loop.takeInbox(&queue)
    while let entry = block.popLast() { queue.append(entry) }
  }
}
