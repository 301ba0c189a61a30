internal import Synchronization

/// The waiters of a loop, in the order in which they joined.
///
/// *Isolation*: belongs to the owner of the drain.
///
/// - Complexity: Adding takes O(1) and removing O(log n), amortised. Checking whether a waiter is
///   due takes O(1), and taking the due waiters does not visit those of other occasions.
final class LoopWaiters {
  /// The closures, which are called by the owner of the drain.
  private var called = Group()
  /// The tasks, which are resumed afterwards: see ``LoopWaiter/isAwaited``.
  private var awaited = Group()
  private var newest: UInt64 = 0

  init() {}

  var isEmpty: Bool { called.isEmpty && awaited.isEmpty }

  /// Whether a waiter waits for the loop to be finished.
  var waitsForEnd: Bool { !called.finished.isEmpty || !awaited.finished.isEmpty }

  /// Whether an answer has not been told.
  var hasAnswers: Bool { !awaited.answered.isEmpty }

  /// Adds a waiter that joins before a transition.
  func append(_ waiter: LoopWaiter, at nextNumber: Int) {
    newest += 1
    waiter.place.store(newest, ordering: .relaxed)
    waiter.since.store(waiter.countsAllSteps ? 0 : nextNumber, ordering: .relaxed)
    if waiter.isAwaited { awaited.append(waiter) } else { called.append(waiter) }
  }

  /// Notes a step that makes no transition, for those that count all steps.
  func noteStep() { called.noteStep() }

  /// Removes a waiter that has given up, if it is still there.
  func remove(_ waiter: LoopWaiter) {
    if waiter.isAwaited { awaited.remove(waiter) } else { called.remove(waiter) }
  }

  /// Whether the loop must call a waiter, because its mailbox is empty or it is suspended.
  func areDue(_ engine: Engine, isEmpty: Bool) -> Bool { called.isDue(engine, isEmpty) }

  /// Takes the waiters that the loop must call.
  func takeDue(_ engine: Engine, isEmpty: Bool) -> [(LoopWaiter, LoopWaiter.Outcome)] {
    return called.takeDue(engine, isEmpty)
  }

  /// Takes the waiters to resume after the loop has given the drain back.
  func takeAwaited(_ engine: Engine, isEmpty: Bool) -> [(LoopWaiter, LoopWaiter.Outcome)] {
    guard awaited.isDue(engine, isEmpty) else { return [] }
    return awaited.takeDue(engine, isEmpty)
  }

  /// Takes the answers that have waited for a number of steps, because the loop does not rest.
  func takeOverdue(_ engine: Engine) -> [LoopWaiter] {
    awaited.takeOverdue(engine)
  }

  /// Puts taken waiters back, because the loop goes on instead of resting.
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
  /// Waiters, in a list for each occasion.
  private struct Group: Sendable {
    private var settled = SerialList<LoopWaiter>()
    private var idle = SerialList<LoopWaiter>()
    private var drained = SerialList<LoopWaiter>()
    private(set) var finished = SerialList<LoopWaiter>()
    private(set) var answered = SerialList<LoopWaiter>()
    /// The number of the next transition that all waiters for `drained` know; `nil` if they know
    /// different numbers.
    private var known: Int?

    var isEmpty: Bool {
      settled.isEmpty && idle.isEmpty && drained.isEmpty && finished.isEmpty && answered.isEmpty
    }

    private subscript(_ occasion: LoopWaiter.Occasion) -> SerialList<LoopWaiter> {
      get {
        switch occasion {
        case .settled: settled
        case .idle: idle
        case .drained: drained
        case .finished: finished
        case .answered: answered
        }
      }
      _modify {
        switch occasion {
        case .settled: yield &settled
        case .idle: yield &idle
        case .drained: yield &drained
        case .finished: yield &finished
        case .answered: yield &answered
        }
      }
    }

    mutating func append(_ waiter: LoopWaiter) {
      if waiter.occasion == .drained {
        let since = waiter.since.load(ordering: .relaxed)
        if drained.isEmpty { known = since } else if known != since { known = nil }
      }
      self[waiter.occasion].append(waiter, serial: waiter.place.load(ordering: .relaxed))
    }

