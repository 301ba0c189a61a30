public import SpinDurable

/// A promise of ``/SpinDurable/EventStore``, which a store can be tested for.
///
/// Test a store with one line:
///
/// ```swift
/// @Test(arguments: StoreConformance.promises)
/// func myStoreKeepsThePromises(_ promise: StoreConformance) async throws {
///   try await promise.check { try MyStore(path: path) }
/// }
/// ```
///
/// A check needs no test framework: it throws a ``BrokenStorePromise``.
public struct StoreConformance: Sendable, CustomStringConvertible {
  /// The promise as a name, such as `aBatchIsKeptWholeOrNotAtAll`.
  public let name: String

  /// The promise as a sentence.
  public let description: String

  private let body: @Sendable (StoreTrial) async throws -> Void

  init(
    _ name: String, _ description: String,
    _ body: @escaping @Sendable (StoreTrial) async throws -> Void
  ) {
    self.name = name
    self.description = description
    self.body = body
  }

  /// Checks that a store keeps this promise.
  ///
  /// The check uses logs with names of its own, so the store may have others.
  ///
  /// *Isolation*: the closure is called one at a time, in a task on a separate dispatch queue.
  ///
  /// *Cancellation*: ends the check with a `CancellationError`.
  ///
  /// - Parameters:
  ///   - openStore: Opens the store, as a program does at its start; called once or more. Each call must open
  ///     the same content, even while the store of an earlier call is alive.
  ///   - limit: The real time that the check may take. A store that never answers fails then.
  /// - Throws: ``BrokenStorePromise`` with the expected and the actual behaviour.
  public func check(
    _ openStore: @escaping @Sendable () async throws -> any EventStore,
    within limit: Duration = .seconds(60)
  ) async throws {
    let late = BrokenStorePromise(
      name: name, promise: description, found: "no end of the check within \(limit)")
    do {
      try await run(within: limit, late: { late }, giveUp: { $0.cancel() }) {
        try await body(StoreTrial(promise: self, openStore: openStore))
      }
    } catch let error where !(error is BrokenStorePromise || error is CancellationError) {
      throw BrokenStorePromise(
        name: name, promise: description, found: "an error that is not expected: \(error)")
    }
  }

  /// All promises.
  public static var promises: [StoreConformance] {
    reading + writing + opening
  }
}

/// The error of a store that breaks a promise.
public struct BrokenStorePromise: Error, Hashable, CustomStringConvertible {
  /// The name of the promise, see ``StoreConformance/name``.
  public let name: String

  /// The promise as a sentence.
  public let promise: String

  /// What the store did instead, in words.
  public let found: String

  /// The promise and the finding in two lines.
  public var description: String {
    """
    \(name): \(promise)
    Found: \(found)
    """
  }
}

/// A store on trial.
struct StoreTrial: Sendable {
  let promise: StoreConformance
  let openStore: @Sendable () async throws -> any EventStore
  /// Sets the names of logs apart from those of other trials.
  private let mark = UInt64.random(in: 0 ... .max)

  init(
    promise: StoreConformance, openStore: @escaping @Sendable () async throws -> any EventStore
  ) {
    self.promise = promise
    self.openStore = openStore
  }

  /// Opens a log as a program does that has just started.
  func open(_ name: String = "log") async throws -> any EventLog {
    try await openStore().open("\(name)-\(mark)")
  }

  /// Opens a log as a tool does that looks at it.
  func openForReading(_ name: String = "log") async throws -> any EventLog {
    try await openStore().openForReading("\(name)-\(mark)")
  }

  func expect(_ condition: Bool, _ found: @autoclosure () -> String) throws {
    if condition { return }
    throw BrokenStorePromise(
      name: promise.name, promise: promise.description, found: found())
  }

  /// Expects that a log has these records, snapshots aside.
  func expect(_ log: any EventLog, has events: [EventRecord]) async throws {
    let found = try await all(log)
    try expect(found == events, "the events are \(found), and not \(events)")
  }

  /// Reads all events.
  func all(_ log: any EventLog, after number: Int = 0, limit: Int = 100) async throws
    -> [EventRecord]
  {
    var (found, newest) = ([EventRecord](), number)
    while case let next = try await log.events(after: newest, limit: limit), let last = next.last {
      try expect(next.count <= limit, "\(next.count) events, where \(limit) were asked for")
      try expect(last.number > newest, "the events after \(newest) end with \(last.number)")
      found += next
      newest = last.number
    }
    return found
  }

  /// Expects that an append fails.
  func expectRefusal(
    of records: [EventRecord], after previous: Int, by log: any EventLog,
    as kind: EventStoreError.Kind? = nil, _ situation: String
  ) async throws {
    do {
      try await log.append(records, after: previous)
    } catch {
      if let kind {
        let found = (error as? EventStoreError)?.kind
        try expect(
          found == kind, "\(situation), the error is \(error), and not of the kind \(kind)")
      }
      return
    }
    try expect(false, "\(situation), the append succeeds")
  }
}

/// Events with some numbers, whose bytes are their numbers.
func someEvents(_ numbers: ClosedRange<Int>) -> [EventRecord] {
  numbers.map { EventRecord(.event, number: $0, bytes: Array("\($0)".utf8)) }
}

func someSnapshot(_ number: Int) -> EventRecord {
  EventRecord(.snapshot, number: number, bytes: Array("state \(number)".utf8))
}
