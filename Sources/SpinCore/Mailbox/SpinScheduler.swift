/// The clock and alarm of a runtime: the only way in which time reaches a loop.
///
/// *Isolation*: an action is called on any thread the scheduler likes; the loop needs no more.
public protocol SpinScheduler: Sendable {
  /// The time passed since some fixed moment of this scheduler's own; never decreases.
  var now: Duration { get }

  /// Calls an action once, when a delay has passed.
  ///
  /// *Ordering*: actions are called in order of their deadlines, and those of one deadline in the
  /// order in which they were set. A scheduler that calls on a thread it shares gives the thread to
  /// others before it calls what an action has set for at once.
  ///
  /// *Cancellation*: a cancelled action may still be called if it was about to be; the loop drops
  /// what it then delivers.
  ///
  /// - Parameters:
  ///   - delay: How long to wait: from zero to 146 billion years (`.seconds(Int64.max / 2)`), so that
  ///     it may be added to ``now``.
  ///   - action: What to call; it may call ``after(_:_:)``. On a runtime that works on the caller's
  ///     thread it makes the loop's steps, otherwise it is quick.
  /// - Returns: What makes the scheduler forget the action.
  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation
}
