internal import Dispatch
internal import SpinCore

/// Dispatch's clock and timers, on a queue that is made for the first alarm.
///
/// A step on the caller's thread that an alarm brings about is made on the queue, so loops must not
/// share it: one that blocks would hold up the alarms of the others.
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
