internal import SpinCore

/// Many alarms and one task, which sleeps until the first of them; no task when there is none.
final class AlarmClock<C: Clock>: Sendable where C.Duration == Duration {
  private struct Storage: Sendable {
    var queue = AlarmQueue()
    /// What the sleeper sleeps for; `nil` while it rings alarms, or when there is none.
    var deadline: Duration?
    var sleeper: Task<Void, Never>?
    /// Whether alarms are being rung, after which the next deadline is looked up anyway.
    var isRinging = false
    /// Counts the sleepers, so that one that was replaced rings nothing.
    var generation = 0
  }

  private let clock: C
  private let origin: C.Instant
  private let storage = Guarded(Storage())

  init(_ clock: C) {
    self.clock = clock
    origin = clock.now
  }

  /// The time passed since the clock was made.
  var now: Duration { origin.duration(to: clock.now) }

  func set(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
    // The clock may be the user's: it is not asked under the lock.
    let deadline = now.addingClamped(delay.asDelay)
    let number = storage.withLock { $0.queue.set(deadline, action) }
    review()
    return number
  }

  func cancel(_ number: UInt64) {
    let forgotten = storage.withLock { $0.queue.cancelled(number) }
    withExtendedLifetime(forgotten) {}  // What it holds must not go under the lock.
    review()
  }

  /// Lets a sleeper sleep for the earliest deadline, and replaces one that sleeps for another.
  private func review() {
    let (deadline, generation, stale) = storage.withLock {
      storage -> (Duration?, Int, Task<Void, Never>?) in
      let next = storage.queue.next()
      guard !storage.isRinging, next != storage.deadline else { return (nil, 0, nil) }
      storage.deadline = next
      storage.generation += 1
      return (next, storage.generation, storage.sleeper.take())
    }
    stale?.cancel()
    if let deadline { sleep(until: deadline, generation) }
  }

  private func sleep(until deadline: Duration, _ generation: Int) {
    let sleeper = Task.detached { [clock] in
      // A sleep ends early only when it was cancelled, because another sleeper took its place.
      let wakingTime = self.wakingTime(deadline)
      guard (try? await clock.sleep(until: wakingTime, tolerance: nil)) != nil else { return }
      await self.ring(generation)
    }
    let isStale = storage.withLock { storage in
      guard storage.generation == generation else { return true }
      // NB: it may be ringing already, and user code must not find itself in a cancelled task.
      if storage.deadline != nil { storage.sleeper = sleeper }
      return false
    }
    if isStale { sleeper.cancel() }
  }

  /// A deadline by the clock, or a time before it, after which to sleep again: nanoseconds of 64
  /// bits, in which clocks may count, are 292 years.
  private func wakingTime(_ deadline: Duration) -> C.Instant {
    let now = clock.now
    let left = deadline.subtractingClamped(origin.duration(to: now))
    return now.advanced(by: min(left, .seconds(4_000_000_000)))
  }

  /// Calls what is due, in order, and goes to sleep again.
  ///
  /// Between two rounds others on the executor get their turn, even if alarms are due all the time.
  private func ring(_ generation: Int) async {
    let (isMine, _) = storage.withLock { storage -> (Bool, Task<Void, Never>?) in
      guard storage.generation == generation, !storage.isRinging else { return (false, nil) }
      storage.isRinging = true
      storage.deadline = nil
      return (true, storage.sleeper.take())
    }
    guard isMine else { return }
    var isFirst = true
    while let round = nextRound() {
      if !isFirst { await Task.yield() }
      isFirst = false
      while let action = storage.withLock({ $0.queue.takeNext(of: round) }) { action() }
    }
    review()
  }

  /// Begins the next round; ends the ringing if nothing is due.
  private func nextRound() -> AlarmQueue.Round? {
    let now = now
    return storage.withLock { storage in
      let round = storage.queue.passed(to: now)
      if round == nil { storage.isRinging = false }
      return round
    }
  }
}
