internal import Synchronization

/// Somebody who waits for a loop to be settled, drained or finished.
@usableFromInline
package final class Notice: Sendable {
  /// What the notice is about.
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
  }

  /// How a notice came about.
  @usableFromInline
  package enum Outcome: Sendable {
    case happened
    /// The loop stopped before it was settled.
    case stopped
    /// The task that waits is an effect of the same loop, so it would wait for itself.
    case insideOwnEffect
  }

  @usableFromInline let occasion: Occasion
  /// Whether a task awaits the notice, instead of the loop calling a closure.
  ///
  /// The loop calls closures while it owns the drain, so that it takes what they emit. It resumes a
  /// task only after the mailbox is idle: the task may emit at once, and on the caller's thread its
  /// step must then be made before `emit` returns.
  let isAwaited: Bool
  /// Whether steps that were made before the notice was taken count as news.
  let countsAllSteps: Bool
  /// The task that waits, see ``ExecutionPart/task``; 0 if it is none.
  let task: Int
  let call: @Sendable (Outcome) -> Void
  let isGone = Atomic(false)

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

  var isWithdrawn: Bool { isGone.load(ordering: .acquiring) }

  func notify(_ outcome: Outcome) {
    if !isWithdrawn { call(outcome) }
  }
}
