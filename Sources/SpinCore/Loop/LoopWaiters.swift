internal import Synchronization

/// The waiters of a loop, in the order in which they joined.
///
/// *Isolation*: belongs to the owner of the drain.
///
/// - Complexity: Adding takes O(1) and removing O(log n), amortised. A loop that is about to rest visits
///   all waiters; while it makes steps, whether an answer is overdue is known without a visit.
final class LoopWaiters {
  /// Those whose closures the owner of the drain calls.
  private var closures = MemberList<LoopWaiter>()
  /// Those whose tasks are resumed afterwards, see ``LoopWaiter/isAwaited``.
  private var tasks = MemberList<LoopWaiter>()
  /// The number of the next transition when the oldest answer joined; `nil` if there is no answer.
  private var oldestAnswer: Int?

  init() {}

  var isEmpty: Bool { closures.isEmpty && tasks.isEmpty }

  /// Whether a waiter waits for the loop to be finished.
  var waitsForEnd: Bool {
    let waits = { (waiter: LoopWaiter) in waiter.occasion == .finished }
    return closures.contains(where: waits) || tasks.contains(where: waits)
  }

  /// Whether an answer has not been told.
  var hasAnswers: Bool { oldestAnswer != nil }

  /// Adds a waiter that joins before a transition.
  func append(_ waiter: LoopWaiter, at nextNumber: Int) {
    waiter.since.store(waiter.countsAllSteps ? 0 : nextNumber, ordering: .relaxed)
    append(waiter)
  }

  private func append(_ waiter: LoopWaiter) {
    guard waiter.isAwaited else { return closures.append(waiter) }
    tasks.append(waiter)
    if waiter.occasion == .answered && oldestAnswer == nil { oldestAnswer = waiter.nextNumber }
  }

  /// Notes a step that makes no transition: the waiters for `drained` are due that count all steps.
  func noteStep() {
    closures.forEach { if $0.countsAllSteps { $0.since.store(0, ordering: .relaxed) } }
  }

  /// Removes a waiter, if it is still there.
  func remove(_ waiter: LoopWaiter) {
    if waiter.isAwaited { tasks.remove(waiter) } else { closures.remove(waiter) }
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
    var over: [LoopWaiter] = []
    func look(_ waiter: LoopWaiter) {
      let isDue = waiter.isDue(engine, isEmpty)
      // Those for `drained` stay unless the loop has stopped.
      if waiter.occasion == .drained ? isEmpty && engine.isStopped : isDue { over.append(waiter) }
      guard isDue else { return }
      // They are told the number of the next transition, see `LoopWaiter.since`. An answer keeps its
      // number: the loop may go on instead of resting, and then counts the steps that the answer has
      // waited from that number.
      if waiter.occasion != .answered { waiter.since.store(engine.nextNumber, ordering: .relaxed) }
      due.append((waiter, waiter.occasion == .settled && engine.isStopped ? .stopped : .happened))
    }
    if isAwaited { tasks.forEach(look) } else { closures.forEach(look) }
    for waiter in over { remove(waiter) }
    if isAwaited { oldestAnswer = nil }
    return due
  }

  /// Takes the answers that have waited for a number of steps, because the loop does not rest.
  ///
  /// They are the oldest.
  func takeOverdue(_ engine: Engine) -> [LoopWaiter] {
    let newest = engine.nextNumber - LoopWaiters.patience
    guard let oldestAnswer, oldestAnswer <= newest else { return [] }
    self.oldestAnswer = nil
    var overdue: [LoopWaiter] = []
    tasks.forEach { waiter in
      guard waiter.occasion == .answered else { return }
      if waiter.nextNumber <= newest {
        overdue.append(waiter)
      } else if self.oldestAnswer == nil {
        self.oldestAnswer = waiter.nextNumber
      }
    }
    for waiter in overdue { remove(waiter) }
    return overdue
  }

  /// Puts taken waiters back, because the loop goes on instead of resting.
  func putBack(_ due: [(LoopWaiter, LoopWaiter.Outcome)]) {
    for (waiter, _) in due { append(waiter) }
  }

  /// The number of steps that an answer waits for the loop to rest.
  private static var patience: Int { 64 }
}

extension LoopWaiter {
  /// Whether its occasion has come.
  fileprivate func isDue(_ engine: Engine, _ isEmpty: Bool) -> Bool {
    switch occasion {
    case .answered: true
    case .settled: isEmpty && (engine.isSettled || engine.isStopped)
    case .idle: isEmpty
    case .drained: isEmpty && nextNumber != engine.nextNumber
    case .finished: isEmpty && engine.isFinished
    }
  }
}
