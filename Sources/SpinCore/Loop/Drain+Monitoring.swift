/// What the drain tells monitors.
///
/// NB: apart from the steps, which pay only a test for each fact.
extension Drain {
  // MARK: Answers

  /// Tells what a feedback has answered.
  ///
  /// What its elements have answered was told before.
  func tellAnswer(_ answer: Answer, of feedback: Int, _ monitors: LoopMonitors) {
    feedbacks.with(feedback) { instance in
      var told: FeedbackAnswer?
      switch answer {
      case .wanted, .wantedAgain: told = feedbacks.isCalled(feedback) ? .wants : .skips(.strategy)
      case .declined: told = .wantsNothing(.filteredOut)
      case .withdrawn: told = .wantsNothing(instance.form.noValue)
      case .ended, .listedAgain: told = .wantsNothing(.partEnded)
      case .unchanged, .listed: told = nil
      }
      monitors.noteDoomed(
        engine.doomed, answer.endsLife ? .unwanted(.partEnded) : told?.cancelReason(instance.form))
      guard instance.kind.countsEffects else { return }
      instance.elements?.listKept { name, part in
        // Nothing is told if a part inside is absent or unchanged: its feedback was not asked.
        if part.memory?.notAsked != nil { return }
        monitors.tell(part.kept, of: feedback, name, isElement: true, by: (Uncounted(part), 0))
      }
      if told == nil && !monitors.hasElementAnswered { told = instance.kept }
      guard let told else { return }
      let selects = instance.elements?.isOfParts != true
      monitors.tell(told, of: feedback, by: selects ? (Uncounted(instance), 0) : nil)
    }
  }

  /// Tells what the change of an element means.
  func tellChange(
    _ change: Engine.ElementChange, _ order: Engine.ElementOrder, _ element: Int, of feedback: Int,
    _ monitors: LoopMonitors
  ) {
    let instance = feedbacks.with(feedback) { $0 }
    let told: FeedbackAnswer
    switch change {
    case .wanted, .retried: told = wanted(order, element, of: feedback)
    case .declined: told = .wantsNothing(.filteredOut)
    case .withdrawn, .absent: told = .wantsNothing(instance.form.noValue)
    case .left: told = .wantsNothing(.elementLeft)
    case .ended: told = .wantsNothing(.partEnded)
    }
    monitors.noteDoomed(engine.doomed, told.cancelReason(instance.form))
    // A new element gets the number of one that is gone, so its name goes even if no answer is told.
    let known: ElementID?? = change.isGone ? monitors.takeName(element, of: feedback) : nil
    guard instance.kind.countsEffects else { return }
    let name: ElementID?
    if change.isGone {
      // Nobody has heard of an element for which nothing was told.
      guard let known else { return }
      name = known
    } else {
      name = monitors.name(element, of: feedback, instance.name(element))
    }
    monitors.tell(told, of: feedback, name, isElement: true, by: (Uncounted(instance), element))
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
    monitors.tell(
      .arranged(
        feedback: feedback,
        Arrangement(
          element: name, disposition: disposition, events: sink.eventCount, works: sink.workCount,
          since: number, isNew: isNew, sink: sink)))
  }

  func tellCancelled(_ ending: [LiveExecution], _ monitors: LoopMonitors) {
    for execution in ending {
      monitors.tell(.cancelled(feedback: execution.tag.feedback, serial: execution.tag.serial))
    }
    monitors.cancellationsTold(engine.doomed)
  }

  /// Names the element whose start is held.
  func heldElement(_ feedback: Int, _ serial: UInt64) -> ElementID? {
    engine.heldElement(feedback, serial).flatMap { watcher(feedback)?.name($0) }
  }

  /// Tells that the loop is about to rest.
  func tellOfRest(_ monitors: LoopMonitors, _ context: borrowing RunContext) {
    guard let frame else { unreachable("a loop rests outside of a turn") }
    let isEmpty = context.mailbox.isEmpty
    monitors.turnEnds(
      on: frame.value.thread, isEmpty: isEmpty,
      isSettled: isEmpty && !hasBodies && engine.isSettled && !engine.isStopped
        && isDurable(context),
      isSuspended: context.mailbox.isSuspended)
  }
}

extension FeedbackAnswer {
  /// The reason with which the answer cancels effects.
  fileprivate func cancelReason(_ form: FeedbackForm) -> CancelReason {
    if case .wantsNothing(let reason) = self { .unwanted(reason) } else { form.changeReason }
  }
}

extension FeedbackForm {
  /// Why a feedback that has selected no value wants nothing.
  fileprivate var noValue: NothingReason { self == .condition ? .isFalse : .noValue }
}
