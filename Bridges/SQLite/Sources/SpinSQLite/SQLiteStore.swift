internal import Foundation
internal import GRDB
public import SpinDurable
internal import Synchronization

/// A store in a file of SQLite, for many loops of one process.
///
/// ```swift
/// let store = try SQLiteStore(path: path)
/// let sum = try await counter.open("sum", in: store, on: .async)
/// ```
///
/// The file is created if there is none. Its logs are tables whose names begin with `spin_`, so it may have other
/// tables, too. All events that wait, of all loops, go into
/// one transaction, which is finished when the disk has it: SQLite writes a log ahead (`journal_mode=WAL`) and
/// synchronises it with each transaction (`synchronous=FULL`, and `fullfsync` where the system has it).
///
/// Several processes may open one file. A log belongs to the one that has opened it last, and a process that finds
/// the file locked for five seconds gets ``/SpinDurable/EventStoreError/Kind/unavailable``.
///
/// *Isolation*: all members may be used from any thread. The file is read and written on a queue of its own.
public final class SQLiteStore: EventStore {
  /// A batch and where it goes.
  fileprivate struct Waiting: Sendable {
    let batch: EventBatch
    let log: SQLiteLog
  }

  private struct Queue {
    var batches: [Waiting] = []
    var isScheduled = false
  }

  /// The path of the file.
  public let path: String

  fileprivate let database: DatabaseQueue
  private let queue = Mutex(Queue())
  /// The number of transactions that have appended.
  private let transactionCount = Atomic(0)

  /// Opens a file, and creates it if there is none.
  ///
  /// It waits for the disk.
  ///
  /// - Parameter path: The path of the file. SQLite has two more files beside it while it is open.
  /// - Throws: ``/SpinDurable/EventStoreError``.
  public init(path: String) throws {
    self.path = path
    do {
      database = try DatabaseQueue(path: path, configuration: Schema.configuration(path))
      try database.writeWithoutTransaction { try Schema.prepare($0, path) }
    } catch {
      throw EventStoreError.of(error, path)
    }
  }

  /// Opens a log, see ``/SpinDurable/EventStore/open(_:)``.
  public func open(_ name: String) async throws -> any EventLog {
    do {
      let (id, epoch): (Int64, Int64) = try await database.write { [path] db in
        try Schema.checkIsThere(db, path)
        let row = try Row.fetchOne(
          db,
          sql: """
            INSERT INTO spin_logs (name, epoch, head) VALUES (?, 1, 0)
            ON CONFLICT (name) DO UPDATE SET epoch = epoch + 1 RETURNING id, epoch
            """, arguments: [Self.key(name)])
        guard let row else { throw EventStoreError(.damaged, "The log \"\(name)\" has no row.") }
        return (try row.value(0, path), try row.value(1, path))
      }
      return SQLiteLog(self, name, id: id, epoch: epoch)
    } catch {
      throw EventStoreError.of(error, path)
    }
  }

  /// Opens a log to look at it, see ``/SpinDurable/EventStore/openForReading(_:)``.
  public func openForReading(_ name: String) async throws -> any EventLog {
    let id = try await read { db in
      try Int64.fetchOne(
        db, sql: "SELECT id FROM spin_logs WHERE name = ?", arguments: [Self.key(name)])
    }
    // No row has the number 0, and no opening.
    let log = SQLiteLog(self, name, id: id ?? 0, epoch: 0)
    log.close()
    return log
  }

  /// A name as the file has it: equal names as equal bytes, and as text unless a zero would end the text.
  private static func key(_ name: String) -> any DatabaseValueConvertible {
    let name = name.precomposedStringWithCanonicalMapping
    return name.utf8.contains(0) ? Data(name.utf8) : name
  }

