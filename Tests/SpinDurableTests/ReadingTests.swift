import Foundation
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinDurable
import SpinRecording
import SpinTesting
import Testing

/// The log of a durable loop as a log of a run: replayed, written and shown.
@Suite struct ReadingTests {
  private static let spin = Spin<[Int], Int>(initialState: []) { Reducer { $0.append($1) } }
  private static let durability = DurableOptions<[Int], Int>(snapshotInterval: 10)

  /// A log of 35 events, with snapshots after some of them.
  private func store() async throws -> MemoryStore {
    let store = MemoryStore()
    let running = try await Self.spin.open(
      "numbers", in: store, on: .callbacks, durability: Self.durability)
    for number in 1...35 { _ = try await running.send(number) }
    running.stop()
    _ = await running.finished()
    return store
  }

  @Test func aLogIsReplayed() async throws {
    let log = try await RunLog(
      of: "numbers", in: store(), by: Self.spin, durability: Self.durability)
    #expect(log.header.name == "numbers")
    #expect(log.numbers == 0...35)
    let replay = try log.replay(Self.spin)
    for number in 0...35 {
      #expect(replay.state(at: number) == Array(0...number).dropFirst().map { $0 })
    }
    #expect(replay.firstDifference == nil)
  }

  @Test func aLogBeginsWithTheSnapshotBefore() async throws {
    let store = try await store()
    let snapshots = store["numbers"].filter { $0.kind == .snapshot }.map(\.number)
    try #require(snapshots.count > 1)
    for number in [0, 1, 10, 25, 36, 1_000] {
      let log = try await RunLog(
        of: "numbers", in: store, by: Self.spin, from: number, durability: Self.durability)
      let first = snapshots.last { $0 < max(number, 1) }
      #expect(log.numbers?.lowerBound == first)
      #expect(log.numbers?.upperBound == 35)
    }
    // What was trimmed cannot be shown: the log begins with the oldest snapshot.
    store["numbers"].removeAll { $0.number < snapshots[1] || $0 == store["numbers"].first }
    let rest = try await RunLog(
      of: "numbers", in: store, by: Self.spin, durability: Self.durability)
    #expect(rest.numbers?.lowerBound == snapshots[1])
    #expect(try rest.replay(Self.spin).state(at: 35) == Array(1...35))
  }

  @Test func whoReadsRefusesNobody() async throws {
    let store = MemoryStore()
    let running = try await Self.spin.open("numbers", in: store, on: .callbacks)
    _ = try await running.send(1)
    let log = try await RunLog(
      of: "numbers", in: store, by: Self.spin, durability: Self.durability)
    #expect(log.numbers == 0...1)
    #expect(try await running.send(2) == [1, 2])
    running.stop()
  }

  @Test func anEventThatAMigrationDropsChangesNothing() async throws {
    let store = try await store()
    let durability = DurableOptions<[Int], Int>(version: 2) { record in
      if record.kind == .event, record.number == 20 { return nil }
      return EventRecord(record.kind, number: record.number, version: 2, bytes: record.bytes)
    }
    let log = try await RunLog(of: "numbers", in: store, by: Self.spin, durability: durability)
    #expect(log.numbers == 0...35)
    let replay = try log.replay(Self.spin)
    #expect(replay.state(at: 20) == Array(1...19))
    #expect(replay.state(at: 35) == Array(1...35).filter { $0 != 20 })
  }

  @Test func aLogThatNobodyHasOpenedHasNothingToShow() async throws {
    let error = await #expect(throws: RecoveryError.self) {
      try await RunLog(
        of: "nothing", in: MemoryStore(), by: Self.spin, durability: Self.durability)
    }
    #expect(error?.description == "\"nothing\": there is no snapshot with which the log begins.")
  }

  @Test func aLogIsWrittenAsAFileThatIsReadAgain() async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "spin-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let store = try await store()
    // snippet.inspect
    let log = try await RunLog(
      of: "numbers", in: store, by: Self.spin, durability: Self.durability)
    try log.write(to: file)  // For swift run inspect.
    // snippet.end
    let again = try RunLog<[Int], Int>(contentsOf: file)
    #expect(again.damage == nil && again.numbers == 0...35)
    #expect(try again.replay(Self.spin).state(at: 7) == Array(1...7))
  }
}
