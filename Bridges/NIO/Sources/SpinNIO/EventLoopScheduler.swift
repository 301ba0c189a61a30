internal import NIOCore
internal import SpinCore
internal import Synchronization

/// The clock and the scheduled callbacks of an event loop.
struct EventLoopScheduler: SpinScheduler {
  let lane: EventLoopLane

  var now: Duration { .nanoseconds(Int64(clamping: lane.eventLoop.now.uptimeNanoseconds)) }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    let eventLoop = lane.eventLoop
    let alarm = EventLoopAlarm(lane, action)
    let deadline = eventLoop.now + .nanoseconds(delay.nanosecondsRoundedUp)
    // An event loop that has shut down has no time in which the alarm could ring.
    guard let callback = try? eventLoop.scheduleCallback(at: deadline, handler: alarm) else {
      return .none
    }
    return Cancellation {
      // NB: first, because the event loop releases the alarm under a lock.
      let forgotten = alarm.take()
      callback.cancel()
      withExtendedLifetime(forgotten) {}
    }
  }
}

/// An action that an event loop calls at a time, if nobody has taken it.
private final class EventLoopAlarm: NIOScheduledCallbackHandler, Sendable {
  private let lane: EventLoopLane
  private let action: Mutex<(@Sendable () -> Void)?>

  init(_ lane: EventLoopLane, _ action: @escaping @Sendable () -> Void) {
    self.lane = lane
    self.action = Mutex(action)
  }

  func take() -> (@Sendable () -> Void)? { action.withLock { $0.take() } }

  /// Behind the jobs that wait, so that an alarm that always sets the next one starves nothing.
  func handleScheduledCallback(eventLoop: some EventLoop) {
    lane.add { self.take()?() }
  }
}

extension Duration {
  /// At least this long, in nanoseconds, but at most 292 years.
  fileprivate var nanosecondsRoundedUp: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = whole.addingReportingOverflow((attoseconds + 999_999_999) / 1_000_000_000)
    return overflows || exceeds ? .max : sum
  }
}
