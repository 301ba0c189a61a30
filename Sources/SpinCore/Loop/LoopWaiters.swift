/// The waiters of a loop, which are told in the order in which they joined.
///
/// *Isolation*: belongs to the owner of the drain.
///
/// - Complexity: Adding and removing take O(1). A loop that is about to rest visits the waiters of the
///   occasions that have come, and no others. While it makes steps, it looks only at the oldest answer to see
///   whether an answer is overdue.
final class LoopWaiters {
  // A list for each occasion.
  @safe @exclusivity(unchecked) private var answered = WaiterList()
  /// Answers whose steps are not durable.
  @safe @exclusivity(unchecked) private var held = WaiterList()
  @safe @exclusivity(unchecked) private var settled = WaiterList()
  @safe @exclusivity(unchecked) private var idle = WaiterList()
  @safe @exclusivity(unchecked) private var drained = WaiterList()
  @safe @exclusivity(unchecked) private var finished = WaiterList()
  /// The rank of the newest waiter.
  @safe @exclusivity(unchecked) private var newest: UInt64 = 0
  /// The number of the next transition when a slice ended last.
  @safe @exclusivity(unchecked) private var numberAtEnd = -1
  /// How many waiters there are.
  @safe @exclusivity(unchecked) private var count = 0
  /// How many of them are tasks.
  @safe @exclusivity(unchecked) private var awaitedCount = 0
  // Guard: the owner of the drain.

  init() {}

  @inline(__always)
  private func with<Result>(
    _ occasion: LoopWaiter.Occasion, _ body: (inout WaiterList) -> Result
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

  var isEmpty: Bool { count == 0 }

  /// Whether a waiter needs the loop after the loop has stopped.
  ///
  /// A waiter for `settled` needs it until the newest step is durable.
  var keepsLoop: Bool { !finished.isEmpty || !held.isEmpty || !settled.isEmpty }

  /// Whether an answer has not been told.
  var hasAnswers: Bool { !answered.isEmpty }

  /// Adds a waiter that joins before the next transition, unless it is here already.
  ///
  /// A waiter whose answer is held waits for ``release(upTo:at:)`` first.
  func append(_ waiter: LoopWaiter, at nextNumber: Int, isHeld: Bool = false) {
    if waiter.isListed { return }
    waiter.isHeld = isHeld
    if isHeld { waiter.tell(.held) }
    waiter.nextNumber = waiter.isToldOfEachRest ? 0 : nextNumber
    newest += 1
    waiter.rank = newest
    append(waiter)
  }

  private func append(_ waiter: LoopWaiter) {
    count += 1
    if waiter.isAwaited { awaitedCount += 1 }
    if waiter.isHeld { held.append(waiter) } else { with(waiter.occasion) { $0.append(waiter) } }
  }

  /// Notes a step that makes no transition: the waiters for `drained` that count all steps are now due.
  func noteStep() {
    drained.forEach { if $0.isToldOfEachRest { $0.nextNumber = 0 } }
  }

  /// Removes a waiter, if it is still there.
  func remove(_ waiter: LoopWaiter) {
    guard waiter.isListed else { return }
    count -= 1
    if waiter.isAwaited { awaitedCount -= 1 }
    if waiter.isHeld { held.remove(waiter) } else { with(waiter.occasion) { $0.remove(waiter) } }
  }

  /// Lets the answers of the steps up to a transition be told, as if they had joined now.
  func release(upTo number: Int, at nextNumber: Int) {
    while let waiter = held.first?.object, waiter.nextNumber &- 1 <= number {
      held.remove(waiter)
      (waiter.isHeld, waiter.nextNumber) = (false, nextNumber)
      answered.append(waiter)
    }
  }

  /// Takes the waiters whose answers are held and, if `takesSettled` is true, those for `settled`.
  func takeHeld(andSettled takesSettled: Bool) -> [LoopWaiter] {
    var all: [LoopWaiter] = []
    held.forEach { all.append($0) }
    if takesSettled { settled.forEach { all.append($0) } }
    for waiter in all { remove(waiter) }
    return all
  }

  /// Takes the waiters that are due, in the order in which they joined.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether to take the tasks; otherwise the closures.
  ///   - engine: The engine of the loop.
  ///   - isEmpty: Whether the mailbox is empty.
  ///   - isSuspended: Whether the loop is suspended, and so rests even if entries wait.
  ///   - isDurable: Whether every step is durable.
  /// - Returns: The waiters, and how their waits have ended.
  func takeDue(
    isAwaited: Bool, _ engine: borrowing Engine, isEmpty: Bool, isSuspended: Bool = false,
    isDurable: Bool
  ) -> [(LoopWaiter, LoopWaiter.Outcome)] {
    if (isAwaited ? awaitedCount : count - awaitedCount) == 0 { return [] }
    var due: [(LoopWaiter, LoopWaiter.Outcome)] = []
    for occasion in LoopWaiter.Occasion.allCases
    where !self.isEmpty(for: occasion)
      && occasion.hasCome(engine, isEmpty || isSuspended && occasion == .drained, isDurable)
    {
      let earlier = due.count
      takeDue(occasion, isAwaited: isAwaited, engine, isEmpty: isEmpty, &due)
      if earlier > 0 && due.count > earlier { due.sort { $0.0.rank < $1.0.rank } }
    }
    return due
  }

  private func takeDue(
    _ occasion: LoopWaiter.Occasion, isAwaited: Bool, _ engine: borrowing Engine, isEmpty: Bool,
    _ due: inout [(LoopWaiter, LoopWaiter.Outcome)]
  ) {
    var next = with(occasion) { $0.first }
    while let waiter = next?.object {
      next = waiter.next
      guard waiter.isAwaited == isAwaited,
        isEmpty || occasion != .drained || waiter.isToldOfEachRest
      else { continue }
      // Those for `drained` stay unless the loop has stopped.
      if occasion != .drained || engine.isStopped { remove(waiter) }
      if occasion == .drained && waiter.nextNumber == engine.nextNumber { continue }
      // A waiter is told the number of the next transition, see `LoopWaiter.nextNumber`. An answer keeps the
      // number from which it has waited: if the loop goes on instead of resting, it waits on.
      if occasion != .answered { waiter.nextNumber = engine.nextNumber }
      due.append((waiter, occasion == .settled && engine.isStopped ? .stopped : .happened))
    }
  }

  /// Takes the answers that have waited for a number of steps, because the loop does not rest.
  ///
  /// They are the oldest. At the end of a slice without a step, all have waited long enough: a loop that only
  /// drops events makes none.
  func takeOverdue(_ engine: borrowing Engine, endsSlice: Bool = false) -> [LoopWaiter] {
    var newest = engine.nextNumber - LoopWaiters.patience
    if endsSlice {
      if numberAtEnd == engine.nextNumber { newest = .max }
      numberAtEnd = engine.nextNumber
    }
    var overdue: [LoopWaiter] = []
    while let oldest = answered.first?.object, oldest.nextNumber <= newest {
      overdue.append(oldest)
      remove(oldest)
    }
    return overdue
  }

  /// Puts taken waiters back, because the loop goes on instead of resting.
  ///
  /// No waiter has joined since.
  func putBack(_ due: [(LoopWaiter, LoopWaiter.Outcome)]) {
    for (waiter, _) in due where !waiter.isListed { append(waiter) }
  }

  /// The number of steps that an answer waits for the loop to rest.
  private static var patience: Int { 64 }
}

/// Waiters for one occasion, in the order in which they joined, each linked to those beside it.
private struct WaiterList: ~Copyable {
  private(set) var first: Uncounted<LoopWaiter>?
  private var last: Uncounted<LoopWaiter>?

