public import SpinCore

/// Makes a scheduler of any clock.
///
/// *Isolation*: actions are called one at a time, in a task.
///
/// *Ordering*: in order of their deadlines, and those of one deadline in the order in which they were
/// set. An alarm that an action sets for at once is called after other tasks have had their turn.
///
/// A task sleeps by the clock until the first alarm. If that is cancelled it sleeps on until then, so
/// that effects that end before their timeouts do not each leave a sleep behind. A sleep that the clock
/// fails is begun again.
public struct ClockScheduler<C: Clock>: SpinScheduler where C.Duration == Duration {
  private let alarms: AlarmClock<C>

  /// Makes a scheduler whose time starts now.
  public init(_ clock: C) {
    alarms = AlarmClock(clock)
  }

  /// The time since the scheduler was made, by its clock.
  public var now: Duration { alarms.now }

  /// Calls an action in a task when a delay has passed.
  public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    let number = alarms.set(after: delay, action)
    return Cancellation { [alarms] in alarms.cancel(number) }
  }
}
