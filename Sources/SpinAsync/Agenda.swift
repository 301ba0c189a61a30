internal import Synchronization

/// Alarms in order of their deadlines.
///
/// Each alarm has a task that sleeps for it, and the tasks of two alarms run in any order. So a task
/// that wakes does not call its own alarm: whoever finds nobody ringing rings all that are due, for
/// everyone.
final class Agenda: Sendable {
  /// What is to happen when; the number tells those of one instant apart.
  struct Entry: Comparable, Sendable {
    let deadline: Duration
    let number: UInt64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  private struct Alarms: Sendable {
    var newest: UInt64 = 0
    var entries: [(entry: Entry, action: @Sendable () -> Void)] = []
    /// Up to when the alarms are due.
    var due = Duration.zero
    var isRinging = false

    /// Where an entry is or belongs.
    func index(of entry: Entry) -> Int {
      var range = 0..<entries.count
      while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
        range =
          entries[middle].entry < entry
          ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return range.lowerBound
    }
  }

  private let alarms = Mutex(Alarms())

  /// Adds an alarm.
  func add(_ deadline: Duration, _ action: @escaping @Sendable () -> Void) -> Entry {
    alarms.withLock { alarms in
      alarms.newest += 1
      let entry = Entry(deadline: deadline, number: alarms.newest)
      alarms.entries.insert((entry, action), at: alarms.index(of: entry))
      return entry
    }
  }

  /// Forgets an alarm that has not rung.
  func remove(_ entry: Entry) {
    let forgotten = alarms.withLock { alarms in
      let index = alarms.index(of: entry)
      let isThere = index < alarms.entries.count && alarms.entries[index].entry == entry
      return isThere ? alarms.entries.remove(at: index).action : nil
    }
    withExtendedLifetime(forgotten) {}  // What it holds must not go under the lock.
  }

  /// Calls the alarms that are due, first the earliest.
  func ring(until deadline: Duration) {
    let isMine = alarms.withLock { alarms in
      alarms.due = max(alarms.due, deadline)
      defer { alarms.isRinging = true }
      return !alarms.isRinging
    }
    guard isMine else { return }
    while let action = next() { action() }
  }

  private func next() -> (@Sendable () -> Void)? {
    alarms.withLock { alarms in
      if let first = alarms.entries.first, first.entry.deadline <= alarms.due {
        return alarms.entries.removeFirst().action
      }
      alarms.isRinging = false
      return nil
    }
  }
}
