extension Drain {
  /// Carries out a request.
  @usableFromInline
  mutating func take(_ request: Request<State, Event>) {
    switch request {
    case .join(let registrant): join(registrant)
    case .notify(let notice): take(notice)
    case .sweep: sweep()
    }
  }

  /// Takes notice of a stop: cancels everything and says goodbye. The mailbox is dropped as its
  /// entries are taken.
  @usableFromInline
  mutating func stop(_ loop: Loop<State, Event>) {
    engine.stopRequested()
    waiting.removeAll()
    loop.probe?(.stopped)
    cancelDoomed(loop)
    observers.end()
  }

  private mutating func join(_ registrant: Registrant<State, Event>) {
    if isStarted { registrant.tell(step.transition(keepingPrevious: false)) }
    if engine.isStopped { return registrant.end() }
    observers.append(registrant)
    keepsPrevious = keepsPrevious || registrant.observer.keepsPrevious
  }

  private mutating func take(_ notice: Notice) {
    let waitsForItself =
      notice.occasion == .settled && notice.task != 0
      && live.contains { $0.run.task == notice.task }
    if waitsForItself { return notice.notify(.insideOwnEffect) }
    notices.append(notice)
  }

  private mutating func sweep() {
    observers.sweep()
    notices.removeAll { $0.isWithdrawn }
    keepsPrevious = watchersNeedPrevious || observers.keepPrevious
    if !keepsPrevious { step.previous = nil }
  }

  // MARK: News

  /// Whether somebody is to be told that the loop is settled, drained or finished, now that its
  /// mailbox is empty.
  @inlinable var hasNews: Bool { !notices.isEmpty && isDue }

  @usableFromInline var isDue: Bool { notices.contains { outcome($0) != nil } }

  /// Tells those whose occasion has come. The drain keeps its role meanwhile, so that what they
  /// emit is taken by it.
  @usableFromInline
  mutating func tellNews() {
    let due = notices.compactMap { notice in outcome(notice).map { (notice, $0) } }
    notices = notices.filter { $0.occasion == .drained || outcome($0) == nil }
    hasStepped = false
    for (notice, outcome) in due { notice.notify(outcome) }
  }

  private func outcome(_ notice: Notice) -> Notice.Outcome? {
    switch notice.occasion {
    case .settled: engine.isStopped ? .stopped : engine.isSettled ? .happened : nil
    case .drained: hasStepped ? .happened : nil
    case .finished: engine.isFinished ? .happened : nil
    }
  }
}
