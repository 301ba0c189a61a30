public import SpinCore

/// Makes a scheduler of any clock.
///
/// *Isolation*: actions are called one at a time, in a task.
///
/// *Ordering*: in order of their deadlines, and those of one deadline in order of registration.
public struct ClockScheduler<C: Clock>: SpinScheduler where C.Duration == Duration {
  private let alarms: AlarmClock<C>
  private let origin: C.Instant

  /// Makes a scheduler whose time starts now.
  public init(_ clock: C) {
    alarms = AlarmClock(clock)
    origin = clock.now
  }

  public var now: Duration { origin.duration(to: alarms.clock.now) }

  public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    let number = alarms.set(alarms.clock.now.advanced(by: delay), action)
    return Cancellation { [alarms] in alarms.cancel(number) }
  }
}
