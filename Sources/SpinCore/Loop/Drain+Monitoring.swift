/// What the drain tells monitors, and the list of what is alive.
///
/// NB: apart from the steps, which pay only a test for each fact.
extension Drain {
  // MARK: Answers

  /// Tells what a feedback has answered, if it is one that answers for a single element.
  func tellAnswer(_ answer: Answer, of feedback: Int, _ monitors: LoopMonitors) {
    guard engine.records[feedback].kind.countsEffects else { return }
    let (form, memory) = feedbacks.with(feedback) { ($0.form, $0.memory) }
    let told: FeedbackAnswer?
    var reason = form == .condition ? CancelReason.isFalse : .noValue
    switch answer {
    case .wanted, .wantedAgain:
      told = feedbacks.isCalled(feedback) ? .wants : .skips(.strategy)
      reason = answer == .wantedAgain ? .partEnded : form.changeReason
    case .declined:
      told = .wantsNothing(form == .selection ? .noValue : .filteredOut)
      reason = .filteredOut
    case .withdrawn: told = .wantsNothing(form == .condition ? .isFalse : .noValue)
    case .unchanged: told = kept(form, memory)
    case .ended:
      told = .wantsNothing(.partEnded)
      reason = .partEnded
    case .listed, .listedAgain:
      told = nil
      reason = .partEnded
    }
    monitors.noteDoomed(engine.doomed, reason)
    guard let told else { return }
    monitors.tell(
      .answered(
        feedback: feedback, element: nil, told,
        value: { form == .condition ? nil : memory?.selected }))
  }

  /// The answer of a feedback for which nothing changes.
  private func kept(_ form: FeedbackForm, _ memory: FeedbackMemory?) -> FeedbackAnswer {
    guard memory?.wasAsked ?? true else { return .keeps(.samePart) }
    switch form {
    case .selection: return memory?.selected == nil ? .wantsNothing(.noValue) : .keeps(.equalValue)
    case .condition:
      return memory?.selected as? Bool == true ? .keeps(.stillTrue) : .wantsNothing(.isFalse)
    case .pulse: return .keeps(.notAssigned)
    case .states, .filter, .lens, .elements, .once: return .keeps(.equalElements)
    }
  }

  /// Tells what the change of an element means.
  func tellChange(
    _ change: Engine.ElementChange, _ order: Engine.ElementOrder, _ element: Int, of feedback: Int,
    _ monitors: LoopMonitors
  ) {
    let instance = feedbacks.with(feedback) { $0 }
    let isFalse = instance.form == .condition
    let told: FeedbackAnswer
    let reason: CancelReason
    switch change {
    case .wanted, .retried:
      (told, reason) = (wanted(order, element, of: feedback), instance.form.changeReason)
    case .declined: (told, reason) = (.wantsNothing(.filteredOut), .filteredOut)
    case .withdrawn:
      (told, reason) = (.wantsNothing(isFalse ? .isFalse : .noValue), isFalse ? .isFalse : .noValue)
    case .left: (told, reason) = (.wantsNothing(.elementLeft), .elementLeft)
    case .ended: (told, reason) = (.wantsNothing(.partEnded), .partEnded)
    }
    monitors.noteDoomed(engine.doomed, reason)
    let name: ElementID?
    if change.isGone {
      // Nobody has heard of an element that never had a value.
      guard let known = monitors.takeName(element, of: feedback) else { return }
      name = known
    } else {
      name = monitors.name(element, of: feedback, instance.name(element))
    }
    monitors.tell(
      .answered(
        feedback: feedback, element: name, told,
        value: { isFalse ? nil : instance.memory?.selected }))
  }

  private func wanted(
    _ order: Engine.ElementOrder, _ element: Int, of feedback: Int
  ) -> FeedbackAnswer {
    switch order {
    case .call: return .wants
    case .hold: return .waits(.period)
    case .nothing: break
    }
    switch engine.waiting(feedback, element) {
    case .place: return .waits(.place)
    case .period: return .waits(.period)
    case nil:
      return .skips(engine.skipsNewState(feedback, element) ? .strategy : .period)
    }
  }

