public import SpinCore

/// A clock with the time of a ``ManualScheduler``.
///
/// A sleep is an alarm of the scheduler: it ends when a test advances the time.
public struct ManualClock: Clock {
  /// A moment, as the time since time zero of the scheduler.
  public typealias Instant = LoopClock.Instant

  let scheduler: ManualScheduler

  /// The time of the scheduler.
  public var now: Instant { Instant(offset: scheduler.now) }

  /// Zero, because the time is as exact as a duration.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the scheduler has reached a moment; returns at once if it already has.
  ///
  /// - Parameters:
  ///   - deadline: The moment to wake.
  ///   - tolerance: Has no effect.
  /// - Throws: `CancellationError` if the task is or was cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let delay = now.duration(to: deadline)
    if delay <= .zero { return }
    let end = OneShot<Bool>()
    let alarm = scheduler.after(delay) { end.set(true) }
    try await end.isSet { alarm.cancel() }
  }
}
