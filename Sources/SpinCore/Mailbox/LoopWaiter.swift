internal import Synchronization

/// Somebody who waits for a loop to be settled, idle, drained or finished.
@usableFromInline
package final class LoopWaiter: Sendable {
  /// What is waited for.
  @usableFromInline
  package enum Occasion: Sendable {
    /// Once, when the loop is settled or has stopped.
    case settled
    /// Once, when the mailbox is empty and no step is under way.
    case idle
    /// Each time the mailbox has run empty after steps.
    case drained
    /// Once, when the loop has stopped and the last user code has returned.
    case finished
    /// Once: what was waited for has happened, and is told when the loop rests, or after a number of
    /// steps if it does not.
    case answered
  }

  /// How a wait ended.
  @usableFromInline
  package enum Outcome: Sendable {
    case happened
    /// The loop stopped before it was settled.
    case stopped
    /// The task that waits is an effect of the same loop, so it would wait for itself.
    case insideOwnEffect
  }

  let occasion: Occasion
  /// Whether a task awaits the occasion, instead of the loop calling a closure.
  ///
  /// The loop calls closures while it owns the drain, so that it takes what they emit. It resumes a
  /// task only after it has given the drain back: the task may emit at once, and on the caller's
  /// thread its step must then be made before `emit` returns.
  let isAwaited: Bool
  /// Whether steps that were made before the loop heard of the waiter count.
  let countsAllSteps: Bool
  /// The task that waits, see ``ExecutionPart/task``; 0 if it is none.
  let task: Int
  private let call: @Sendable (Outcome) -> Void
  private let isGone = Atomic(false)
  /// The number of its place in the list of waiters.
  ///
  /// Touched by the drain.
  let place = Atomic<UInt64>(0)
  /// The number of the next transition when the loop heard of the waiter, or told it last.
  ///
  /// Touched by the drain.
  let since = Atomic(0)

  /// The number of the next transition when the waiter was told, for whoever was.
  package var nextNumber: Int { since.load(ordering: .relaxed) }

  package init(
    _ occasion: Occasion, task: Int = 0, isAwaited: Bool = false, countsAllSteps: Bool = false,
    _ call: @escaping @Sendable (Outcome) -> Void
  ) {
    self.occasion = occasion
    self.isAwaited = isAwaited
    self.countsAllSteps = countsAllSteps
    self.task = task
    self.call = call
  }

  /// Gives up the wait.
  func withdraw() {
    isGone.store(true, ordering: .releasing)
  }

  /// Whether the wait was given up.
  var isWithdrawn: Bool { isGone.load(ordering: .acquiring) }

  @usableFromInline
  func tell(_ outcome: Outcome) {
    if !isWithdrawn { call(outcome) }
  }
}
