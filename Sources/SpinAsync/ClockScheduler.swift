public import SpinCore

/// Makes a scheduler of any clock.
///
/// *Isolation*: actions are called in a task of their own.
///
/// *Ordering*: in order of deadline, one at a time, also when the clock wakes several sleepers at
/// once and their tasks run in any order.
public struct ClockScheduler<C: Clock>: SpinScheduler where C.Duration == Duration {
  private let clock: C
  private let origin: C.Instant
  private let agenda = Agenda()

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
    let entry = agenda.add(origin.duration(to: deadline), action)
    let task = Task.detached { [clock, agenda] in
      do {
        try await clock.sleep(until: deadline, tolerance: nil)
      } catch {
        return  // A sleep ends early only when it was cancelled.
      }
      agenda.ring(until: entry.deadline)
    }
    return Cancellation { [agenda] in
      agenda.remove(entry)
      task.cancel()
    }
  }
}
