internal import SpinCore

/// The transitions and drops of a ``TestSpin`` that the test has not asserted.
final class Recorder<State: Sendable, Event: Sendable>: Sendable {
  /// A transition with its previous state.
  struct Step: Sendable {
    let before: State
    let transition: Transition<State, Event>
  }

  struct Log: Sendable {
    var newest: State?
    var steps: [Step] = []
    var drops: [DroppedEvent<Event>] = []
    /// What each feedback has answered, and what became of its effects, the newest last.
    var answers: [Int: [(feedback: FeedbackOrigin, line: String)]] = [:]
  }

  private let log = Guarded(Log())

  /// How many lines of a feedback are kept at least.
  private static var lineLimit: Int { 2_000 }

  var steps: [Step] { items(\.steps) }

  var drops: [DroppedEvent<Event>] { items(\.drops) }

  /// The steps or the drops.
  func items<Item: Sendable>(_ list: KeyPath<Log, [Item]>) -> [Item] {
    log.withLock { $0[keyPath: list] }
  }

  /// The options of a run that is recorded here.
  func options(seed: UInt64) -> RunOptions<State, Event> {
    let writer = FactWriter<State, Event>(answers: .all, limit: 60, holdsEnds: false)
    let monitor = Monitor<State, Event>.withoutSites { told in
      switch told.fact {
      // NB: not by `onDrop`, which does not know the element of an effect that is over.
      case .dropped(let reason, let entry), .refused(let reason, let entry):
        guard let event = told.event else { return }
        return self.note(DroppedEvent(event: event, reason: reason, origin: entry.origin))
      default: break
      }
      guard let feedback = told.fact.feedback else { return }
      for line in writer.lines(told) { self.note(line, about: feedback) }
    }
    return RunOptions(observers: [Observer { self.note($0) }], monitors: [monitor], seed: seed)
  }

  /// What a feedback has answered most recently, and what became of its effects.
  func answers(of name: String) -> [String] {
    log.withLock { log in
      log.answers.sorted { $0.key < $1.key }
        .flatMap { $0.value.filter { $0.feedback.isMeant(by: name) }.suffix(20).map(\.line) }
    }
  }

  private func note(_ line: String, about feedback: FeedbackOrigin) {
    log.withLock { log in
      log.answers[feedback.index, default: []].append((feedback, line))
      // Many, because each element of the feedback has lines.
      if log.answers[feedback.index, default: []].count == 2 * Self.lineLimit {
        log.answers[feedback.index]?.removeFirst(Self.lineLimit)
      }
    }
  }

  /// Removes steps or drops.
  func remove<Item: Sendable>(
    _ range: some RangeExpression<Int>, of list: WritableKeyPath<Log, [Item]>
  ) {
    let old = log.withLock { log in
      let old = log[keyPath: list]
      log[keyPath: list].removeSubrange(range)
      return old
    }
    withExtendedLifetime(old) {}  // The user's states must be released outside of the lock.
  }

  private func note(_ transition: Transition<State, Event>) {
    let state = transition.state
    let old = log.withLock { log in
      let before = log.newest
      log.newest = state
      if let before { log.steps.append(Step(before: before, transition: transition)) }
      return before
    }
    withExtendedLifetime(old) {}
  }

  private func note(_ drop: DroppedEvent<Event>) {
    log.withLock { $0.drops.append(drop) }
  }
}
