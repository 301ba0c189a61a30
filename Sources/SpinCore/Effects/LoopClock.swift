/// The time of a loop's scheduler as a Swift clock.
///
/// ```swift
/// .run { emit, clock in
///   emit(.shown)
///   try? await clock.sleep(for: .seconds(3))
///   emit(.hidden)
/// }
/// ```
///
/// A body that sleeps by this clock is tested like any delay, by passing time by hand.
///
/// *Cancellation*: a sleep ends with a `CancellationError` as soon as its task is cancelled, as the
/// task of a cancelled effect is. A sleep that begins after the loop has stopped ends at once.
public struct LoopClock: Clock {
  /// A moment of a loop's time.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the scheduler's beginning.
    public let offset: Duration

    /// Creates a moment from the time since the scheduler's beginning.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns a moment at a distance from this one, clamped to the longest duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset.addingClamped(duration))
    }

    /// Returns the time from here to another moment.
    public func duration(to other: Instant) -> Duration {
      other.offset.subtractingClamped(offset)
    }

    /// Compares two moments.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    /// The time since the scheduler's beginning.
    public var description: String { offset.description }
  }

  private let scheduler: any SpinScheduler
  private let isOver: @Sendable () -> Bool

  /// Creates the clock of a loop.
  init(_ scheduler: any SpinScheduler, isOver: @escaping @Sendable () -> Bool) {
    self.scheduler = scheduler
    self.isOver = isOver
  }

  /// The current time of the scheduler.
  public var now: Instant { Instant(offset: scheduler.now) }

  /// Zero: any two different moments are distinguished.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until a moment.
  ///
  /// For a moment that has passed, it still waits for the scheduler's next round.
  ///
  /// - Parameters:
  ///   - deadline: The moment at which to wake up.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled, or the loop has stopped before the
  ///   sleep.
  public func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws(CancellationError) {
    if Task.isCancelled || isOver() { throw CancellationError() }
    let wake = OneShot<Bool>()
    let alarm = scheduler.after(now.duration(to: deadline).asDelay) { wake.set(true) }
    if await wake.value(onCancel: { wake.set(false) }) { return }
    alarm.cancel()
    throw CancellationError()
  }

  /// Sleeps for a duration.
  ///
  /// - Parameters:
  ///   - duration: The time to sleep; a negative duration counts as zero.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled, or the loop has stopped before the
  ///   sleep.
  public func sleep(
    for duration: Duration, tolerance: Duration? = nil
  ) async throws(CancellationError) {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
  }
}