    /// Makes the waiters for `drained` due that count all steps.
    mutating func noteStep() {
      drained.forEach { if $0.countsAllSteps { $0.since.store(0, ordering: .relaxed) } }
      known = nil
    }

    mutating func remove(_ waiter: LoopWaiter) {
      self[waiter.occasion].remove(waiter)
    }

    /// Whether a waiter is due.
    ///
    /// NB: it may return `true` although no waiter for `drained` is due; taking them finds out.
    func isDue(_ engine: Engine, _ isEmpty: Bool) -> Bool {
      if !answered.isEmpty { return true }
      guard isEmpty else { return false }
      if !settled.isEmpty && (engine.isSettled || engine.isStopped) { return true }
      if !idle.isEmpty || !finished.isEmpty && engine.isFinished { return true }
      return !drained.isEmpty && (engine.isStopped || known != engine.nextNumber)
    }

    mutating func takeDue(
      _ engine: Engine, _ isEmpty: Bool
    ) -> [(LoopWaiter, LoopWaiter.Outcome)] {
      // An answer keeps its number: the loop may go on instead of resting, and then counts the
      // steps that the answer has waited from that number.
      var due = Due()
      due.add(answered.takeAll(), .happened)
      guard isEmpty else { return due.inOrder }
      let number = engine.nextNumber
      if engine.isSettled || engine.isStopped {
        due.add(settled.takeAll(), engine.isStopped ? .stopped : .happened, at: number)
      }
      due.add(idle.takeAll(), .happened, at: number)
      if engine.isFinished { due.add(finished.takeAll(), .happened, at: number) }
      takeDrained(engine, into: &due)
      return due.inOrder
    }

    /// Takes the waiters for `drained` that do not know the newest step; they stay unless the loop
    /// has stopped.
    private mutating func takeDrained(_ engine: Engine, into due: inout Due) {
      if drained.isEmpty || known == engine.nextNumber && !engine.isStopped { return }
      let number = engine.nextNumber
      known = number
      due.add(drained, .happened, at: number) { $0.since.load(ordering: .relaxed) != number }
      if engine.isStopped { drained.removeAll() }
    }

    /// Takes the answers that have waited too long, which are the oldest.
    mutating func takeOverdue(_ engine: Engine) -> [LoopWaiter] {
      guard let oldest = answered.first, oldest.isOverdue(engine) else { return [] }
      let overdue = answered.elements.filter { $0.isOverdue(engine) }
      for waiter in overdue { answered.remove(waiter) }
      return overdue
    }
  }

  /// The waiters to tell, of several occasions.
  private struct Due {
    private var all: [(LoopWaiter, LoopWaiter.Outcome)] = []
    private var occasions = 0

    mutating func add(_ waiters: [LoopWaiter], _ outcome: LoopWaiter.Outcome, at number: Int? = nil)
    {
      if waiters.isEmpty { return }
      occasions += 1
      for waiter in waiters {
        // They are told the number of the next transition, see `LoopWaiter.since`.
        if let number { waiter.since.store(number, ordering: .relaxed) }
        all.append((waiter, outcome))
      }
    }

    /// Adds the waiters of a list that satisfy a predicate.
    mutating func add(
      _ waiters: SerialList<LoopWaiter>, _ outcome: LoopWaiter.Outcome, at number: Int,
      where isDue: (LoopWaiter) -> Bool
    ) {
      let before = all.count
      waiters.forEach { waiter in
        guard isDue(waiter) else { return }
        waiter.since.store(number, ordering: .relaxed)
        all.append((waiter, outcome))
      }
      if all.count > before { occasions += 1 }
    }

    /// All of them, in the order in which they joined.
    var inOrder: [(LoopWaiter, LoopWaiter.Outcome)] {
      if occasions < 2 { return all }
      return all.sorted { first, second in
        first.0.place.load(ordering: .relaxed) < second.0.place.load(ordering: .relaxed)
      }
    }
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
