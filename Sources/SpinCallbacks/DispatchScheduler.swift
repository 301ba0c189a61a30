public import Dispatch
public import SpinCore

/// A scheduler with Dispatch's clock and timers.
///
/// The clock stops while the machine sleeps.
///
/// *Isolation*: actions are called on the queue, one at a time.
///
/// *Ordering*: by deadline; actions with the same deadline are called in the order in which they
/// were set. If an action sets an alarm without delay, the waiting work of the queue runs before it
/// is called.
public struct DispatchScheduler: SpinScheduler {
  private let alarms: DispatchAlarms

  /// Creates a scheduler that calls actions on a queue.
  ///
  /// - Parameter queue: A queue, serial or concurrent.
  public init(queue: DispatchQueue) {
    alarms = DispatchAlarms(queue)
  }

  /// The time of Dispatch's clock.
  public var now: Duration { alarms.now }

  /// Calls an action on the queue after a delay.
  public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    let number = alarms.set(after: delay, action)
    return Cancellation { [alarms] in alarms.cancel(number) }
  }
}
