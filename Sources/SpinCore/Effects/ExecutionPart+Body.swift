internal import Synchronization

extension ExecutionPart: EffectOwner {
  var origin: FeedbackOrigin {
    let name = mailbox.names[tag.feedback]
    return FeedbackOrigin(index: tag.feedback, name: name)
  }

  var execution: UInt64 { tag.serial }

  var loopID: ObjectIdentifier { ObjectIdentifier(mailbox) }

  var loopIsStopped: Bool { mailbox.isStopped }

  nonisolated(nonsending) func perform() async -> Turn? {
    if isCallback { return callBackOnExecutor() }
    guard let (kind, event) = await callBody() else { return end(.bodyEnded) }
    return end(kind, event)
  }
}

extension ExecutionPart {
  /// Calls the user's closure, unless the execution was cancelled.
  ///
  /// NB: a separate function releases the closure and its captures before the loop learns of the end.
  private nonisolated(nonsending) func callBody() async -> (EntryTag.Kind, (any EventValue)?)? {
    // NB: takes the closure out, because the task may outlive it.
    let work = work.take()
    guard mayBegin else { return nil }
    if task == 0 { taskID.store(currentTaskID(), ordering: .releasing) }
    switch work {
    case .once(let body):
      guard case .event(let event) = await body() else { return (.attemptFailed, nil) }
      return (event == nil ? .bodyEndedFinished : .bodyEndedDelivering, event)
    case .body(let body): return await callEmittingBody(body)
    default: unreachable("work without a body is performed")
    }
  }

  /// Calls a closure that emits.
  ///
  /// NB: a function of its own, so that the frames of other bodies stay small.
  private nonisolated(nonsending) func callEmittingBody(
    _ body: @Sendable (EffectEmitter) async -> BodyEnd
  ) async -> (EntryTag.Kind, (any EventValue)?) {
    var emitter = EffectEmitter(self)
    switch await body(emitter) {
    case .failed:
      // Events that escaped copies of the emitter emit for a failed attempt come too late.
      emitter.finish()
      return (.attemptFailed, nil)
    case .event(nil):
      // If no copy of the emitter escaped, report its end together with the body's.
      if isKnownUniquelyReferenced(&emitter) { emitter.finish() }
      return (emitter.bodyReturned() ? .bodyEndedFinished : .bodyEnded, nil)
    case .event(let event?):
      return end(emitter, with: event)
    }
  }

  /// Ends an emitting body with its last event, unless its emitter was finished before.
  private func end(
    _ emitter: EffectEmitter, with event: any EventValue
  ) -> (EntryTag.Kind, (any EventValue)?) {
    let isFirst = emitter.finish()
    _ = emitter.bodyReturned()
    if isFirst { return (.bodyEndedDelivering, event) }
    _ = emitting { mailbox.refuse(tag, event, .finished) }
    return (.bodyEndedFinished, nil)
  }

  /// Reports, at the end of a body's task, that the body has returned.
  ///
  /// The turn that results runs in the task of the body, and may leave the task to the next body,
  /// so the task must no longer be cancelled on behalf of this one:
  ///
  /// ```
  /// drain                                body
  /// takes the cancellation               |
  ///                                      finds it taken: the turn gets another task
  /// cancels the task, which ends         |
  /// ```
  /// If the body is first, the drain finds nothing to cancel.
  private func end(_ kind: EntryTag.Kind, _ event: (any EventValue)? = nil) -> Turn? {
    let task = taskID.exchange(0, ordering: .acquiringAndReleasing)
    let held = held.withLock { held in
      defer { held = .returned }
      return held
    }
    guard var turn = emitting({ mailbox.postLast(tag.with(kind), event) }) else { return nil }
    // A turn must not run in a cancelled task, where user code would see the cancellation, nor on
    // the user's executor, which is only for bodies.
    if Task.isCancelled || executor != nil { return elsewhere(turn) }
    switch held {
    case .cancelled: return elsewhere(turn, isBeingCancelled: true)
    case .cancellation(let cancellation): turn.task = OwnTask(id: task, cancellation: cancellation)
    case .nothing, .returned: break
    }
    return turn
  }

  /// Runs code of a callback, and reports that it has run.
  private func callBackOnExecutor() -> Turn? {
    callBack()
    return mailbox.postLast(tag.with(.bodyEnded), nil).flatMap { elsewhere($0) }
  }

  /// Gives the turn to the runtime, outside of this task if the task is cancelled or about to be.
  private func elsewhere(_ turn: Turn, isBeingCancelled: Bool = false) -> Turn? {
    turn.schedule(outsideOfTask: isBeingCancelled || Task.isCancelled)
    return nil
  }
}

extension ExecutionPart {
  /// Gives the body, or the code of the callback, to the runtime.
  func start(on runtime: any SpinRuntime) {
    let cancellation = runtime.start(EffectBody(owner: self), on: executor)
    // The code of a callback runs even if its effect is cancelled.
    if !isCallback { hold(cancellation) }
  }
}

extension OneOrMore<ExecutionPart> {
  /// Starts the bodies after a turn, or leaves a single one to the task of the turn, if permitted.
  func start(on runtime: any SpinRuntime, orLeaveTo next: inout NextBody) {
    guard more.isEmpty, let first, first.executor == nil, let task = next.task else {
      return forEach { $0.start(on: runtime) }
    }
    first.taskID.store(task.id, ordering: .releasing)
    first.hold(task.cancellation)
    next.body = EffectBody(owner: first)
  }
}
