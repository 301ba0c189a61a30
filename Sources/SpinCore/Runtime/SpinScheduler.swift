/// The clock and alarms of a runtime, a loop's only source of time.
///
/// *Isolation*: a scheduler may call an action on any thread.
public protocol SpinScheduler: Sendable {
  /// The time since a fixed moment of the scheduler's choice; never decreases.
  var now: Duration { get }

  /// Calls an action once, after a delay.
  ///
  /// *Ordering*: actions are called in order of their deadlines, and those of one deadline in the
  /// order in which they were set. A scheduler that shares its thread with others lets them run
  /// before it calls an action that another action has set with no delay.
  ///
  /// *Cancellation*: a cancelled action may still be called if the scheduler was about to call it;
  /// the loop drops the event that it then delivers.
  ///
  /// - Parameters:
  ///   - delay: The time to wait, from zero to 146 billion years (`.seconds(Int64.max / 2)`), so
  ///     that it can be added to ``now``.
  ///   - action: The closure to call, which may call ``after(_:_:)``. On a runtime of the caller's
  ///     thread, the closure makes the loop's steps; on other runtimes it returns quickly.
  /// - Returns: A value that makes the scheduler forget the action.
  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation
}
