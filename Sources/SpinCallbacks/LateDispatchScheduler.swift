internal import Dispatch
internal import SpinCore

/// A scheduler of Dispatch whose queue is created for the first alarm.
///
/// On the caller's thread, the step after an alarm is made on this queue. Loops must not share it,
/// because a blocking loop would delay the alarms of others.
final class LateDispatchScheduler: SpinScheduler {
  private let scheduler = Guarded<DispatchScheduler?>(nil)

  var now: Duration { DispatchAlarms.now }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    let scheduler = scheduler.withLock { scheduler in
      let made = scheduler ?? DispatchScheduler(queue: DispatchQueue(label: "spin.timers"))
      scheduler = made
      return made
    }
    return scheduler.after(delay, action)
  }
}