  /// The names of the logs, in alphabetical order.
  ///
  /// - Throws: ``/SpinDurable/EventStoreError``, or a `CancellationError` if the task is cancelled.
  public var names: [String] {
    get async throws {
      try await read {
        try DatabaseValue.fetchAll($0, sql: "SELECT name FROM spin_logs")
          .compactMap { String.fromDatabaseValue($0) }.sorted()
      }
    }
  }

  /// Removes the events of a log that a snapshot covers, and the snapshots before it.
  ///
  /// The room in the file is used again. Those events cannot be replayed any more.
  ///
  /// - Parameters:
  ///   - name: The name of the log.
  ///   - count: The number of snapshots to keep, of which the oldest is the new beginning; 1 or more.
  /// - Returns: The number of events that were removed.
  /// - Throws: ``/SpinDurable/EventStoreError``, or a `CancellationError` if the task is cancelled.
  @discardableResult
  public func trim(_ name: String, keepingSnapshots count: Int = 2) async throws -> Int {
    precondition(count > 0, "trim keeps 1 snapshot or more, because a log begins with one.")
    do {
      return try await database.write { db in
        let first = try Row.fetchOne(
          db,
          sql: """
            SELECT log, number FROM spin_snapshots WHERE log = (SELECT id FROM spin_logs WHERE name = ?)
            ORDER BY number DESC LIMIT 1 OFFSET ?
            """, arguments: [Self.key(name), count - 1])
        guard let first else { return 0 }
        let arguments: StatementArguments = [first[0], first[1]]
        try db.execute(
          sql: "DELETE FROM spin_snapshots WHERE log = ? AND number < ?", arguments: arguments)
        try db.execute(
          sql: "DELETE FROM spin_events WHERE log = ? AND number <= ?", arguments: arguments)
        return db.changesCount
      }
    } catch {
      throw EventStoreError.of(error, path)
    }
  }

  fileprivate func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    do {
      return try await database.read(body)
    } catch {
      throw EventStoreError.of(error, path)
    }
  }

  // MARK: Appending

  fileprivate func append(_ waiting: Waiting) {
    let begins = queue.withLock { queue in
      queue.batches.append(waiting)
      defer { queue.isScheduled = true }
      return !queue.isScheduled
    }
    if begins { database.asyncWriteWithoutTransaction { self.writeAll(in: $0) } }
  }

  /// Writes the waiting batches in one transaction.
  ///
  /// The next transaction comes after those who wait to open or read a log.
  private func writeAll(in db: Database) {
    let batches = take()
    if batches.isEmpty { return }
    // The user's coding must neither hold the transaction nor undo that of others.
    let encoded = batches.map { waiting in (waiting, Result { try waiting.batch.records() }) }
    var results: [Result<Void, any Error>] = []
    do {
      try db.inTransaction(.immediate) {
        try Schema.checkIsThere(db, path)
        results = try encoded.map { waiting, records in
          guard case .success(let records) = records else { return records.map { _ in } }
          do {
            return .success(try waiting.log.insert(records, waiting.batch, db))
          } catch  where db.isInsideTransaction {
            return .failure(EventStoreError.of(error, path))
          }
        }
        return .commit
      }
    } catch {
      let error = EventStoreError.of(error, path)
      results = batches.map { _ in .failure(error) }
    }
    transactionCount.add(1, ordering: .relaxed)
    for (waiting, result) in zip(batches, results) { waiting.batch.finish(result) }
    database.asyncWriteWithoutTransaction { self.writeAll(in: $0) }
  }

  private func take() -> [Waiting] {
    queue.withLock { queue in
      defer { queue.batches = [] }
      if queue.batches.isEmpty { queue.isScheduled = false }
      return queue.batches
    }
  }
}

/// One opening of a log.
private final class SQLiteLog: EventLog {
  private let store: SQLiteStore
  private let name: String
  private let id: Int64
  private let epoch: Int64
  private let isClosed = Atomic(false)

  init(_ store: SQLiteStore, _ name: String, id: Int64, epoch: Int64) {
    self.store = store
    self.name = name
    self.id = id
    self.epoch = epoch
  }

