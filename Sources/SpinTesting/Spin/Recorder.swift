internal import SpinCore

/// The transitions and drops of a ``TestSpin`` that the test has not asserted.
final class Recorder<State: Sendable, Event: Sendable>: Sendable {
  /// A transition with its previous state.
  struct Step: Sendable {
    let before: State
    let transition: Transition<State, Event>
  }

  private struct Log: Sendable {
    var newest: State?
    var steps: [Step] = []
    var drops: [DroppedEvent<Event>] = []
  }

  private let log = Guarded(Log())

  var steps: [Step] { log.withLock { $0.steps } }

  var drops: [DroppedEvent<Event>] { log.withLock { $0.drops } }

  /// The options of a run that is recorded here.
  func options(seed: UInt64) -> RunOptions<State, Event> {
    RunOptions(observers: [Observer { self.note($0) }], seed: seed) { self.note($0) }
  }

  func removeSteps(_ range: some RangeExpression<Int>) {
    let old = log.withLock { log in
      let old = log.steps
      log.steps.removeSubrange(range)
      return old
    }
    withExtendedLifetime(old) {}  // The user's states must be released outside of the lock.
  }

  func removeDrops(_ range: some RangeExpression<Int>) {
    let old = log.withLock { log in
      let old = log.drops
      log.drops.removeSubrange(range)
      return old
    }
    withExtendedLifetime(old) {}
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
