internal import Foundation
internal import GRDB
internal import SpinAsync
internal import SpinDurable
internal import SpinSQLite

/// Measures events that are kept in a file, beside inserts by the same library that wait for the disk one by one.
///
/// usage: swift run -c release StoreBenchmark [SECONDS [FOLDER]]
@main struct StoreBenchmark {
  private static let adding = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }

  static func main() async throws {
    let arguments = CommandLine.arguments
    let seconds = arguments.count > 1 ? Double(arguments[1]) ?? 2 : 2
    let folder = URL(filePath: arguments.count > 2 ? arguments[2] : NSTemporaryDirectory())
      .appending(path: "spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let raw = try inserts(in: folder.appending(path: "raw.sqlite").path, seconds)
    print("inserts, one transaction each".padded, "\(Int(raw)) a second")
    for (loops, senders) in [(1, 1), (1, 64), (1, 512), (200, 1)] {
      let store = try SQLiteStore(path: folder.appending(path: "\(loops)-\(senders).sqlite").path)
      let before = store.transactions
      let rate = try await events(in: store, loops: loops, senders: senders, seconds)
      let count = rate * seconds / Double(max(1, store.transactions - before))
      let name =
        "\(loops == 1 ? "one loop" : "\(loops) loops"), \(senders == 1 ? "one sender each" : "\(senders) senders")"
      print(
        name.padded,
        "\(Int(rate)) a second, \((rate / raw).short) times as many, \(count.short) in a transaction"
      )
    }
    try await measureOpening(SQLiteStore(path: folder.appending(path: "opening.sqlite").path))
  }

  /// Opens a log of 100,000 events, and one with a snapshot before the last 1,000.
  private static func measureOpening(_ store: SQLiteStore) async throws {
    let count = 100_000
    let events = (1...count).map { EventRecord(.event, number: $0, bytes: Array("1".utf8)) }
    for (name, snapshot) in [
      ("from the first snapshot", 0), ("from one before 1,000 events", count - 1_000),
    ] {
      let log = try await store.open(name)
      try await log.append(
        Array(events.prefix(snapshot)) + [
          EventRecord(.snapshot, number: snapshot, bytes: Array("\(snapshot)".utf8))
        ], after: 0)
      try await log.append(Array(events.dropFirst(snapshot)), after: snapshot)
      let begin = ContinuousClock.now
      let running = try await adding.open(name, in: store, on: .async)
      let time = ContinuousClock.now - begin
      guard running.state == count else { fatalError("the state is \(running.state)") }
      print("100,000 events, \(name)".padded, "opened in \(time / .milliseconds(1)) ms")
    }
  }

  /// Inserts rows of the size of an event, each in a transaction of its own; returns how many a second.
  private static func inserts(in path: String, _ seconds: Double) throws -> Double {
    var configuration = Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
    }
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.write {
      try $0.execute(
        sql:
          "CREATE TABLE events (log INTEGER, number INTEGER, bytes BLOB, PRIMARY KEY (log, number)) WITHOUT ROWID"
      )
    }
    let (begin, bytes) = (ContinuousClock.now, Data("1".utf8))
    var count = 0
    while ContinuousClock.now - begin < .seconds(seconds) {
      count += 1
      try database.write {
        try $0.execute(sql: "INSERT INTO events VALUES (1, ?, ?)", arguments: [count, bytes])
      }
    }
    return Double(count) / seconds
  }

  /// Sends events, each sender its next one after the one before was kept; returns how many a second.
  private static func events(
    in store: SQLiteStore, loops: Int, senders: Int, _ seconds: Double
  ) async throws -> Double {
    var running: [RunningSpin<Int, Int>] = []
    for number in 0..<loops {
      running.append(try await adding.open("loop \(number)", in: store, on: .async))
    }
    let begin = ContinuousClock.now
    let count = await withTaskGroup(of: Int.self) { group in
      for loop in running {
        for _ in 0..<senders {
          group.addTask {
            var sent = 0
            while ContinuousClock.now - begin < .seconds(seconds) {
              guard (try? await loop.send(1)) != nil else { fatalError("an event was not kept") }
              sent += 1
            }
            return sent
          }
        }
      }
      return await group.reduce(0, +)
    }
    return Double(count) / seconds
  }
}

extension Double {
  fileprivate var short: String { formatted(.number.precision(.fractionLength(1))) }
}

extension String {
  fileprivate var padded: String { padding(toLength: 46, withPad: " ", startingAt: 0) }
}
