@preconcurrency internal import Dispatch  // Sources are thread-safe, and not yet marked so.
internal import SpinCore

/// Many alarms and one timer of a queue, set for the first of them; no timer when there is none.
///
/// The timer keeps this object alive for as long as alarms are set.
final class DispatchAlarms: Sendable {
  private struct Storage: Sendable {
    var queue = AlarmQueue()
    var timer: (any DispatchSourceTimer)?
    /// What the timer is set for; `nil` while alarms are being rung, or when there is none.
    var deadline: Duration?
    /// Whether alarms are being rung, after which the next deadline is looked up anyway.
    var isRinging = false
  }

  private let dispatchQueue: DispatchQueue
  private let storage = Guarded(Storage())

  init(_ dispatchQueue: DispatchQueue) {
    self.dispatchQueue = dispatchQueue
  }

  var now: Duration { Self.now }

  /// The time that has passed on Dispatch's clock.
  static var now: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  func set(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
    let deadline = now.addingClamped(delay.asDelay)
    return storage.withLock { storage in
      let number = storage.queue.set(deadline, action)
      review(&storage)
      return number
    }
  }

  func cancel(_ number: UInt64) {
    let (forgotten, timer) = storage.withLock { storage in
      let forgotten = storage.queue.cancelled(number)
      review(&storage)
      return (forgotten, takeIdleTimer(&storage))
    }
    timer?.cancel()
    withExtendedLifetime(forgotten) {}  // What it holds must not go under the lock.
  }

  /// Sets the timer for the earliest deadline.
  ///
  /// NB: called under the lock, so that of two who do so at once the later one knows of both alarms.
  private func review(_ storage: inout Storage) {
    guard !storage.isRinging, let next = storage.queue.next(), next != storage.deadline else {
      return
    }
    let isNew = storage.timer == nil
    let timer = storage.timer ?? makeTimer()
    timer.schedule(deadline: next.dispatchTime, leeway: .nanoseconds(0))
    if isNew { timer.activate() }
    storage.timer = timer
    storage.deadline = next
  }

  private func takeIdleTimer(_ storage: inout Storage) -> (any DispatchSourceTimer)? {
    guard !storage.isRinging, storage.queue.next() == nil else { return nil }
    storage.deadline = nil
    return storage.timer.take()
  }

  private func makeTimer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: dispatchQueue)
    timer.setEventHandler { self.ring() }
    return timer
  }

  /// Calls the actions that are due, in order, and sets the timer again.
  ///
  /// The timer calls the actions that these set for at once, so that other work of the queue runs
  /// between the two.
  private func ring() {
    let now = now
    // NB: on a concurrent queue the handler of a timer that was given up may overlap with the next.
    let (isMine, round) = storage.withLock { storage -> (Bool, AlarmQueue.Round?) in
      if storage.isRinging { return (false, nil) }
      storage.isRinging = true
      storage.deadline = nil
      return (true, storage.queue.passed(to: now))
    }
    guard isMine else { return }
    if let round {
      while let action = storage.withLock({ $0.queue.takeNext(of: round) }) { action() }
    }
    let timer = storage.withLock { storage in
      storage.isRinging = false
      review(&storage)
      return takeIdleTimer(&storage)
    }
    timer?.cancel()
  }
}

extension Duration {
  /// The time as Dispatch has it, from its clock's zero; at most some 146 years.
  fileprivate var dispatchTime: DispatchTime {
    DispatchTime(uptimeNanoseconds: UInt64(min(max(wholeNanoseconds, 0), .max / 2)))
  }
}
