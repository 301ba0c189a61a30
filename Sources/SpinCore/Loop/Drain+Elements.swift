internal import Synchronization

/// The feedbacks that have an effect for each element of a collection, and throttled feedbacks.
///
/// NB: this code stands apart from the step, so that the step of other feedbacks makes only one test for it.
extension Drain {
  /// Tells the engine how a new state has changed the elements of a feedback.
  mutating func takeChanges(_ feedback: Int, _ context: borrowing RunContext) {
    guard let watcher = watcher(feedback) else { unreachable("changes without elements") }
    let isNews = watcher.changes.contains { $0.change != .absent }
    let (now, monitors) = (isNews ? now(feedback, context) : .zero, context.monitors)
    // What is doomed so far belongs to lives that have ended.
    monitors?.noteDoomed(engine.doomed, .unwanted(.partEnded))
    var mustNoteOrigin = false
    for change in watcher.changes {
      let (element, group, change) = (change.element, change.group, change.change)
      if change == .absent {
        if let monitors { tellChange(change, .nothing, element, of: feedback, monitors) }
        continue
      }
      let order = engine.elementChanged(feedback, element, change, in: group, now: now)
      if change.isGone || change == .withdrawn {
        feedbacks.with(feedback) { $0.forgetWaiting(of: element) }
      }
      switch order {
      case .call:
        watcher.calls.append(element)
        mustNoteOrigin = true
      case .hold(let serial, let delay):
        watcher.holds.append((serial, delay))
        mustNoteOrigin = true
      case .nothing where change.isGone: break
      case .nothing where engine.waiting(feedback, element) != nil: mustNoteOrigin = true
      case .nothing: watcher.forget(element)
      }
      if let monitors { tellChange(change, order, element, of: feedback, monitors) }
    }
    // A later step may call the effect closures. The parts then still know the origin of their events.
    //
    // NB: once for all elements, because this goes through all parts that have changed.
    if mustNoteOrigin { context.scopes?.note(current.origin) }
  }

  /// Calls the effect closures of the elements that want to start in this step.
  mutating func describeElements(
    _ watcher: ElementWatcher, _ feedback: Int, _ context: borrowing RunContext
  ) {
    for index in watcher.calls.indices where !context.mailbox.isStopped {
      describe(watcher.calls[index], of: feedback, context)
    }
    for index in watcher.holds.indices where !context.mailbox.isStopped {
      hold(feedback, watcher.holds[index].serial, watcher.holds[index].delay, context)
    }
    watcher.forgetCalls()
  }

  /// Tells the engine how many states a stream has taken, if the stream is alive.
  mutating func askState(_ tag: EntryTag, _ context: borrowing RunContext) {
    guard let work, let index = work.live.index(of: tag.serial),
      let part = work.live[index].parts.first
    else {
      return
    }
    let taken = part.taken.load(ordering: .acquiring)
    context.monitors?.tell(.asked(feedback: tag.feedback, serial: tag.serial, taken: taken))
    engine.streamAsked(tag, taken: taken)
  }

  /// Sets the alarm for a held start.
  mutating func hold(
    _ feedback: Int, _ serial: UInt64, _ delay: Duration,
    _ context: borrowing RunContext
  ) {
    let tag = EntryTag(.holdEnded, feedback: feedback, serial: serial)
    let part = ExecutionPart(of: tag, context.mailbox)
    var alarm = LiveExecution(tag, since: current.number)
    alarm.parts.append(part)
    work.made(LoopWork()).live.append(alarm, serial: serial)
    context.monitors?.tell(
      .held(feedback: feedback, serial: serial, element: heldElement(feedback, serial)))
    note(AlarmFact(purpose: .throttle, delay: delay), tag, context)
    part.hold(context.runtime.scheduler.after(delay) { part.mailbox.post(tag) })
  }

  /// The time of the step for a feedback; zero for one that needs no time.
  mutating func now(_ feedback: Int, _ context: borrowing RunContext) -> Duration {
    guard engine.isThrottled(feedback) else { return .zero }
    guard let monitors = context.monitors else {
      return work.made(LoopWork()).stepTime.now(in: current.number, context.runtime.scheduler)
    }
    let now = monitors.timeOfStep
    monitors.tell(.clockRead(feedback: feedback, now))
    return now
  }

  // MARK: Origins

  /// Finds the element that an entry comes from, before the engine forgets its execution.
  mutating func noteElement(_ tag: EntryTag) {
    guard !tag.isOutside, !tag.hasTicket, let watcher = watcher(tag.feedback) else { return }
    switch tag.kind {
    case .immediate: watcher.origin = watcher.posted.popFirst() ?? nil
    default: watcher.origin = elementName(tag)
    }
  }

  /// Names that element in the origin of the transition.
  mutating func nameElement(_ tag: EntryTag) {
    guard !tag.isOutside, let watcher = watcher(tag.feedback) else { return }
    if let origin = watcher.origin { current.name(origin) }
  }
}
