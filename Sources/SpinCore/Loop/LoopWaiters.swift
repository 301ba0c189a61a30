internal import Synchronization

/// The waiters of a loop, in the order in which they joined.
///
/// *Isolation*: belongs to the owner of the drain.
///
/// - Complexity: Adding takes O(1) and removing O(log n), amortised. Checking whether a waiter is
///   due takes O(1), and taking the due waiters does not visit those of other occasions.
final class LoopWaiters {
  /// Two lists for each occasion: of the closures and of the tasks.
  ///
  /// The owner of the drain calls the closures. The tasks are resumed afterwards, see
  /// ``LoopWaiter/isAwaited``.
  private var lists = Array(
    repeating: SerialList<LoopWaiter>(), count: 2 * LoopWaiter.Occasion.allCases.count)
  private var newest: UInt64 = 0
  /// The number of the next transition that all waiters for `drained` know; `nil` if they know
  /// different numbers.
  private var known: Int?

  init() {}

  private subscript(_ occasion: LoopWaiter.Occasion, isAwaited isAwaited: Bool) -> SerialList<
    LoopWaiter
  > {
    get { lists[2 * occasion.rawValue + (isAwaited ? 1 : 0)] }
    _modify { yield &lists[2 * occasion.rawValue + (isAwaited ? 1 : 0)] }
  }

  var isEmpty: Bool { lists.allSatisfy { $0.isEmpty } }

  /// Whether a waiter waits for the loop to be finished.
  var waitsForEnd: Bool {
    !self[.finished, isAwaited: false].isEmpty || !self[.finished, isAwaited: true].isEmpty
  }

  /// Whether an answer has not been told.
  var hasAnswers: Bool { !self[.answered, isAwaited: true].isEmpty }

  /// Adds a waiter that joins before a transition.
  func append(_ waiter: LoopWaiter, at nextNumber: Int) {
    let since = waiter.countsAllSteps ? 0 : nextNumber
    waiter.since.store(since, ordering: .relaxed)
    if waiter.occasion == .drained {
      if self[.drained, isAwaited: waiter.isAwaited].isEmpty {
        known = since
      } else if known != since {
        known = nil
      }
    }
    append(waiter)
  }

  private func append(_ waiter: LoopWaiter) {
    newest += 1
    waiter.place.store(newest, ordering: .relaxed)
    self[waiter.occasion, isAwaited: waiter.isAwaited].append(waiter, serial: newest)
  }

  /// Notes a step that makes no transition: the waiters for `drained` are due that count all steps.
  func noteStep() {
    self[.drained, isAwaited: false].forEach {
      if $0.countsAllSteps { $0.since.store(0, ordering: .relaxed) }
    }
    known = nil
  }

  /// Removes a waiter that has given up, if it is still there.
  func remove(_ waiter: LoopWaiter) {
    self[waiter.occasion, isAwaited: waiter.isAwaited].remove(waiter)
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
    // NB: without an array for each list, because a screen waits for each rest.
    var due: [(LoopWaiter, LoopWaiter.Outcome)] = []
    let number = engine.nextNumber
    for occasion in LoopWaiter.Occasion.allCases {
      let list = 2 * occasion.rawValue + (isAwaited ? 1 : 0)
      if lists[list].isEmpty || !isDue(occasion, engine, isEmpty) { continue }
      let others = due.count
      let outcome: LoopWaiter.Outcome =
        occasion == .settled && engine.isStopped ? .stopped : .happened
      lists[list].forEach { waiter in
        if occasion == .drained && waiter.since.load(ordering: .relaxed) == number { return }
        // They are told the number of the next transition, see `LoopWaiter.since`. An answer keeps its
        // number: the loop may go on instead of resting, and then counts the steps that the answer has
        // waited from that number.
        if occasion != .answered { waiter.since.store(number, ordering: .relaxed) }
        due.append((waiter, outcome))
      }
      // Those for `drained` stay unless the loop has stopped.
      if occasion == .drained { known = number }
      if occasion != .drained || engine.isStopped { lists[list].removeAll() }
      if others == 0 { continue }
      due.sort { $0.0.place.load(ordering: .relaxed) < $1.0.place.load(ordering: .relaxed) }
    }
    return due
  }

  /// Whether the waiters for an occasion are due.
  private func isDue(
    _ occasion: LoopWaiter.Occasion, _ engine: Engine, _ isEmpty: Bool
  ) -> Bool {
    switch occasion {
    case .answered: true
    case .settled: isEmpty && (engine.isSettled || engine.isStopped)
    case .idle: isEmpty
    case .drained: isEmpty && (engine.isStopped || known != engine.nextNumber)
    case .finished: isEmpty && engine.isFinished
    }
  }

  /// Takes the answers that have waited for a number of steps, because the loop does not rest.
  ///
  /// They are the oldest.
  func takeOverdue(_ engine: Engine) -> [LoopWaiter] {
    let answers = self[.answered, isAwaited: true]
    guard let oldest = answers.first, oldest.isOverdue(engine) else { return [] }
    let overdue = answers.elements.filter { $0.isOverdue(engine) }
    for waiter in overdue { remove(waiter) }
    return overdue
  }

  /// Puts taken waiters back, because the loop goes on instead of resting.
  func putBack(_ due: [(LoopWaiter, LoopWaiter.Outcome)]) {
    for (waiter, _) in due { append(waiter) }
  }

  /// The number of steps that an answer waits for the loop to rest.
  fileprivate static var patience: Int { 64 }
}

extension LoopWaiter {
  /// Whether an answer has waited so long that it is told although the loop does not rest.
  fileprivate func isOverdue(_ engine: Engine) -> Bool {
    engine.nextNumber - since.load(ordering: .relaxed) >= LoopWaiters.patience
  }
}

extension SerialList<LoopWaiter> {
  /// Removes a waiter, if it is there.
  fileprivate mutating func remove(_ waiter: LoopWaiter) {
    guard !isEmpty, let index = index(of: waiter.place.load(ordering: .relaxed)),
      self[index] === waiter
    else { return }
    remove(at: index)
  }
}
