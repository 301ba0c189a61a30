internal import Synchronization

/// A closure or task that waits for a loop to be settled, idle, drained or finished, or for an
/// answer.
// Guard: constants, which are Sendable, an atomic flag, and what the owner of the drain has.
package class LoopWaiter: @unchecked Sendable {
  /// The occasion that a waiter waits for.
  package enum Occasion: Int, CaseIterable, Sendable {
    /// Once, when the loop is settled or has stopped.
    case settled
    /// Once, when the mailbox is empty and no step is under way.
    case idle
    /// Each time the mailbox becomes empty after one or more steps.
    case drained
    /// Once, when the loop has stopped and all user code has returned.
    case finished
    /// Once: the awaited fact has happened, and the waiter is told when the loop rests, or after a
    /// number of steps if the loop does not rest.
    case answered
  }

  /// How a wait ended.
  package enum Outcome: Sendable {
    case happened
    /// The loop stopped before it was settled.
    case stopped
    /// The waiting task runs an effect of the same loop, and would wait for itself.
    case insideOwnEffect
    /// The answer is there, and waits until its step is durable; another outcome follows.
    case held
    /// The step that was waited for will not be durable.
    case failed(any Error)
  }

  let occasion: Occasion
  /// Whether a task awaits the occasion, instead of the loop calling a closure.
  ///
  /// The owner of the drain calls closures, so that it takes the events that they emit. It resumes
  /// a task only after it has given the drain back: the task may emit at once, and on the caller's
  /// thread its step must be made before `emit` returns.
  let isAwaited: Bool
  /// Whether a waiter for `drained` is told of each rest behind a step: also of a step before the waiter joined, of
  /// one without a transition, and if entries wait because the loop is suspended.
  let isToldOfEachRest: Bool
  /// The waiting task, see ``ExecutionPart/task``; 0 if it is none.
  let task: Int
  private let call: @Sendable (Outcome) -> Void
  private let isWithdrawn = Atomic(false)
  /// The number of the next transition when the waiter joined, or was told last; the task may read it after
  /// that.
  @safe @exclusivity(unchecked) package internal(set) final var nextNumber = 0

  // MARK: The place in the list of the loop
  // Guard: the owner of the drain.

  @safe @exclusivity(unchecked) final var isListed = false
  /// Whether it waits for its step to be durable.
  @safe @exclusivity(unchecked) final var isHeld = false
  /// The number in the order of joining, counted from 1.
  @safe @exclusivity(unchecked) final var rank: UInt64 = 0
  @safe @exclusivity(unchecked) final var previous: Uncounted<LoopWaiter>?
  @safe @exclusivity(unchecked) final var next: Uncounted<LoopWaiter>?

  package init(
    _ occasion: Occasion, task: Int = 0, isAwaited: Bool = false, isToldOfEachRest: Bool = false,
    _ call: @escaping @Sendable (Outcome) -> Void
  ) {
    self.occasion = occasion
    self.isAwaited = isAwaited
    self.isToldOfEachRest = isToldOfEachRest
    self.task = task
    self.call = call
  }

  final func tell(_ outcome: Outcome) {
    if !hasLeft { call(outcome) }
  }

  /// Leaves: the waiter is not told any more.
  final func leave() { isWithdrawn.store(true, ordering: .releasing) }

  final var hasLeft: Bool { isWithdrawn.load(ordering: .acquiring) }
}

extension Decision {
  /// Resumes the waiting task, holds the decision back, or replaces it by an error, as the outcome says.
  package func tell(_ outcome: LoopWaiter.Outcome) {
    switch outcome {
    case .held: hold()
    case .failed(let error): takeBack(error)
    case .happened, .stopped, .insideOwnEffect: tell()
    }
  }
}
