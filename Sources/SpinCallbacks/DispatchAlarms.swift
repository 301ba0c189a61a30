@preconcurrency internal import Dispatch  // Sources are thread-safe, and not yet marked so.
internal import SpinCore

/// Serves many alarms with one timer of a queue, which exists only while alarms are set.
///
/// The timer keeps this object alive for as long as alarms are set.
final class DispatchAlarms: Sendable {
  private struct Storage: Sendable {
    var queue = AlarmQueue()
    var timer: (any DispatchSourceTimer)?
    /// The deadline of the timer; `nil` while actions are being called, or without a timer.
    var deadline: Duration?
    /// Whether actions are being called, after which the next deadline is determined anyway.
    var isRinging = false
  }

  private let dispatchQueue: DispatchQueue
  private let storage = Guarded(Storage())

  init(_ dispatchQueue: DispatchQueue) {
    self.dispatchQueue = dispatchQueue
  }

  var now: Duration { Self.now }

  /// The time of Dispatch's clock.
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
    withExtendedLifetime(forgotten) {}  // Its captured values must not be released under the lock.
  }

  /// Sets the timer for the earliest deadline.
  ///
  /// NB: called under the lock, so that the later of two concurrent calls sees both alarms.
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
  /// Alarms that these actions set without delay are called by the timer, so that other work of the
  /// queue runs in between.
  private func ring() {
    let now = now
    // NB: on a concurrent queue, the handler of an earlier timer may overlap with the next one.
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
  /// The time since the zero of Dispatch's clock; at most about 146 years.
  fileprivate var dispatchTime: DispatchTime {
    DispatchTime(uptimeNanoseconds: UInt64(min(max(wholeNanoseconds, 0), .max / 2)))
  }
}
