internal import SpinCore

/// Many alarms and one task, which sleeps until the first of them; no task when there is none.
final class AlarmClock<C: Clock>: Sendable {
  private struct Storage: Sendable {
    var queue = AlarmQueue<C.Instant>()
    /// What the sleeper sleeps for; `nil` while it rings alarms, or when there is none.
    var deadline: C.Instant?
    var sleeper: Task<Void, Never>?
    /// Whether alarms are being rung, after which the next deadline is looked up anyway.
    var isRinging = false
    /// Counts the sleepers, so that one that was replaced rings nothing.
    var generation = 0

    /// Takes the next action that is due; ends the ringing if there is none.
    mutating func takeDue(at now: C.Instant) -> (@Sendable () -> Void)? {
      if let action = queue.takeDue(at: now) { return action }
      isRinging = false
      return nil
    }
  }

  let clock: C
  private let storage = Guarded(Storage())

  init(_ clock: C) {
    self.clock = clock
  }

  func set(_ deadline: C.Instant, _ action: @escaping @Sendable () -> Void) -> UInt64 {
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
      storage -> (C.Instant?, Int, Task<Void, Never>?) in
      let next = storage.queue.next()
      guard !storage.isRinging, next != storage.deadline else { return (nil, 0, nil) }
      storage.deadline = next
      storage.generation += 1
      return (next, storage.generation, storage.sleeper.take())
    }
    stale?.cancel()
    if let deadline { sleep(until: deadline, generation) }
  }

  private func sleep(until deadline: C.Instant, _ generation: Int) {
    let sleeper = Task.detached { [clock] in
      // A sleep ends early only when it was cancelled, because another sleeper took its place.
      guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
      self.ring(generation)
    }
    let isStale = storage.withLock { storage in
      guard storage.generation == generation, storage.deadline != nil else { return true }
      storage.sleeper = sleeper
      return false
    }
    if isStale { sleeper.cancel() }
  }

  private func takeDue() -> (@Sendable () -> Void)? {
    let now = clock.now  // The clock may be the user's: not under the lock.
    return storage.withLock { $0.takeDue(at: now) }
  }

  /// Calls what is due, in order, and goes to sleep again.
  private func ring(_ generation: Int) {
    let isMine = storage.withLock { storage in
      guard storage.generation == generation, !storage.isRinging else { return false }
      storage.isRinging = true
      storage.deadline = nil
      storage.sleeper = nil
      return true
    }
    guard isMine else { return }
    while let action = takeDue() { action() }
    review()
  }
}
