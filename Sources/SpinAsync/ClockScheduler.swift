public import SpinCore

/// A scheduler that uses any clock.
///
/// *Isolation*: actions are called one at a time, in a task.
///
/// *Ordering*: by deadline; actions with the same deadline are called in the order in which they
/// were set. If an action sets an alarm without delay, other tasks have a turn before it is called.
///
/// A task sleeps by the clock until the first alarm. If that alarm is cancelled, the task sleeps
/// on, so that effects that end before their timeouts do not each leave a sleep behind. If the
/// clock fails a sleep, the sleep starts again.
public struct ClockScheduler<C: Clock>: SpinScheduler where C.Duration == Duration {
  private let alarms: AlarmClock<C>

  /// Creates a scheduler whose time starts now.
  public init(_ clock: C) {
    alarms = AlarmClock(clock)
  }

  /// The time since the scheduler was created, by its clock.
  public var now: Duration { alarms.now }

  /// Calls an action in a task after a delay.
  public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    let number = alarms.set(after: delay, action)
    return Cancellation { [alarms] in alarms.cancel(number) }
  }
}
