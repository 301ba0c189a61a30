import SpinAsync
import SpinCallbacks
import SpinCore
import SpinDurable
import SpinRecording
import SpinTesting
import Testing

/// What a store may contain by damage, by mistake or on purpose: each gets a sentence, and nothing traps.
@Suite struct RecoveryTests {
  private static let sum = Spin<Int, Int>(initialState: 0) { Reducer { $0 &+= $1 } }

  private static func snapshot(_ number: Int) -> EventRecord {
    EventRecord(.snapshot, number: number, bytes: Array("5".utf8))
  }

  private static func event(_ number: Int) -> EventRecord {
    EventRecord(.event, number: number, bytes: Array("1".utf8))
  }

  private func refusal(
    _ records: [EventRecord], _ durability: DurableOptions<Int, Int> = DurableOptions()
  ) async -> String? {
    let store = MemoryStore()
    store["sum"] = records
    let error = await #expect(throws: RecoveryError.self) {
      try await Self.sum.open("sum", in: store, on: .callbacks, durability: durability)
    }
    #expect(store["sum"] == records)
    return error?.description
  }

  @Test(arguments: [Int.min, -1, .max / 2, .max - 1])
  func aSnapshotWithAnImpossibleNumberIsRefused(_ number: Int) async {
    let sentence =
      "\"sum\", record \(number): the store has found snapshot \(number) where none can be."
    #expect(await refusal([Self.snapshot(number)]) == sentence)
    #expect(await refusal([Self.snapshot(number), Self.event(number + 1)]) == sentence)
  }

  @Test func eventsOutOfOrderAreRefused() async {
    #expect(
      await refusal([Self.snapshot(0), Self.event(1), Self.event(1)])
        == "\"sum\", record 1: the events are out of order: record 1 follows 1.")
    #expect(
      await refusal([Self.snapshot(0), Self.event(.max)])
        == "\"sum\", record \(Int.max): the event 1 is missing: record \(Int.max) follows 0.")
  }

  @Test func aMigrationThatThrowsIsNamedWithTheRecord() async {
    struct Unknown: Error {}
    let durability = DurableOptions<Int, Int>(version: 2) { _ in throw Unknown() }
    #expect(
      await refusal([Self.snapshot(0)], durability) == """
        "sum", record 0: the migration cannot change this snapshot of version 1 to version 2: Unknown(). \
        The record is 5
        """)
  }

  @Test func aMigrationMustReturnTheVersionOfTheProgram() async {
    let durability = DurableOptions<Int, Int>(version: 3) { record in
      var record = record
      record.version = record.kind == .snapshot ? 3 : 2
      return record
    }
    #expect(
      await refusal([Self.snapshot(0), Self.event(1)], durability) == """
        "sum", record 1: migrating: has returned this event with version 2, and the program has version 3: return it \
        as the program would have written it, with that version.
        """)
  }

  /// Otherwise the log would begin again, as if it were new.
  @Test func aMigrationMustNotDropEachSnapshot() async {
    let durability = DurableOptions<Int, Int>(version: 2) { _ in nil }
    for records in [[Self.snapshot(0)], [Self.snapshot(10)], [Self.snapshot(0), Self.event(1)]] {
      #expect(
        await refusal(records, durability) == """
          "sum", record \(records[0].number): migrating: has dropped each snapshot. Let it change this one, with \
          which the log begins.
          """)
    }
  }

  @Test(arguments: [
    (
      LyingStore.Lie.oneSnapshotForAll,
      "record 0: the store has found snapshot 0 where none can be."
    ),
    (
      .snapshotBeyond,
      "record \(Int.max): the store has found snapshot \(Int.max) where none can be."
    ),
    (.eventAsSnapshot, "record 0: the store has found event 0 where none can be."),
    (.snapshotAsEvent, "record 1: the store has found snapshot 1 where none can be."),
  ])
  func aStoreThatReturnsSomethingElseIsRefused(_ lie: LyingStore.Lie, _ sentence: String) async {
    let durability = DurableOptions<Int, Int>(version: lie == .oneSnapshotForAll ? 2 : 1) { _ in nil
    }
    let error = await #expect(throws: RecoveryError.self) {
      try await Self.sum.open(
        "sum", in: LyingStore(lie: lie), on: .callbacks, durability: durability)
    }
    #expect(error?.description == "\"sum\", \(sentence)")
  }

  /// A log without an end is read until the task is cancelled.
  @Test func anOpeningCanBeCancelled() async {
    let opening = Task {
      try await Self.sum.open("sum", in: LyingStore(lie: .events), on: .callbacks)
    }
    opening.cancel()
    await #expect(throws: CancellationError.self) { try await opening.value }
  }

  /// A store may return no events to a cancelled task, which must not look like the end of the log.
  @Test func anOpeningThatWasCancelledBeforeStartsNothing() async {
    let store = MemoryStore()
    store["sum"] = [Self.snapshot(10)]
    let opening = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await Self.sum.open("sum", in: store, on: .callbacks)
    }
    await #expect(throws: CancellationError.self) { try await opening.value }
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await RunLog(of: "sum", in: store, by: Self.sum, durability: DurableOptions())
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  @Test func anOlderSnapshotThatCannotBeReadIsNotMissed() async throws {
    let store = LyingStore(lie: .olderSnapshotDamaged)
    #expect(try await Self.sum.open("sum", in: store, on: .callbacks).state == 6)
  }

  @Test func aLogGoesOnAfterItsSnapshotWithoutTheEventsBefore() async throws {
    let store = MemoryStore()
    store["sum"] = [Self.snapshot(10)]
    let running = try await Self.sum.open("sum", in: store, on: .callbacks)
    #expect(try await running.send(1) == 6)
    #expect(try await Self.sum.open("sum", in: store, on: .callbacks).state == 6)
  }
}

/// A store that returns what nobody has asked for.
struct LyingStore: EventStore, EventLog {
  enum Lie: Sendable {
    case oneSnapshotForAll, snapshotBeyond, eventAsSnapshot, snapshotAsEvent, events
    case olderSnapshotDamaged
  }

  let lie: Lie

  func open(_ name: String) async throws -> any EventLog { self }
  func openForReading(_ name: String) async throws -> any EventLog { self }

  func snapshot(before number: Int) async throws -> EventRecord? {
    if lie == .olderSnapshotDamaged, number != .max {
      throw EventStoreError(.damaged, "The snapshot is damaged.")
    }
    return EventRecord(
      lie == .eventAsSnapshot ? .event : .snapshot, number: lie == .snapshotBeyond ? number : 0,
      bytes: Array("5".utf8))
  }

  func events(after number: Int, limit: Int) async throws -> [EventRecord] {
    if lie != .events && number > 0 { return [] }
    let kind = lie == .snapshotAsEvent ? EventRecord.Kind.snapshot : .event
    return [EventRecord(kind, number: number + 1, bytes: Array("1".utf8))]
  }

  func append(_ batch: EventBatch) { batch.finish(.success(())) }

  func close() {}
}
