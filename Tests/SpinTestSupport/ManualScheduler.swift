package import SpinCore
internal import Synchronization

/// A scheduler whose time passes when a test says so.
package final class ManualScheduler: SpinScheduler {
  private struct Alarm: Sendable {
    let number: Int
    let deadline: Duration
    let action: @Sendable () -> Void

    func isBefore(_ other: Alarm) -> Bool {
      (deadline, number) < (other.deadline, other.number)
    }
  }

  private struct Watch: Sendable {
    let count: Int
    let gate: Gate
  }

  private struct Time: Sendable {
    var now = Duration.zero
    var newest = 0
    /// In order of registration.
    var alarms: [Alarm] = []
    var watches: [Watch] = []
  }

  private let time = Mutex(Time())

  package init() {}

  package var now: Duration { time.withLock { $0.now } }

  /// How many alarms are set.
  package var alarmCount: Int { time.withLock { $0.alarms.count } }

  package func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Cancellation {
    let (number, due) = time.withLock { time in
      time.newest += 1
      let deadline = time.now + delay
      time.alarms.append(Alarm(number: time.newest, deadline: deadline, action: action))
      let count = time.alarms.count
      let due = time.watches.filter { $0.count <= count }
      time.watches.removeAll { $0.count <= count }
      return (time.newest, due)
    }
    for watch in due { watch.gate.open() }
    return Cancellation { [weak self] in
      self?.time.withLock { time in time.alarms.removeAll { $0.number == number } }
    }
  }

  /// Lets time pass; calls what comes due, one alarm after another, each at its own instant.
  ///
  /// Alarms are called in order of deadline, those of one instant in order of registration, also
  /// those that are set meanwhile.
  package func advance(by duration: Duration) {
    let end = now + duration
    while let alarm = takeFirst(until: end) { alarm.action() }
    time.withLock { $0.now = max($0.now, end) }
  }

  /// Waits until so many alarms are set at once.
  package func untilAlarms(_ count: Int) async throws {
    let gate = Gate()
    let isLate = time.withLock { time in
      if time.alarms.count >= count { return true }
      time.watches.append(Watch(count: count, gate: gate))
      return false
    }
    if isLate { return }
    if await !gate.wait() { throw CancellationError() }
  }

  private func takeFirst(until end: Duration) -> Alarm? {
    time.withLock { time in
      guard let first = time.alarms.min(by: { $0.isBefore($1) }), first.deadline <= end else {
        return nil
      }
      time.alarms.removeAll { $0.number == first.number }
      time.now = max(time.now, first.deadline)
      return first
    }
  }
}
