internal import SpinCore
package import SpinTesting

/// A record of happenings in order, written by any thread: one equality proves a whole order.
package final class Transcript<Entry: Equatable & Sendable>: Sendable {
  private struct Waiter: Sendable {
    let isDue: @Sendable ([Entry]) -> Bool
    let gate: Gate
  }

  private struct Content: Sendable {
    var entries: [Entry] = []
    var waiters: [Waiter] = []
  }

  private let content = Guarded(Content())

  package init(of type: Entry.Type = Entry.self) {}

  package var entries: [Entry] { content.withLock { $0.entries } }

  package func append(_ entry: Entry) {
    let due = content.withLock { content in
      content.entries.append(entry)
      let entries = content.entries
      let due = content.waiters.filter { $0.isDue(entries) }
      content.waiters.removeAll { $0.isDue(entries) }
      return due
    }
    for waiter in due { waiter.gate.open() }
  }

  package func callAsFunction(_ entry: Entry) {
    append(entry)
  }

  /// Waits until an entry has been written a number of times.
  package func until(_ entry: Entry, times: Int = 1) async throws {
    try await until { entries in entries.count { $0 == entry } >= times }
  }

  /// Waits until there is a number of entries.
  package func until(count: Int) async throws {
    try await until { $0.count >= count }
  }

  private func until(_ isDue: @escaping @Sendable ([Entry]) -> Bool) async throws {
    let gate = Gate()
    let isLate = content.withLock { content in
      if isDue(content.entries) { return true }
      content.waiters.append(Waiter(isDue: isDue, gate: gate))
      return false
    }
    if isLate { return }
    if await !gate.wait() { throw CancellationError() }
  }
}

extension Transcript {
  /// Returns an action that writes an entry.
  package func writing(_ entry: Entry) -> @Sendable () -> Void {
    { self.append(entry) }
  }
}

extension Transcript where Entry: Hashable {
  /// Goes from alarm to alarm until a number of entries are written, one for each alarm.
  ///
  /// - Returns: The time at which each was written.
  package func moments(ofFirst count: Int, on time: ManualScheduler) async throws -> [Entry:
    Duration]
  {
    var moments: [Entry: Duration] = [:]
    for number in 1...count {
      time.advanceToNextAlarm()
      try await until(count: number)
      moments[entries[number - 1]] = time.now
    }
    return moments
  }
}
