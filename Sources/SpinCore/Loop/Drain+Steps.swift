extension Drain {
  /// Makes transition 0.
  @inlinable
  mutating func start(_ loop: Loop<State, Event>) {
    isStarted = true
    engine.started()
    loop.trace?(.reduced(number: 0))
    respond(loop)
  }

  /// Takes one entry of the mailbox.
  @inlinable
  mutating func take(_ entry: consuming Entry<Event>, _ loop: Loop<State, Event>) {
    let tag = entry.tag
    loop.trace?(.taken(tag, entry.event))
    guard let event = entry.event else { return takeFact(tag, loop) }
    #if DEBUG
      meter(event, tag)
    #endif
    if tag.kind == .bodyEndedDelivering { engine.bodyEnded() }
    switch engine.eventTaken(tag) {
    case .reduce:
      reduce(event, tag, loop)
    case .reduceAndRetire:
      retire(tag, loop)
      reduce(event, tag, loop)
    case .drop(let reason):
      loop.trace?(.dropped(tag, reason))
      loop.report(event, tag, reason)
    }
  }

  /// Reduces an event and lets everybody respond to the new state.
  @inlinable
  mutating func reduce(_ event: Event, _ tag: EntryTag, _ loop: Loop<State, Event>) {
    if keepsPrevious { step.keepPrevious() }
    guard let frame else { unreachable("an event is reduced outside of a turn") }
    loop.reduce(event, frame)
    step.advance(to: engine.nextNumber &- 1, event, tag)
    loop.trace?(.reduced(number: step.number))
    respond(loop)
  }

  /// Asks, cancels, publishes, describes and starts, in this order.
  @inlinable
  mutating func respond(_ loop: Loop<State, Event>) {
    askAll()
    if !engine.doomed.isEmpty { cancelDoomed(loop) }
    if !observers.isEmpty { publish(loop) }
    if let stateSink = loop.stateSink { stateSink(UnsafePointer(step.state), step.event) }
    if hasQueues {
      describeAllAndQueued(loop)
    } else if !calls.isEmpty {
      describeAll(loop)
    }
    if blockCount > 0 { joinBlock(loop) }
    if !starts.isEmpty { startAll(loop) }
  }

  @inlinable
  mutating func askAll() {
    for feedback in feedbacks.indices {
      let answer = unowned[feedback]._withUnsafeGuaranteedRef { $0.answer(&step.state.pointee) }
      if engine.feedbackAnswered(feedback, answer) {
        calls.append(feedback)
      } else if answer == .wanted {
        feedbacks[feedback].forget?()
      }
      if hasQueues && answer == .withdrawn { waiting[feedback] = nil }
    }
  }

  @inlinable
  mutating func publish(_ loop: Loop<State, Event>) {
    observers.tell(&step)
    loop.trace?(.published(number: step.number))
  }
}
