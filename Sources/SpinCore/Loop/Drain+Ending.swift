extension Drain {
  /// Takes an entry that has no event.
  @usableFromInline
  mutating func takeFact(_ tag: EntryTag, _ loop: Loop<State, Event>) {
    if tag.kind == .bodyEnded || tag.kind == .bodyEndedFinished { engine.bodyEnded() }
    if tag.kind == .streamAsked { engine.streamAsked(tag.feedback, taken: tag.serial) }
    guard tag.kind == .finished || tag.kind == .bodyEndedFinished else { return }
    guard engine.partFinished(tag) else { return sweepRegistrations(tag) }
    retire(tag, loop)
    if hasQueues && !loop.mustStop { takeWaiting(tag.feedback, loop) }
    if blockCount > 0 { joinBlock(loop) }
    if !starts.isEmpty { startAll(loop) }
  }

  /// Forgets a run that has ended by itself.
  @inlinable
  mutating func retire(_ tag: EntryTag, _ loop: Loop<State, Event>) {
    loop.trace?(.ended(feedback: tag.feedback, serial: tag.serial))
    guard let ended = takeLive(tag) else { return }
    for registration in ended.registrations { end(registration) }
  }

  /// Cleans up the registrations of a run that have finished while other parts go on.
  private mutating func sweepRegistrations(_ tag: EntryTag) {
    guard let index = live.index(of: tag.serial) else { return }
    var finished: [CallbackRegistration<Event>] = []
    live.update(at: index) { run in
      // The others keep their order. Each is asked once, because it may finish meanwhile.
      run.registrations.removeAll { registration in
        guard registration.isFinished else { return false }
        finished.append(registration)
        return true
      }
    }
    for registration in finished { end(registration) }
  }

  /// Cancels the runs that the engine has doomed: first all are dead, then their code runs.
  @inlinable
  mutating func cancelDoomed(_ loop: Loop<State, Event>) {
    // A stop may come between the description of a run and its start.
    let ending = engine.doomed.compactMap { takeLive($0) }
    if let trace = loop.trace {
      for run in ending { trace(.cancelled(feedback: run.tag.feedback, serial: run.tag.serial)) }
    }
    engine.cancellationsTaken()
    for live in ending { live.kill() }
    for live in ending {
      live.cancel()
      for registration in live.registrations { end(registration) }
    }
  }

  /// Runs the cancellation of a registration, in the loop or on its executor, if it is registered
  /// and not cancelled yet.
  @usableFromInline
  mutating func end(_ registration: CallbackRegistration<Event>) {
    guard let cancellation = registration.end() else { return }
    let run = registration.run
    if run.executor == nil { return cancellation.cancel() }
    let body = EffectBody {
      cancellation.cancel()
      return run.endOnExecutor()
    }
    start(PendingBody(run, isCancellable: false, body))
  }

  /// Removes a run, if its work was started, and returns it.
  @inlinable
  mutating func takeLive(_ tag: EntryTag) -> LiveExecution<Event>? {
    live.index(of: tag.serial).map { live.remove(at: $0) }
  }
}
