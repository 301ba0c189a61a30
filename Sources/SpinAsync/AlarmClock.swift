internal import SpinCore

/// Many alarms and few tasks, which sleep: the first of them until the first alarm or before.
///
/// A task is never woken early, because a clock may keep the wake-up of a sleep that is cancelled until
/// its deadline. A task that sleeps for an alarm that was cancelled sleeps on, and serves the alarms
/// that are set meanwhile for later. Another is made only for an alarm that is due before all of them.
/// So alarms that are set for about the same delay, and cancelled, need one task at a time.
final class AlarmClock<C: Clock>: Sendable where C.Duration == Duration {
  /// A task that sleeps.
  private struct Sleeper: Sendable {
    let number: UInt64
    let deadline: Duration
    var task: Task<Void, Never>?
  }

  private struct Storage: Sendable {
    var queue = AlarmQueue()
    /// Those who sleep, each until an earlier deadline than the one before.
    var sleepers: [Sleeper] = []
    /// The number of the newest sleeper.
    var newest: UInt64 = 0
    /// Whether alarms are being rung, after which the next deadline is looked up anyway.
    var isRinging = false
    /// The clock itself while alarms are set; those who sleep do not keep it.
    var keeper: AlarmClock?
  }

  private let clock: C
  private let origin: C.Instant
  private let storage = Guarded(Storage())

  init(_ clock: C) {
    self.clock = clock
    origin = clock.now
  }

  deinit {
    for sleeper in storage.withLock({ $0.sleepers }) { sleeper.task?.cancel() }
  }

  /// The time passed since the clock was made.
  var now: Duration { origin.duration(to: clock.now) }

  func set(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
    // The clock may be the user's: it is not asked under the lock.
    let deadline = now.addingClamped(delay.asDelay)
    let number = storage.withLock { storage in
      storage.keeper = self
      return storage.queue.set(deadline, action)
    }
    review()
    return number
  }

  func cancel(_ number: UInt64) {
    let forgotten = storage.withLock { storage in
      let action = storage.queue.cancelled(number)
      // The caller keeps the clock, so the last reference does not go under the lock.
      if storage.queue.count == 0 { storage.keeper = nil }
      return action
    }
    withExtendedLifetime(forgotten) {}  // What it holds must not go under the lock.
  }

  /// Sees to it that somebody sleeps until the earliest deadline or before.
  private func review() {
    let sleeper = storage.withLock { storage -> Sleeper? in
      guard !storage.isRinging, let next = storage.queue.next() else { return nil }
      if let first = storage.sleepers.last, first.deadline <= next { return nil }
      storage.newest += 1
      let sleeper = Sleeper(number: storage.newest, deadline: next)
      storage.sleepers.append(sleeper)
      return sleeper
    }
    if let sleeper { begin(sleeper) }
  }

  private func begin(_ sleeper: Sleeper) {
    let wakingTime = wakingTime(sleeper.deadline)
    let task = Task.detached { [clock, weak self] in
      do {
        try await clock.sleep(until: wakingTime, tolerance: nil)
      } catch {
        if Task.isCancelled { return }
        // The clock has failed, and is asked again after others have had their turn.
        await Task.yield()
      }
      await self?.woke(sleeper.number)
    }
    storage.withLock { storage in
      // It may have woken already.
      guard let index = storage.sleepers.firstIndex(where: { $0.number == sleeper.number }) else {
        return
      }
      storage.sleepers[index].task = task
    }
  }

  /// A deadline by the clock, or a time before it, after which to sleep again: nanoseconds of 64
  /// bits, in which clocks may count, are 292 years.
  private func wakingTime(_ deadline: Duration) -> C.Instant {
    let now = clock.now
    let left = deadline.subtractingClamped(origin.duration(to: now))
    return now.advanced(by: min(left, .seconds(4_000_000_000)))
  }

  /// Calls the actions that are due, in order, and starts a sleep until the next deadline.
  ///
  /// Other tasks of the executor run between two rounds, even if alarms are due all the time.
  private func woke(_ number: UInt64) async {
    let isMine = storage.withLock { storage in
      storage.sleepers.removeAll { $0.number == number }
      defer { storage.isRinging = true }
      return !storage.isRinging
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
      if round == nil {
        storage.isRinging = false
        if storage.queue.count == 0 { storage.keeper = nil }
      }
      return round
    }
  }
}
