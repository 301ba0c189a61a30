internal import SpinCore

/// A `Clock` whose time is that of a manual scheduler.
package struct ManualClock: Clock {
  package struct Instant: InstantProtocol {
    let offset: Duration

    package func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    package func duration(to other: Instant) -> Duration { other.offset - offset }

    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let scheduler: ManualScheduler

  package init(_ scheduler: ManualScheduler) {
    self.scheduler = scheduler
  }

  package var now: Instant { Instant(offset: scheduler.now) }

  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let gate = Gate()
    let alarm = scheduler.after(now.duration(to: deadline)) { gate.open() }
    if await !gate.wait() {
      alarm.cancel()
      throw CancellationError()
    }
  }
}
