internal import Synchronization

/// The waiters of a loop, which are told in the order in which they joined.
///
/// *Isolation*: belongs to the owner of the drain.
///
/// - Complexity: Adding takes O(1) and removing O(log n), amortised. A loop that is about to rest visits the
///   waiters of the occasions that have come, and no others. While it makes steps, whether an answer is
///   overdue is known without a visit.
final class LoopWaiters {
  // A list for each occasion.
  @safe @exclusivity(unchecked) private var answered = MemberList<LoopWaiter>()
  @safe @exclusivity(unchecked) private var settled = MemberList<LoopWaiter>()
  @safe @exclusivity(unchecked) private var idle = MemberList<LoopWaiter>()
  @safe @exclusivity(unchecked) private var drained = MemberList<LoopWaiter>()
  @safe @exclusivity(unchecked) private var finished = MemberList<LoopWaiter>()
  // Guard: the owner of the drain.
  /// The number of the newest waiter; one that is put back gets a new number, like those beside it.
  private var newest: UInt64 = 0

  init() {}

  private func with<Result>(
    _ occasion: LoopWaiter.Occasion, _ body: (inout MemberList<LoopWaiter>) -> Result
  ) -> Result {
    switch occasion {
    case .answered: body(&answered)
    case .settled: body(&settled)
    case .idle: body(&idle)
    case .drained: body(&drained)
    case .finished: body(&finished)
    }
  }

  private func isEmpty(for occasion: LoopWaiter.Occasion) -> Bool {
    with(occasion) { $0.isEmpty }
  }

  var isEmpty: Bool { LoopWaiter.Occasion.allCases.allSatisfy(isEmpty(for:)) }

  /// Whether a waiter waits for the loop to be finished.
  var waitsForEnd: Bool { !finished.isEmpty }

  /// Whether an answer has not been told.
  var hasAnswers: Bool { !answered.isEmpty }

  /// Adds a waiter that joins before a transition.
  func append(_ waiter: LoopWaiter, at nextNumber: Int) {
    waiter.since.store(waiter.countsAllSteps ? 0 : nextNumber, ordering: .relaxed)
    append(waiter)
  }

  private func append(_ waiter: LoopWaiter) {
    newest += 1
    with(waiter.occasion) { $0.append(waiter, number: newest) }
  }

  /// Notes a step that makes no transition: the waiters for `drained` are due that count all steps.
  func noteStep() {
    drained.forEach { if $0.countsAllSteps { $0.since.store(0, ordering: .relaxed) } }
  }

  /// Removes a waiter, if it is still there.
  func remove(_ waiter: LoopWaiter) {
    with(waiter.occasion) { _ = $0.remove(waiter) }
  }

  /// Takes the waiters that are due, in the order in which they joined.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether to take the tasks; otherwise the closures.
  ///   - engine: The engine of the loop.
  ///   - isEmpty: Whether the mailbox is empty.
  /// - Returns: The waiters, and how their waits have ended.
  func takeDue(
    isAwaited: Bool, _ engine: Engine, isEmpty: Bool
  ) -> [(LoopWaiter, LoopWaiter.Outcome)] {
    var due: [(LoopWaiter, LoopWaiter.Outcome)] = []
    for occasion in LoopWaiter.Occasion.allCases
    where !self.isEmpty(for: occasion) && occasion.hasCome(engine, isEmpty) {
      let earlier = due.count
      var over: [LoopWaiter] = []
      with(occasion) { list in
        list.forEach { waiter in
          guard waiter.isAwaited == isAwaited else { return }
          // Those for `drained` stay unless the loop has stopped.
          if occasion != .drained || engine.isStopped { over.append(waiter) }
          if occasion == .drained && waiter.nextNumber == engine.nextNumber { return }
          // A waiter is told the number of the next transition, see `LoopWaiter.since`. An answer keeps the
          // number from which it has waited: if the loop goes on instead of resting, it waits on.
          if occasion != .answered { waiter.since.store(engine.nextNumber, ordering: .relaxed) }
          due.append((waiter, occasion == .settled && engine.isStopped ? .stopped : .happened))
        }
        for waiter in over { list.remove(waiter) }
      }
      if earlier > 0 { due.sort { $0.0.number < $1.0.number } }
    }
    return due
  }

  /// Takes the answers that have waited for a number of steps, because the loop does not rest.
  ///
  /// They are the oldest.
  func takeOverdue(_ engine: Engine) -> [LoopWaiter] {
    let newest = engine.nextNumber - LoopWaiters.patience
    var overdue: [LoopWaiter] = []
    while let oldest = answered.first, oldest.nextNumber <= newest {
      answered.remove(oldest)
      overdue.append(oldest)
    }
    return overdue
  }

  /// Puts taken waiters back, because the loop goes on instead of resting.
  func putBack(_ due: [(LoopWaiter, LoopWaiter.Outcome)]) {
    for (waiter, _) in due { append(waiter) }
  }

  /// The number of steps that an answer waits for the loop to rest.
  private static var patience: Int { 64 }
}

extension LoopWaiter.Occasion {
  /// Whether the occasion has come.
  ///
  /// Of the waiters for `drained`, those are due that have not been told of the newest step.
  fileprivate func hasCome(_ engine: Engine, _ isEmpty: Bool) -> Bool {
    switch self {
    case .answered: true
    case .settled: isEmpty && (engine.isSettled || engine.isStopped)
    case .idle, .drained: isEmpty
    case .finished: isEmpty && engine.isFinished
    }
  }
}
