import Foundation
import GRDB
import SpinAsync
import SpinConformance
import SpinDurable
import SpinSQLite
import Synchronization
import Testing

/// The promises of stores, and what can be wrong with a file.
@Suite struct SQLiteStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let counting = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }

  @Test(arguments: StoreConformance.promises)
  func itKeepsThePromises(_ promise: StoreConformance) async throws {
    let path = folder.path("store.sqlite")
    try await promise.check { try SQLiteStore(path: path) }
    let one = try SQLiteStore(path: folder.path("one.sqlite"))
    try await promise.check { one }
  }

  @Test func aLoopGoesOnInAnotherProcess() async throws {
    let (path, counter) = (folder.path("sums.sqlite"), Self.counting)
    // snippet.open
    let store = try SQLiteStore(path: path)
    let sum = try await counter.open("sum", in: store, on: .async)
    #expect(try await sum.send(3) == 3)
    // snippet.end
    #expect(try await store.names == ["sum"])
    let again = try await Self.counting.open(
      "sum", in: SQLiteStore(path: store.path), on: .async)
    #expect(again.state == 3)
    #expect(try await again.send(4) == 7)
    await #expect(throws: NotDurable.self) { try await sum.send(1) }
  }

  /// Events of many loops go into one transaction, and each loop gets what is its own.
  @Test func manyLoopsShareAFile() async throws {
    let store = try SQLiteStore(path: folder.path("many.sqlite"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...50 {
        group.addTask {
          let running = try await Self.counting.open("loop \(number)", in: store, on: .async)
          for _ in 1...20 { _ = try await running.send(number) }
          running.stop()
          _ = await running.finished()
        }
      }
      try await group.waitForAll()
    }
    for number in 1...50 {
      let running = try await Self.counting.open("loop \(number)", in: store, on: .async)
      #expect(running.state == 20 * number)
    }
  }

  @Test func whatASnapshotCoversCanBeTrimmed() async throws {
    let store = try SQLiteStore(path: folder.path("trim.sqlite"))
    let options = DurableOptions<Int, Int>(snapshotInterval: 10)
    let running = try await Self.counting.open("sum", in: store, on: .async, durability: options)
    for _ in 1...60 { _ = try await running.send(1) }
    running.stop()
    _ = await running.finished()
    let log = try await store.open("sum")
    let snapshots = try #require(try await log.snapshot(before: .max))
    #expect(try await store.trim("sum", keepingSnapshots: 1) == snapshots.number)
    #expect(try await store.trim("sum", keepingSnapshots: 1) == 0)
    #expect(try await store.trim("nothing") == 0)
    _ = try await store.open("a\0b")
    #expect(try await store.names == ["a\0b", "sum"])
    #expect(try await log.snapshot(before: snapshots.number) == nil)
    #expect(try await Self.counting.open("sum", in: store, on: .async).state == 60)
  }

  // MARK: Files that cannot be used

  private func error(_ path: String) -> String? {
    do {
      _ = try SQLiteStore(path: path)
      return nil
    } catch { return "\(error)" }
  }

  @Test func aFileThatCannotBeOpenedIsNamed() throws {
    let missing = folder.path("no/such/store.sqlite")
    #expect(error(missing)?.hasPrefix("\(missing) cannot be opened:") == true)
    let text = folder.path("text")
    try Data(String(repeating: "no database ", count: 100).utf8).write(to: URL(filePath: text))
    #expect(error(text) == "\(text) is no database of SQLite.")
    #expect(error(folder.path("")) != nil)
  }

  @Test func aPlaceWithoutALogAheadIsRefused() {
    #expect(
      error(":memory:")
        == ":memory:: SQLite cannot write a log ahead in this place, for its journal mode is memory: "
        + "name a file on a local disk.")
  }

  @Test func aFileOfANewerFormatIsRefused() throws {
    let path = folder.path("newer.sqlite")
    _ = try SQLiteStore(path: path)
    try DatabaseQueue(path: path).writeWithoutTransaction {
      try $0.execute(sql: "UPDATE spin_format SET version = 9")
    }
    #expect(
      error(path)
        == "\(path) has the format 9, and this version of SpinSQLite writes 1: use a newer one.")
  }

  /// Opens a file, and waits for a store that locks it, such as while that closes it.
  private func patient(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// The file of an app, which has tables and a version of its own.
  @Test(arguments: [0, 1, 5])
  func aFileMayHaveTablesOfOthers(version: Int) async throws {
    let path = folder.path("app.sqlite")
    let app = try patient(path)
    try await app.writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE notes (text TEXT); PRAGMA user_version = \(version)")
    }
    for sum in 1...2 {
      let running = try await Self.counting.open("sum", in: SQLiteStore(path: path), on: .async)
      #expect(try await running.send(1) == sum)
    }
    let found = try await app.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    #expect(found == version)
  }

  /// It has set `user_version`, and had no table for the format.
  @Test func aFileOfAnEarlierVersionIsRead() async throws {
    let path = folder.path("earlier.sqlite")
    for sum in 1...2 {
      let running = try await Self.counting.open("sum", in: SQLiteStore(path: path), on: .async)
      #expect(try await running.send(1) == sum)
      try await patient(path).writeWithoutTransaction {
        try $0.execute(sql: "DROP TABLE IF EXISTS spin_format; PRAGMA user_version = 1")
      }
    }
  }

  /// A column of SQLite takes values of any type, so another program may have written what no store writes.
  @Test(arguments: [
    "UPDATE spin_events SET bytes = 5", "UPDATE spin_events SET number = 'x'",
    "UPDATE spin_events SET version = 'x'", "UPDATE spin_snapshots SET version = 'x'",
    "UPDATE spin_logs SET epoch = 9223372036854775807",
  ])
  func aValueOfAnotherTypeIsSaid(_ change: String) async throws {
    let path = folder.path("foreign.sqlite")
    let store = try SQLiteStore(path: path)
    let running = try await Self.counting.open("sum", in: store, on: .async)
    _ = try await running.send(1)
    try await DatabaseQueue(path: path).write { try $0.execute(sql: change) }
    let error = await #expect(throws: EventStoreError.self) {
      try await Self.counting.open("sum", in: store, on: .async)
    }
    #expect(error?.kind == .damaged)
    #expect(error?.description.hasPrefix("\(path) is damaged: it has ") == true)
  }

  /// SQLite itself does not wait for others who make a new file one with a log ahead.
  @Test func manyMayCreateAFileAtOnce() throws {
    for round in 1...30 {
      let path = folder.path("new \(round).sqlite")
      let errors = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        if let error = error(path) { errors.withLock { $0.append(error) } }
      }
      #expect(errors.withLock { $0 } == [])
    }
  }

  @Test func whoeverIsCancelledGetsThatError() async throws {
    let store = try SQLiteStore(path: folder.path("cancelled.sqlite"))
    let opening = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await store.open("sum")
    }
    await #expect(throws: CancellationError.self) { try await opening.value }
  }

  @Test func aFileThatAnotherProcessLocksIsSaidAndNothingIsLost() async throws {
    let path = folder.path("locked.sqlite")
    let store = try SQLiteStore(path: path)
    let running = try await Self.counting.open("sum", in: store, on: .async)
    #expect(try await running.send(1) == 1)
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { db in
      try db.beginTransaction(.immediate)
    }
    let error = await #expect(throws: NotDurable.self) { try await running.send(2) }
    #expect(
      error.map { "\($0.underlying)" }
        == "\(path): another process has locked the file for too long.")
    try await other.writeWithoutTransaction { try $0.rollback() }
    #expect(try await Self.counting.open("sum", in: store, on: .async).state == 1)
  }

  /// A disk without room: SQLite reports the same when a file may not grow.
  @Test func aFullDiskIsSaidAndNothingIsLost() async throws {
    let path = folder.path("full.sqlite")
    let words = Spin<[String], String>(initialState: []) { Reducer { $0.append($1) } }
    let store = try SQLiteStore(path: path)
    try await store.limit(pages: 40)
    let running = try await words.open("words", in: store, on: .async)
    var kept = 0
    var failure: NotDurable?
    do {
      for _ in 1...100 {
        _ = try await running.send(String(repeating: "word", count: 1_000))
        kept += 1
      }
    } catch let error as NotDurable { failure = error }
    #expect(failure.map { "\($0.underlying)" } == "\(path): the disk is full.")
    #expect(kept > 5)
    let again = try await words.open("words", in: SQLiteStore(path: path), on: .async)
    #expect(again.state.count == kept)
    // The log goes on when there is room.
    #expect(try await again.send("more").count == kept + 1)
  }

  /// A batch that does not fit leaves no trace, though another batch of the transaction is kept.
  @Test func aBatchThatFailsAloneIsKeptNotAtAll() async throws {
    let path = folder.path("alone.sqlite")
    let store = try SQLiteStore(path: path)
    let (log, other) = (try await store.open("log"), try await store.open("other"))
    // A row where the next event is to go: as a file that was changed by hand.
    try await DatabaseQueue(path: path).write {
      try $0.execute(sql: "INSERT INTO spin_events VALUES (1, 2, 1, x'')")
    }
    let events = [1, 2].map { EventRecord(.event, number: $0, bytes: []) }
    let (results, result) = AsyncStream.makeStream(of: Bool.self)
    let note: EventBatch.Completion = { result.yield((try? $0.get()) != nil) }
    // The queue is busy while it finishes a batch, so the two that follow wait for one transaction.
    log.append(
      EventBatch([EventRecord(.snapshot, number: 0, bytes: [])], after: 0) { _ in
        log.append(EventBatch(events, after: 0, completion: note))
        other.append(EventBatch(events, after: 0, completion: note))
      })
    var next = results.makeAsyncIterator()
    #expect(await [next.next(), next.next()] == [false, true])
    #expect(store.transactions == 2)
    #expect(try await other.events(after: 0, limit: 9) == events)
    try await log.append([events[0]], after: 0)
  }

  /// Loops that write without a pause must not keep others from opening a log.
  @Test(.timeLimit(.minutes(1))) func aLogCanBeOpenedWhileOthersWrite() async throws {
    let store = try SQLiteStore(path: folder.path("busy.sqlite"))
    let writer = EndlessWriter(try await store.open("busy"))
    writer.append(after: 0)
    let running = try await Self.counting.open("sum", in: store, on: .async)
    #expect(try await running.send(1) == 1)
    writer.stop()
  }

  @Test func aLinkLeadsToTheFile() async throws {
    let (path, link) = (folder.path("file.sqlite"), folder.path("link.sqlite"))
    _ = try SQLiteStore(path: path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let running = try await Self.counting.open("sum", in: SQLiteStore(path: link), on: .async)
    #expect(try await running.send(1) == 1)
  }

  @Test(arguments: ["removed", "replaced", "moved", "log removed"])
  func aFileThatIsNotThereAnyMoreAcknowledgesNothing(_ what: String) async throws {
    let path = folder.path("gone.sqlite")
    let store = try SQLiteStore(path: path)
    let running = try await Self.counting.open("sum", in: store, on: .async)
    #expect(try await running.send(1) == 1)
    let files = FileManager.default
    switch what {
    case "moved": try files.moveItem(atPath: path, toPath: folder.path("elsewhere.sqlite"))
    case "log removed": try files.removeItem(atPath: path + "-wal")
    default: try files.removeItem(atPath: path)
    }
    if what == "replaced" { #expect(files.createFile(atPath: path, contents: Data())) }
    let error = await #expect(throws: NotDurable.self) { try await running.send(2) }
    let sentence = "\(path) or the file beside it was removed or replaced while it was open."
    #expect(error.map { "\($0.underlying)" } == sentence)
    let opening = await #expect(throws: EventStoreError.self) { try await store.open("sum") }
    #expect(opening?.description == sentence)
  }

  @Test func aStoreThatMayNotWriteIsSaidAndNothingIsLost() async throws {
    let path = folder.path("readonly.sqlite")
    let store = try SQLiteStore(path: path)
    let running = try await Self.counting.open("sum", in: store, on: .async)
    _ = try await running.send(1)
    try await store.refuseToWrite()
    let error = await #expect(throws: NotDurable.self) { try await running.send(1) }
    #expect(error.map { "\($0.underlying)" } == "\(path) is read-only.")
    #expect(try await Self.counting.open("sum", in: SQLiteStore(path: path), on: .async).state == 1)
  }
}

/// Appends the next event when the one before is kept, in the call that says so.
private final class EndlessWriter: Sendable {
  private let log: any EventLog
  private let isStopped = Mutex(false)

  init(_ log: any EventLog) { self.log = log }

  func append(after number: Int) {
    let event = EventRecord(.event, number: number + 1, bytes: [])
    log.append(
      EventBatch([event], after: number) { [self] _ in
        if !isStopped.withLock({ $0 }) { append(after: number + 1) }
      })
  }

  func stop() { isStopped.withLock { $0 = true } }
}

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "spin-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
