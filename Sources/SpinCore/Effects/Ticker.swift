/// Repeats an action: it keeps one alarm set, for the next tick.
final class Ticker: Sendable {
  private struct Alarm {
    var ticks = 0
    var next: Cancellation?
    var isCancelled = false
  }

  private let scheduler: any SpinScheduler
  private let delay: @Sendable (_ tick: Int) -> Duration?
  private let action: @Sendable () -> Void
  private let alarm = Guarded(Alarm())

  /// - Parameters:
  ///   - scheduler: The scheduler that sets the alarms.
  ///   - delay: Returns the time until a tick, called when that tick is the next one; `nil` if the
  ///     tick never comes.
  ///   - action: The action of each tick.
  init(
    on scheduler: any SpinScheduler, delay: @escaping @Sendable (_ tick: Int) -> Duration?,
    action: @escaping @Sendable () -> Void
  ) {
    self.scheduler = scheduler
    self.delay = delay
    self.action = action
  }

  /// Sets the alarm for the next tick.
  func arm() {
    let tick = alarm.withLock { alarm -> Int? in
      guard !alarm.isCancelled else { return nil }
      alarm.ticks += 1
      return alarm.ticks
    }
    guard let tick, let delay = delay(tick) else { return }
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

  /// Keeps the cancellation of a tick's alarm.
  ///
  /// NB: the alarm may already have rung and set the next one, or the ticker may be cancelled.
  private func hold(_ next: Cancellation, for tick: Int) {
    let (isLate, _) = alarm.withLock { alarm -> (Bool, Cancellation?) in
      if alarm.isCancelled { return (true, nil) }
      guard alarm.ticks == tick else { return (false, nil) }
      // The cancellation before may hold user objects, which must not be released under the lock.
      defer { alarm.next = next }
      return (false, alarm.next)
    }
    if isLate { next.cancel() }
  }

  private func fire() {
    if alarm.withLock({ $0.isCancelled }) { return }
    action()
    arm()
  }
}

extension ExecutionPart {
  /// Delivers an event each period, until the part is cancelled.
  ///
  /// The k-th event is due k periods after the start, so that events do not drift.
  func tick(_ event: any EventValue, every period: Duration, on scheduler: any SpinScheduler) {
    let start = scheduler.now
    begin(
      Ticker(on: scheduler) { tick in
        // NB: a tick whose time overflows never comes.
        period.times(tick).map { start.addingClamped($0).subtractingClamped(scheduler.now) }
      } action: {
        self.deliver(event, .delivered)
      })
  }

  /// Delivers events at the rate of frames, each with the time since the one before, until the part is
  /// cancelled.
  func tick(
    _ event: @escaping @Sendable (Duration) -> any EventValue, framesPerSecond rate: Int,
    on scheduler: any SpinScheduler
  ) {
    let times = Guarded(FrameTimes(.seconds(1) / rate, from: scheduler.now))
    let mailbox = mailbox
    begin(
      Ticker(on: scheduler) { _ in
        times.withLock { $0.delay }
      } action: {
        let now = scheduler.now
        let load: FrameTimes.Load =
          mailbox.isSuspended ? .suspended : mailbox.isAtWork ? .atWork : .idle
        guard let time = times.withLock({ $0.due(at: now, load) }) else { return }
        let result = self.deliver(event(time), .delivered)
        if result.isAccepted { times.withLock { $0.latest = now } }
      })
  }

  private func begin(_ ticker: Ticker) {
    ticker.arm()
    hold(Cancellation { ticker.cancel() })
  }
}
