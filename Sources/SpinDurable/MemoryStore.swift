internal import SpinCore

/// A store in memory, for tests, whose commits, faults and crashes the test decides.
///
/// ```swift
/// let store = MemoryStore(commits: .manual)
/// let parcels = try await Parcels.spin.open("parcels", in: store, on: .async)
/// parcels.emit(.ordered(id: "7", to: "Rome"))
/// store.crash()
/// let again = try await Parcels.spin.open("parcels", in: store, on: .async)  // Without the parcel.
/// ```
///
/// All members may be used from any thread.
public final class MemoryStore: EventStore {
  /// When a store keeps what is appended.
  public enum Commits: Hashable, Sendable {
    /// In the append.
    case atOnce
    /// When the test calls ``MemoryStore/commit()``. The first snapshot of a log is kept at once.
    case manual
  }

  struct Content: Sendable {
    var records: [EventRecord] = []
    var epoch = 0
    var waiting: EventBatch?
  }

  struct Fault: Sendable {
    let error: any Error
    let keeps: Bool
  }

  struct Logs: Sendable {
    var contents: [String: Content] = [:]
    /// The fault of the next commit.
    var fault: Fault?
  }

  private let commits: Commits
  private let logs = Guarded(Logs())

  /// Creates a store without logs.
  public init(commits: Commits = .atOnce) { self.commits = commits }

  // MARK: What a test does

  /// Keeps what was appended, and reports it.
  ///
  /// A loop that goes on in the call may append again. What it appends waits for the next call.
  public func commit() {
    for name in names { keep(name, reports: true) }
  }

  /// Loses what was appended and not kept, and refuses everybody who has opened a log.
  ///
  /// A run that waits for nothing learns of it with its next event.
  ///
  /// - Parameter keeping: Whether the store keeps it and dies before it reports that.
  public func crash(keeping: Bool = false) {
    for name in names {
      if keeping { keep(name, reports: false) }
      let batch = logs.withLock { logs in
        logs.contents[name]?.epoch += 1
        return logs.contents[name]?.waiting.take()
      }
      batch?.finish(.failure(EventStoreError(.unavailable, "The store has crashed.")))
    }
  }

  /// Makes the next commit of events fail.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - keeping: Whether the store keeps the records all the same, like a store whose answer is lost.
  public func failNext(with error: any Error, keeping: Bool = false) {
    logs.withLock { $0.fault = Fault(error: error, keeps: keeping) }
  }

  /// The records of a log that are kept, in order.
  public subscript(name: String) -> [EventRecord] {
    get { logs.withLock { $0.contents[name]?.records ?? [] } }
    set { logs.withLock { $0.contents[name, default: Content()].records = newValue } }
  }

  /// The names of the logs, in alphabetical order.
  public var names: [String] { logs.withLock { $0.contents.keys.sorted() } }

  // MARK: What a loop does

  /// Opens a log, see ``EventStore/open(_:)``.
  public func open(_ name: String) async throws -> any EventLog { openNow(name) }

  /// Opens a log to look at it, see ``EventStore/openForReading(_:)``.
  public func openForReading(_ name: String) async throws -> any EventLog {
    let log = MemoryLog(self, name, epoch: 0)
    log.close()
    return log
  }

  package func openNow(_ name: String) -> MemoryLog {
    let (epoch, batch) = logs.withLock { logs in
      logs.contents[name, default: Content()].epoch += 1
      return (logs.contents[name]?.epoch ?? 0, logs.contents[name]?.waiting.take())
    }
    batch?.finish(.failure(EventStoreError.superseded(name)))
    return MemoryLog(self, name, epoch: epoch)
  }

  func append(_ batch: EventBatch, to name: String, epoch: Int) {
    let refusal = logs.withLock { logs -> EventStoreError? in
      let newest = logs.contents[name]?.epoch
      if newest != epoch { return .superseded(name) }
      logs.contents[name]?.waiting = batch
      return nil
    }
    if let refusal { return batch.finish(.failure(refusal)) }
    if commits == .atOnce || self[name].isEmpty { keep(name, reports: true) }
  }

  /// Keeps the waiting batch of a log.
  private func keep(_ name: String, reports: Bool) {
    let (batch, fault, epoch) = logs.withLock { logs in
      let batch = logs.contents[name]?.waiting.take()
      // The first snapshot belongs to the opening.
      let fault =
        batch == nil || logs.contents[name]?.records.isEmpty == true ? nil : logs.fault.take()
      return (batch, fault, logs.contents[name]?.epoch)
    }
    guard let batch else { return }
    var result = fault.map { Result<Void, any Error>.failure($0.error) } ?? .success(())
    if fault?.keeps ?? true {
      do {
        // The user's coding must not run under the lock.
        let records = try batch.records()
        if let refusal = add(records, after: batch.previous, to: name, epoch) {
          result = .failure(refusal)
        }
      } catch {
        result = .failure(error)
      }
    }
    if reports { batch.finish(result) }
  }

  private func add(
    _ records: [EventRecord], after previous: Int, to name: String, _ epoch: Int?
  ) -> EventStoreError? {
    logs.withLock { logs in
      // Another may have opened the log while the records were encoded.
      if logs.contents[name]?.epoch != epoch { return .superseded(name) }
      // NB: a snapshot has the number of the newest event, whose record a test may have removed.
      let newest = logs.contents[name]?.records.last?.number ?? 0
      if newest != previous { return .conflict(name, newest: newest, previous: previous) }
      logs.contents[name]?.records += records
      return nil
    }
  }
}

/// One opening of a log of a ``MemoryStore``.
package final class MemoryLog: EventLog {
  private let store: MemoryStore
  private let name: String
  private let epoch: Int
  private let isClosed = Guarded(false)

  init(_ store: MemoryStore, _ name: String, epoch: Int) {
    self.store = store
    self.name = name
    self.epoch = epoch
  }

  package func snapshot(before number: Int) async throws -> EventRecord? {
    newestSnapshot(before: number)
  }

  package func newestSnapshot(before number: Int) -> EventRecord? {
    store[name].last { $0.kind == .snapshot && $0.number < number }
  }

  package func events(after number: Int, limit: Int) async throws -> [EventRecord] {
    Array(events(after: number).prefix(limit))
  }

  package func events(after number: Int) -> [EventRecord] {
    store[name].filter { $0.kind == .event && $0.number > number }
  }

  package func append(_ batch: EventBatch) {
    if isClosed.withLock({ $0 }) { return batch.finish(.failure(EventStoreError.closed(name))) }
    store.append(batch, to: name, epoch: epoch)
  }

  package func close() { isClosed.withLock { $0 = true } }
}
