public import SpinCore

/// Makes a scheduler of any clock.
///
/// *Isolation*: actions are called in a task of their own.
///
/// *Ordering*: as the clock wakes its sleepers. A clock that wakes two sleepers at one instant says
/// nothing about which task runs first.
public struct ClockScheduler<C: Clock>: SpinScheduler where C.Duration == Duration {
  private let clock: C
  private let origin: C.Instant

  /// Makes a scheduler whose time starts now.
  public init(_ clock: C) {
    self.clock = clock
    origin = clock.now
  }

  public var now: Duration { origin.duration(to: clock.now) }

  public func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    let deadline = clock.now.advanced(by: delay)
    let task = Task.detached { [clock] in
      do {
        try await clock.sleep(until: deadline, tolerance: nil)
      } catch {
        return  // A sleep ends early only when it was cancelled.
      }
      action()
    }
    return Cancellation(task)
  }
}