  deinit {
    var next = first
    while let waiter = next {
      next = waiter.object.next
      waiter.release()
    }
  }

  var isEmpty: Bool { first == nil }

  /// Adds a waiter, which is in no list, and retains it until it is removed.
  mutating func append(_ waiter: LoopWaiter) {
    let new = Uncounted(retaining: waiter)
    waiter.isListed = true
    waiter.previous = last
    if let last { last.object.next = new } else { first = new }
    last = new
  }

  /// Removes a waiter, which is in this list.
  mutating func remove(_ waiter: LoopWaiter) {
    let (previous, next) = (waiter.previous, waiter.next)
    if let previous { previous.object.next = next } else { first = next }
    if let next { next.object.previous = previous } else { last = previous }
    waiter.isListed = false
    waiter.previous = nil
    waiter.next = nil
    Uncounted(waiter).release()
  }

  func forEach(_ body: (LoopWaiter) -> Void) {
    var next = first
    while let waiter = next?.object {
      next = waiter.next
      body(waiter)
    }
  }
}

extension LoopWaiter.Occasion {
  /// Whether the occasion has come.
  ///
  /// A waiter for `drained` is due if it has not been told of the newest step.
  fileprivate func hasCome(
    _ engine: borrowing Engine, _ isEmpty: Bool, _ isDurable: Bool
  ) -> Bool {
    switch self {
    case .answered: true
    case .settled: isEmpty && isDurable && (engine.isSettled || engine.isStopped)
    case .idle, .drained: isEmpty
    case .finished: isEmpty && engine.isFinished && isDurable
    }
  }
}
