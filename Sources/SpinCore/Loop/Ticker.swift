internal import Synchronization

/// A period: keeps one alarm set, for the next tick, so that no tick drifts.
final class Ticker<Event: Sendable>: Sendable {
  private struct Alarm {
    var ticks = 0
    var next: Cancellation?
    var isCancelled = false
  }

  private let run: EffectRun<Event>
  private let event: Event
  private let period: Duration
  private let scheduler: any SpinScheduler
  private let start: Duration
  private let alarm = Mutex(Alarm())

  init(
    _ run: EffectRun<Event>, _ event: Event, every period: Duration, on scheduler: any SpinScheduler
  ) {
    self.run = run
    self.event = event
    self.period = period
    self.scheduler = scheduler
    start = scheduler.now
  }

  /// Sets the alarm for the next tick.
  func arm() {
    let due = alarm.withLock { alarm -> Duration? in
      guard !alarm.isCancelled else { return nil }
      alarm.ticks += 1
      return start + period * alarm.ticks
    }
    guard let due else { return }
    let next = scheduler.after(max(due - scheduler.now, .zero)) { self.fire() }
    // NB: the alarm may have rung already, and set the next one, or the ticker be cancelled.
    let isLate = alarm.withLock { alarm in
      if alarm.isCancelled { return true }
      if start + period * alarm.ticks == due { alarm.next = next }
      return false
    }
    if isLate { next.cancel() }
  }

  /// Stops ticking.
  func cancel() {
    let next = alarm.withLock { alarm in
      alarm.isCancelled = true
      return alarm.next.take()
    }
    next?.cancel()
  }

  private func fire() {
    if alarm.withLock({ $0.isCancelled }) { return }
    run.deliver(event, .delivered)
    arm()
  }
}
