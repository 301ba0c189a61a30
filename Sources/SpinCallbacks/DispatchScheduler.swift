public import Dispatch
public import SpinCore

/// Dispatch's clock and timers.
///
/// The clock stands still while the machine sleeps.
///
/// *Isolation*: actions are called on the queue, one at a time.
///
/// *Ordering*: in order of their deadlines, and those of one deadline in the order in which they were
/// set. An alarm that an action sets for at once is called after the work that waits on the queue.
public struct DispatchScheduler: SpinScheduler {
  private let alarms: DispatchAlarms

  /// Makes a scheduler that calls actions on a queue.
  ///
  /// - Parameter queue: A queue, serial or concurrent.
  public init(queue: DispatchQueue) {
    alarms = DispatchAlarms(queue)
  }

  /// The time of Dispatch's clock.
  public var now: Duration { alarms.now }

  /// Calls an action on the queue when a delay has passed.
  public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    let number = alarms.set(after: delay, action)
    return Cancellation { [alarms] in alarms.cancel(number) }
  }
}
