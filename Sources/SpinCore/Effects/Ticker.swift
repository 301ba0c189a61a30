/// A period: keeps one alarm set, for the next tick, so that no tick drifts.
final class Ticker<Event: Sendable>: Sendable {
  private struct Alarm {
    var ticks = 0
    var next: Cancellation?
    var isCancelled = false
  }

  private let part: ExecutionPart<Event>
  private let event: Event
  private let period: Duration
  private let scheduler: any SpinScheduler
  private let start: Duration
  private let alarm = Guarded(Alarm())

  init(
    _ part: ExecutionPart<Event>, _ event: Event, every period: Duration,
    on scheduler: any SpinScheduler
  ) {
    self.part = part
    self.event = event
    self.period = period
    self.scheduler = scheduler
    start = scheduler.now
  }

  /// Sets the alarm for the next tick.
  func arm() {
    let tick = alarm.withLock { alarm -> Int? in
      guard !alarm.isCancelled else { return nil }
      alarm.ticks += 1
      return alarm.ticks
    }
    // NB: a tick that is due after the end of time never comes.
    guard let tick, let passed = period.times(tick) else { return }
    let delay = start.addingClamped(passed).subtractingClamped(scheduler.now)
    hold(scheduler.after(delay.asDelay) { self.fire() }, for: tick)
  }

  /// Stops ticking.
  func cancel() {
    let next = alarm.withLock { alarm in
      alarm.isCancelled = true
      return alarm.next.take()
    }
    next?.cancel()
  }

  /// Keeps what cancels the alarm of a tick.
  ///
  /// NB: the alarm may have rung already, and have set the next one, or the ticker be cancelled.
  private func hold(_ next: Cancellation, for tick: Int) {
    let (isLate, _) = alarm.withLock { alarm -> (Bool, Cancellation?) in
      if alarm.isCancelled { return (true, nil) }
      guard alarm.ticks == tick else { return (false, nil) }
      // The one before may hold what is the user's, and must not go under the lock.
      defer { alarm.next = next }
      return (false, alarm.next)
    }
    if isLate { next.cancel() }
  }

  private func fire() {
    if alarm.withLock({ $0.isCancelled }) { return }
    part.deliver(event, .delivered)
    arm()
  }
}

extension ExecutionPart {
  /// Delivers an event each period, until the part is cancelled.
  @usableFromInline
  func tick(_ event: Event, every period: Duration, on scheduler: any SpinScheduler) {
    let ticker = Ticker(self, event, every: period, on: scheduler)
    ticker.arm()
    hold(Cancellation { ticker.cancel() })
  }
}
