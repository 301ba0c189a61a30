extension Drain {
  /// Carries out a request.
  @usableFromInline
  mutating func take(_ request: Request<State, Event>) {
    switch request {
    case .join(let entry): join(entry)
    case .notify(let notice, let kept): take(notice, kept)
    case .leave(let entry): leave(entry)
    case .sweep: sweep()
    }
  }

  /// Takes notice of a stop: cancels everything and says goodbye. The mailbox is dropped as its
  /// entries are taken.
  @usableFromInline
  mutating func stop(_ loop: Loop<State, Event>) {
    engine.stopRequested()
    waiting.removeAll()
    loop.trace?(.stopped)
    cancelDoomed(loop)
    observers.end()
  }

  private mutating func join(_ entry: ObserverEntry<State, Event>) {
    if isStarted { step.introduce(to: entry) }
    if engine.isStopped { return entry.end() }
    observers.append(entry)
    keepsPrevious = keepsPrevious || entry.observer.keepsPrevious
  }

  private mutating func take(_ notice: Notice, _ kept: (any AnyObject & Sendable)?) {
    if notice.occasion == .settled && isOwnEffect(notice.task) {
      return notice.notify(.insideOwnEffect)
    }
    let wait = Wait(notice, since: notice.countsAllSteps ? 0 : engine.nextNumber, kept: kept)
    if notice.isAwaited { awaited.append(wait) } else { notices.append(wait) }
  }

  /// Whether a task runs an effect that keeps this loop from being settled, as sources do not.
  private func isOwnEffect(_ task: Int) -> Bool {
    task != 0 && engine.bodies > 0
      && live.elements.contains {
        $0.isRun(by: task) && engine.records[$0.tag.feedback].kind != .source
      }
  }

  private mutating func leave(_ entry: ObserverEntry<State, Event>) {
    observers.remove(entry)
    keepsPrevious = feedbacksNeedPrevious || observers.keepPrevious
    if !keepsPrevious { step.previous = nil }
  }

  private mutating func sweep() {
    notices.removeAll { $0.notice.isWithdrawn }
    awaited.removeAll { $0.notice.isWithdrawn }
  }

  // MARK: News

  /// Whether somebody is to be told that the loop is settled, drained or finished, now that its
  /// mailbox is empty.
  @inlinable var hasNews: Bool { !notices.isEmpty && isDue }

  @inlinable var isDue: Bool { notices.contains { outcome($0) != nil } }

  /// Tells those whose occasion has come. The drain keeps its role meanwhile, so that what they
  /// emit is taken by it.
  @usableFromInline
  mutating func tellNews() {
    let due = notices.compactMap { wait in outcome(wait).map { (wait.notice, $0) } }
    notices = notices.compactMap { wait in
      if outcome(wait) == nil { return wait }
      return wait.notice.occasion == .drained ? Wait(wait.notice, since: engine.nextNumber) : nil
    }
    for (notice, outcome) in due { notice.notify(outcome) }
  }

  /// Takes the notices that tasks await and whose occasion has come.
  @inlinable
  mutating func takeAwaited() -> [DueNotice] {
    awaited.isEmpty ? [] : takeDueAwaited()
  }

  @usableFromInline
  mutating func takeDueAwaited() -> [DueNotice] {
    let due = awaited.compactMap { wait in
      outcome(wait).map { DueNotice(wait: wait, outcome: $0) }
    }
    if !due.isEmpty { awaited = awaited.filter { outcome($0) == nil } }
    return due
  }

  /// Keeps notices that were taken, because the loop goes on instead of resting.
  @inlinable
  mutating func putBack(_ due: [DueNotice]) {
    if !due.isEmpty { awaited.insert(contentsOf: due.map(\.wait), at: 0) }
  }

  @inlinable
  func outcome(_ wait: Wait) -> Notice.Outcome? {
    switch wait.notice.occasion {
    case .settled: engine.isStopped ? .stopped : engine.isSettled ? .happened : nil
    case .idle: .happened  // Looked up when the mailbox is empty.
    case .drained: engine.nextNumber != wait.since ? .happened : nil
    case .finished: engine.isFinished ? .happened : nil
    }
  }
}

/// A notice whose occasion has come.
@usableFromInline
struct DueNotice: Sendable {
  @usableFromInline let wait: Wait
  let outcome: Notice.Outcome

  @usableFromInline
  func tell() {
    wait.notice.notify(outcome)
  }
}

/// A notice, and how far the loop was when it was taken or told last.
@usableFromInline
struct Wait: Sendable {
  @usableFromInline let notice: Notice
  /// The number of the next transition then.
  @usableFromInline let since: Int
  /// The loop, if it is to live until then.
  private let kept: (any AnyObject & Sendable)?

  init(_ notice: Notice, since: Int, kept: (any AnyObject & Sendable)? = nil) {
    self.notice = notice
    self.since = since
    self.kept = kept
  }
}