  // MARK: Effects

  func tellArranged(
    _ disposition: Engine.Disposition, _ element: Int, of feedback: Int, since number: Int,
    isNew: Bool, _ monitors: LoopMonitors
  ) {
    let instance = feedbacks.with(feedback) { $0 }
    let name =
      instance.elements == nil
      ? nil : monitors.name(element, of: feedback, instance.name(element))
    if isNew { monitors.tell(.described(feedback: feedback)) }
    monitors.tell(
      .arranged(
        feedback: feedback,
        Arrangement(
          name, disposition, events: sink.eventCount, works: sink.workCount, since: number,
          isNew: isNew)))
  }

  func tellCancelled(_ ending: [LiveExecution], _ monitors: LoopMonitors) {
    for execution in ending {
      monitors.tell(.cancelled(feedback: execution.tag.feedback, serial: execution.tag.serial))
    }
    monitors.cancellationsTold()
  }

  /// Notes an alarm of the execution or branch that was started last.
  mutating func note(
    _ alarm: AlarmFact, _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    let live = LiveAlarm(alarm, from: context.runtime.scheduler.now)
    work?.note(live, of: tag)
    context.monitors?.tell(.alarmed(feedback: tag.feedback, serial: tag.serial, alarm))
  }

  /// Names the element whose start is held.
  func heldElement(_ feedback: Int, _ serial: UInt64) -> ElementID? {
    engine.heldElement(feedback, serial).flatMap { watcher(feedback)?.name($0) }
  }

  /// Tells that the loop is about to rest.
  func tellOfRest(_ monitors: LoopMonitors, _ context: borrowing RunContext) {
    let isEmpty = context.mailbox.queue.isEmpty && !context.mailbox.has(Mailbox.entries)
    monitors.turnEnds(
      isSettled: isEmpty && !hasBodies && engine.isSettled && !engine.isStopped)
  }

  // MARK: What is alive

  /// The effects that are alive or wait, in order of declaration.
  func effects(_ context: borrowing RunContext) -> [RunningEffect] {
    let now = context.runtime.scheduler.now
    let names = context.mailbox.names
    var all: [RunningEffect] = []
    for feedback in 0..<feedbacks.count {
      let watcher = watcher(feedback)
      let origin = { (element: Int) in
        FeedbackOrigin(index: feedback, name: names[feedback], element: watcher?.name(element))
      }
      for (serial, element) in engine.executions(feedback) {
        all.append(effect(origin(element), serial, now))
      }
      for element in engine.waitingElements(feedback) {
        switch element.waiting {
        case .place(let since):
          all.append(RunningEffect(origin(element.number), nil, since: since, waiting: .place))
        case .period(let serial):
          let live = work?.find(EntryTag.execution(feedback: feedback, serial: serial))
          all.append(
            RunningEffect(
              origin(element.number), nil, since: live?.since(before: current.number) ?? 0,
              waiting: .alarm(.throttle),
              alarm: work?.alarms[serial]?.next(after: now)))
        }
      }
      for (element, since) in feedbacks.with(feedback, { $0.waitingEffects }) {
        all.append(RunningEffect(origin(element), nil, since: since, waiting: .queue))
      }
    }
    return all
  }

  private func effect(
    _ origin: FeedbackOrigin, _ serial: UInt64, _ now: Duration
  ) -> RunningEffect {
    let tag = EntryTag.execution(feedback: origin.index, serial: serial)
    let live = work?.find(tag)
    // The alarms of stages are those of branches.
    let stages = engine.branches(of: serial)
    let alarms = ([serial] + stages).compactMap { work?.alarms[$0] }
    let next = alarms.min { $0.next(after: now) < $1.next(after: now) }
    return RunningEffect(
      origin, serial, since: live?.since(before: current.number) ?? current.number,
      waiting: next.map { .alarm($0.purpose) } ?? .nothing, alarm: next?.next(after: now),
      stages: stages)
  }
}
