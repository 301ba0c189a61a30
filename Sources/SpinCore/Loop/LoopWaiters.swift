internal import Synchronization

/// Those who wait for a loop, in the order in which they came.
///
/// *Complexity*: adding takes O(1) and removing O(log n), amortised; whether somebody is due is known
/// in O(1), unless steps were made and somebody waits for the mailbox to be drained.
///
/// *Isolation*: belongs to the owner of the drain.
@usableFromInline
final class LoopWaiters {
  /// Those whom the loop calls while it owns the drain.
  private var called = Group()
  /// Those who are tasks, and are resumed afterwards: see ``LoopWaiter/isAwaited``.
  private var awaited = Group()
  private var newest: UInt64 = 0

  @usableFromInline
  init() {}

  @usableFromInline var isEmpty: Bool { called.isEmpty && awaited.isEmpty }

  /// Whether somebody waits for the loop to be finished.
  @usableFromInline var waitForEnd: Bool { called.finished + awaited.finished > 0 }

  /// Whether somebody has an answer that was not told.
  @usableFromInline var hasAnswers: Bool { awaited.answered > 0 }

  /// Adds a waiter, which the loop has heard of before a transition.
  func append(_ waiter: LoopWaiter, at nextNumber: Int) {
    newest += 1
    waiter.place.store(newest, ordering: .relaxed)
    waiter.since.store(waiter.countsAllSteps ? 0 : nextNumber, ordering: .relaxed)
    if waiter.isAwaited { awaited.append(waiter) } else { called.append(waiter) }
  }

  /// Removes a waiter that has given up, and may have been told before.
  func remove(_ waiter: LoopWaiter) {
    if waiter.isAwaited { awaited.remove(waiter) } else { called.remove(waiter) }
  }

  /// Whether the loop is to call somebody, now that its mailbox is empty, or the loop suspended.
  @usableFromInline
  func areDue(_ engine: Engine, isEmpty: Bool) -> Bool { called.isDue(engine, isEmpty) }

  /// Takes those whom the loop is to call.
  @usableFromInline
  func takeDue(_ engine: Engine, isEmpty: Bool) -> [(LoopWaiter, LoopWaiter.Outcome)] {
    return called.takeDue(engine, isEmpty)
  }

  /// Takes those who are to be resumed after the loop has given the drain back.
  @usableFromInline
  func takeAwaited(_ engine: Engine, isEmpty: Bool) -> [(LoopWaiter, LoopWaiter.Outcome)] {
    guard awaited.isDue(engine, isEmpty) else { return [] }
    return awaited.takeDue(engine, isEmpty)
  }

  /// Takes those whose answers have waited for a number of steps, because the loop does not rest.
  func takeOverdue(_ engine: Engine) -> [LoopWaiter] {
    awaited.takeOverdue(engine)
  }

  /// Keeps those who were taken, because the loop goes on instead of resting.
  @usableFromInline
  func putBack(_ due: [(LoopWaiter, LoopWaiter.Outcome)]) {
    if due.isEmpty { return }
    for (waiter, _) in due {
      newest += 1
      waiter.place.store(newest, ordering: .relaxed)
      awaited.append(waiter)
    }
  }
}

extension LoopWaiters {
  /// A list of waiters, and how many there are for each occasion.
  private struct Group: Sendable {
    private var list = SerialList<LoopWaiter>()
    private var settled = 0
    private var idle = 0
    private var drained = 0
    private(set) var finished = 0
    private(set) var answered = 0
    /// The number of the next transition when those who wait for `drained` were looked at last.
    private var lookedAt = 0

    var isEmpty: Bool { list.isEmpty }

    mutating func append(_ waiter: LoopWaiter) {
      list.append(waiter, serial: waiter.place.load(ordering: .relaxed))
      count(waiter, 1)
      if waiter.occasion == .drained { lookedAt = -1 }
    }

    mutating func remove(_ waiter: LoopWaiter) {
      guard !list.isEmpty, let index = list.index(of: waiter.place.load(ordering: .relaxed)),
        list[index] === waiter
      else { return }
      list.remove(at: index)
      count(waiter, -1)
    }

    private mutating func count(_ waiter: LoopWaiter, _ change: Int) {
      switch waiter.occasion {
      case .settled: settled += change
      case .idle: idle += change
      case .drained: drained += change
      case .finished: finished += change
      case .answered: answered += change
      }
    }

    mutating func isDue(_ engine: Engine, _ isEmpty: Bool) -> Bool {
      guard isEmpty else { return answered > 0 }
      if settled > 0 && (engine.isSettled || engine.isStopped) { return true }
      if idle + answered > 0 || finished > 0 && engine.isFinished { return true }
      if drained == 0 || lookedAt == engine.nextNumber { return false }
      lookedAt = engine.nextNumber
      return list.elements.contains {
        $0.occasion == .drained && $0.outcome(engine, isEmpty) != nil
      }
    }

    mutating func takeDue(
      _ engine: Engine, _ isEmpty: Bool
    ) -> [(LoopWaiter, LoopWaiter.Outcome)] {
      let due = list.elements.compactMap { waiter in
        waiter.outcome(engine, isEmpty).map { (waiter, $0) }
      }
      for (waiter, _) in due {
        // Told with the number of the next transition, see `LoopWaiter.since`. An answer keeps the number
        // at which it was given: the loop may go on instead of resting, and counts its patience from there.
        if waiter.occasion != .answered {
          waiter.since.store(engine.nextNumber, ordering: .relaxed)
        }
        if waiter.occasion != .drained { remove(waiter) }
      }
      return due
    }

    mutating func takeOverdue(_ engine: Engine) -> [LoopWaiter] {
      let overdue = list.elements.filter { waiter in
        waiter.occasion == .answered
          && engine.nextNumber - waiter.since.load(ordering: .relaxed) >= LoopWaiters.patience
      }
      for waiter in overdue { remove(waiter) }
      return overdue
    }
  }

  /// How many steps an answer waits for the loop to rest.
  private static var patience: Int { 64 }
}

extension LoopWaiter {
  /// What the waiter is to be told, if its occasion has come now that the mailbox is empty, or the
  /// loop suspended.
  fileprivate func outcome(_ engine: Engine, _ isEmpty: Bool) -> Outcome? {
    if !isEmpty { return occasion == .answered ? .happened : nil }
    return switch occasion {
    case .settled: engine.isStopped ? .stopped : engine.isSettled ? .happened : nil
    case .idle, .answered: .happened
    case .drained: engine.nextNumber != since.load(ordering: .relaxed) ? .happened : nil
    case .finished: engine.isFinished ? .happened : nil
    }
  }
}
