import Synchronization

/// What is outside of a loop, for `explore`: it is slow, it fails, and it keeps what it was given.
///
/// ```swift
/// explore { test in
///   let world = World<String, String>()
///   let running = note { try await world.put($0, as: "note") }.start(on: test)
///   test.concurrently({ running.emit(.typed("a")) }, { running.emit(.typed("b")) })
///   test.advance(by: .seconds(60))
///   test.expect(world["note"], equals: running.state.text)
/// }
/// ```
///
/// The explorer chooses how long each call takes, whether it fails, and whether the world has kept the value
/// of a call that fails. A call does not heed its cancellation, because a request that has left arrives.
package final class World<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Content: Sendable {
    /// All that has arrived, in order.
    var arrivals: [(key: Key, value: Value)]
    var faultsLeft: Int
  }

  private let content: Mutex<Content>

  /// - Parameters:
  ///   - values: What the world has.
  ///   - faults: The number of calls that may fail.
  package init(_ values: [Key: Value] = [:], faults: Int = 2) {
    content = Mutex(Content(arrivals: values.map { $0 }, faultsLeft: faults))
  }

  /// What the world has for a key: the value that has arrived last.
  ///
  /// Setting it is a change from elsewhere, which takes no time.
  package subscript(key: Key) -> Value? {
    get { values(of: key).last }
    set {
      if let newValue { content.withLock { $0.arrivals.append((key, newValue)) } }
    }
  }

  /// Returns all values that have arrived for a key, in their order.
  package func values(of key: Key) -> [Value] {
    content.withLock { $0.arrivals.compactMap { $0.key == key ? $0.value : nil } }
  }

  /// The keys for which a value has arrived, in the order in which they have first arrived.
  package var keys: [Key] {
    content.withLock { content in
      content.arrivals.reduce(into: []) { if !$0.contains($1.key) { $0.append($1.key) } }
    }
  }

  /// Gives the world a value; after an error, the world may have it all the same.
  package func put(_ value: Value, as key: Key) async throws {
    try await pass()
    content.withLock { $0.arrivals.append((key, value)) }
    try await pass()
  }

  /// Asks the world for what it has.
  package func get(_ key: Key) async throws -> Value? {
    try await pass()
    let value = self[key]
    try await pass()
    return value
  }

  /// Repeats a call until it succeeds.
  package func insisting<Answer>(_ call: (World) async throws -> Answer) async -> Answer {
    while true {
      do {
        return try await call(self)
      } catch {}
    }
  }

  /// Lets others go on for a while, and may fail.
  private func pass() async throws {
    await Task.yield()
    if content.withLock({ $0.faultsLeft == 0 }) { return }
    guard await Choice.isMade() else { return }
    let fails = content.withLock { content in
      defer { content.faultsLeft = max(0, content.faultsLeft - 1) }
      return content.faultsLeft > 0
    }
    if fails { throw Outage() }
  }
}

/// The error of a ``World``.
package struct Outage: Error, CustomStringConvertible {
  package var description: String { "outage" }
}

/// A decision of the explorer.
package enum Choice {
  /// Returns `false` in the usual order.
  ///
  /// Two tasks race, and the explorer chooses the one that goes on first.
  package static func isMade() async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      for answer in [false, true] { group.addTask { answer } }
      return await group.next() ?? false
    }
  }
}
