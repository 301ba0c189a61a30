/// The feedbacks that have an effect for each element of a collection, and throttled feedbacks.
///
/// NB: apart from the step, so that other feedbacks pay only a branch for them.
extension Drain {
  /// Tells the engine how a new state has changed the elements of a feedback.
  @inline(never)
  mutating func takeChanges(_ feedback: Int, _ context: borrowing RunContext) {
    guard let watcher = watcher(feedback) else { unreachable("changes without elements") }
    let now = now(feedback, context)
    // The closure may be called in a later step.
    context.scopes?.note(current.origin)
    for change in watcher.changes {
      let (element, group, change) = (change.element, change.group, change.change)
      let order = engine.elementChanged(feedback, element, change, in: group, now: now)
      if change.isGone || change == .withdrawn { watcher.waiting[element] = nil }
      switch order {
      case .call:
        watcher.calls.append(element)
      case .hold(let serial, let delay):
        watcher.holds.append((serial, delay))
      case .nothing:
        if !change.isGone && !engine.elementWaits(feedback, element) { watcher.forget?(element) }
      }
    }
  }

  /// Calls the effect closures of the elements that want to start in this step.
  @inline(never)
  mutating func describeElements(
    _ watcher: ElementWatcher, _ feedback: Int, _ context: borrowing RunContext
  ) {
    let (calls, holds) = watcher.takeOrders()
    for element in calls where !context.mailbox.isStopped {
      describe(element, watcher, feedback, context)
    }
    for (serial, delay) in holds where !context.mailbox.isStopped {
      hold(feedback, serial, delay, context)
    }
  }

  /// Calls the effect closure of an element.
  @inline(never)
  mutating func describe(
    _ element: Int, _ watcher: ElementWatcher, _ feedback: Int,
    _ context: borrowing RunContext
  ) {
    engine.elementCalled(feedback, element, now: now(feedback, context))
    watcher.describe(element, &current, sink)
    context.trace?(.described(feedback: feedback))
    let disposition = engine.elementDescribed(
      feedback, element, immediates: sink.eventCount, parts: sink.workCount)
    carryOut(disposition, element, watcher, feedback, context)
    noteStream(disposition, element, feedback)
  }

  /// Notes that a state was handed to the stream of an element, or that its receiver has begun.
  mutating func noteStream(_ disposition: Engine.Disposition, _ element: Int, _ feedback: Int) {
    switch (disposition, engine.records[feedback].kind) {
    case (_, .stream), (.start, .receiver): engine.streamHanded(feedback, element: element)
    default: return
    }
  }

  /// Tells the engine how many states the stream of an element has taken, if the stream is alive.
  mutating func askState(_ tag: EntryTag) {
    guard let work, let index = work.live.index(of: tag.serial),
      let states = work.live[index].parts.first?.taken
    else {
      return
    }
    engine.streamAsked(tag, taken: states.number)
  }

  /// Starts waiting effects of elements, and calls elements in line, as far as the engine permits.
  @inline(never)
  mutating func takeWaitingElements(
    _ watcher: ElementWatcher, _ feedback: Int, _ context: borrowing RunContext
  ) {
    while !context.mailbox.isStopped {
      if let element = engine.nextReadyElement(feedback) {
        takeWaiting(element, watcher, feedback, context)
      } else if let element = engine.nextInLine(feedback) {
        describe(element, watcher, feedback, context)
      } else {
        return
      }
    }
  }

  mutating func takeWaiting(
    _ element: Int, _ watcher: ElementWatcher, _ feedback: Int,
    _ context: borrowing RunContext
  ) {
    guard let effect = watcher.takeWaiting(of: element) else {
      unreachable("the engine counts more waiting effects than there are")
    }
    sink.take(effect)
    let disposition = engine.waitingEffectTaken(
      feedback, element: element, immediates: sink.eventCount, parts: sink.workCount)
    carryOut(disposition, element, watcher, feedback, context)
  }

  mutating func carryOut(
    _ disposition: Engine.Disposition, _ element: Int, _ watcher: ElementWatcher, _ feedback: Int,
    _ context: borrowing RunContext
  ) {
    switch disposition {
    case .ignore: sink.clear()
    case .wait:
      watcher.keep(sink.takeEffect(), of: element)
      context.trace?(.waited(feedback: feedback))
    case .post, .start:
      for _ in 0..<sink.eventCount { watcher.posted.append(watcher.name(element)) }
      carryOut(disposition, feedback, context)
    }
  }

  /// Sets the alarm for a held start.
  mutating func hold(
    _ feedback: Int, _ serial: UInt64, _ delay: Duration,
    _ context: borrowing RunContext
  ) {
    let tag = EntryTag(.holdEnded, feedback: feedback, serial: serial)
    let part = ExecutionPart(context.mailbox, tag: tag, executor: nil)
    var alarm = LiveExecution(tag)
    alarm.parts.append(part)
    madeWork().live.append(alarm, serial: serial)
    context.trace?(.held(feedback: feedback, serial: serial))
    part.hold(context.runtime.scheduler.after(delay) { part.mailbox.post(tag) })
  }

  /// Calls the effect closure of an element whose held start is due.
  @inline(never)
  mutating func endHold(
    _ tag: EntryTag, _ element: Int, _ context: borrowing RunContext
  ) {
    guard let watcher = watcher(tag.feedback) else { unreachable("a hold without elements") }
    describe(element, watcher, tag.feedback, context)
  }

  func now(_ feedback: Int, _ context: borrowing RunContext) -> Duration {
    guard engine.isThrottled(feedback) else { return .zero }
    let now = context.runtime.scheduler.now
    context.trace?(.clockRead(feedback: feedback, now))
    return now
  }

  // MARK: Origins

  /// Finds the element that an entry comes from, before the engine forgets its execution.
  @inline(never)
  mutating func noteElement(_ tag: EntryTag) {
    guard !tag.isOutside, let watcher = watcher(tag.feedback) else { return }
    switch tag.kind {
    case .immediate: watcher.origin = watcher.posted.popFirst() ?? nil
    default: watcher.origin = engine.element(of: tag).flatMap { watcher.name($0) }
    }
  }

  /// Names that element in the origin of the transition.
  @inline(never)
  mutating func nameElement(_ tag: EntryTag) {
    guard !tag.isOutside, let watcher = watcher(tag.feedback) else { return }
    if let origin = watcher.origin { current.name(origin) }
  }
}