  func snapshot(before number: Int) async throws -> EventRecord? {
    try await store.read { [store, id] db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT number, version, bytes FROM spin_snapshots WHERE log = ? AND number < ?
          ORDER BY number DESC LIMIT 1
          """, arguments: [id, number]
      ).map { try EventRecord(.snapshot, $0, store.path) }
    }
  }

  func events(after number: Int, limit: Int) async throws -> [EventRecord] {
    try await store.read { [store, id] db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT number, version, bytes FROM spin_events WHERE log = ? AND number > ?
          ORDER BY number LIMIT ?
          """, arguments: [id, number, limit]
      ).map { try EventRecord(.event, $0, store.path) }
    }
  }

  func append(_ batch: EventBatch) {
    if isClosed.load(ordering: .acquiring) {
      return batch.finish(.failure(EventStoreError.closed(name)))
    }
    store.append(SQLiteStore.Waiting(batch: batch, log: self))
  }

  func close() { isClosed.store(true, ordering: .releasing) }

  /// Inserts the records of a batch, all or none.
  func insert(_ records: [EventRecord], _ batch: EventBatch, _ db: Database) throws {
    let head = records.last { $0.kind == .event }?.number ?? batch.previous
    // With the head: otherwise nothing could follow a batch that does not fit into the file.
    try db.inSavepoint {
      try db.cachedStatement(
        sql: "UPDATE spin_logs SET head = ? WHERE id = ? AND epoch = ? AND head = ?"
      ).execute(arguments: [head, id, epoch, batch.previous])
      guard db.changesCount == 1 else { throw try refusal(of: batch, db) }
      let event = try db.cachedStatement(
        sql: "INSERT INTO spin_events (log, number, version, bytes) VALUES (?, ?, ?, ?)")
      let snapshot = try db.cachedStatement(
        sql:
          "INSERT OR REPLACE INTO spin_snapshots (log, number, version, bytes) VALUES (?, ?, ?, ?)")
      for record in records {
        try (record.kind == .event ? event : snapshot).execute(
          arguments: [id, record.number, record.version, Data(record.bytes)])
      }
      return .commit
    }
  }

  private func refusal(of batch: EventBatch, _ db: Database) throws -> EventStoreError {
    let row = try Row.fetchOne(
      db, sql: "SELECT epoch, head FROM spin_logs WHERE id = ?", arguments: [id])
    guard let row else {
      return EventStoreError(.damaged, "The log \"\(name)\" was removed from \(store.path).")
    }
    return try row.value(0, store.path) == epoch
      ? .conflict(name, newest: try row.value(1, store.path), previous: batch.previous)
      : .superseded(name)
  }
}

extension EventRecord {
  fileprivate init(_ kind: Kind, _ row: Row, _ path: String) throws(EventStoreError) {
    self.init(
      kind, number: try row.value(0, path), version: try row.value(1, path),
      bytes: Array(try row.value(2, path) as Data))
  }
}

extension Row {
  /// The value of a column.
  ///
  /// NB: a column of SQLite has values of any type, which another program may have written.
  fileprivate func value<Value: DatabaseValueConvertible>(
    _ column: Int, _ path: String
  ) throws(EventStoreError) -> Value {
    let found: DatabaseValue = self[column]
    if let value = Value.fromDatabaseValue(found) { return value }
    throw EventStoreError(
      .damaged, "\(path) is damaged: it has \(found) where the store writes another type.")
  }
}

extension SQLiteStore {
  /// The number of transactions that have appended, for measurements.
  package var transactions: Int { transactionCount.load(ordering: .relaxed) }

  /// Lets SQLite refuse to write, as for a file that is read-only.
  package func refuseToWrite() async throws {
    try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
  }

  /// Limits the size of the file, so that tests meet a full disk.
  package func limit(pages: Int) async throws {
    try await database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
  }
}
