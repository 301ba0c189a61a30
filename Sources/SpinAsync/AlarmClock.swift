internal import SpinCore

/// Serves many alarms with few sleeping tasks.
///
/// The task that was started last wakes at or before the next alarm.
///
/// A sleeping task is never woken early, because a clock may keep the wake-up of a cancelled sleep
/// until its deadline. If its alarm is cancelled, the task sleeps on and serves later alarms. A new
/// task starts only for an alarm that is due before all sleeping tasks wake. So alarms that are set
/// for about the same delay, and cancelled, need one task at a time.
final class AlarmClock<C: Clock>: Sendable where C.Duration == Duration {
  /// A sleeping task.
  private struct Sleeper: Sendable {
    let number: UInt64
    let deadline: Duration
    var task: Task<Void, Never>?
  }

  private struct Storage: Sendable {
    var queue = AlarmQueue()
    /// The sleeping tasks, each with an earlier deadline than the one before it.
    var sleepers: [Sleeper] = []
    /// The number of the newest sleeper.
    var newest: UInt64 = 0
    /// Whether actions are being called, after which the next deadline is determined anyway.
    var isRinging = false
    /// A reference to the clock itself while alarms are set, because sleeping tasks hold it weakly.
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

  /// The time since the clock was created.
  var now: Duration { origin.duration(to: clock.now) }

  func set(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
    // The clock may be the user's, so it is not read under the lock.
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
      // The caller holds the clock, so this does not release its last reference under the lock.
      if storage.queue.count == 0 { storage.keeper = nil }
      return action
    }
    withExtendedLifetime(forgotten) {}  // Its captured values must not be released under the lock.
  }

  /// Ensures that a task wakes at or before the earliest deadline.
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
        // The clock has failed. It is tried again after other tasks had a turn.
        await Task.yield()
      }
      await self?.woke(sleeper.number)
    }
    storage.withLock { storage in
      // The task may have woken already.
      guard let index = storage.sleepers.firstIndex(where: { $0.number == sleeper.number }) else {
        return
      }
      storage.sleepers[index].task = task
    }
  }

  /// Returns a deadline by the clock, or an earlier time after which to sleep again.
  ///
  /// A clock that counts nanoseconds in 64 bits has a range of 292 years.
  private func wakingTime(_ deadline: Duration) -> C.Instant {
    let now = clock.now
    let left = deadline.subtractingClamped(origin.duration(to: now))
    return now.advanced(by: min(left, .seconds(4_000_000_000)))
  }

  /// Calls the actions that are due, in order, and starts a sleep until the next deadline.
  ///
  /// Other tasks of the executor run between two rounds, even if alarms are always due.
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

  /// Begins the next round; ends the calls if no alarm is due.
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
