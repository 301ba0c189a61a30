import SpinConformance
import SpinDurable
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

/// Stores that keep the promises, and stores that break one.
@Suite struct StoreConformanceTests {
  @Test(arguments: StoreConformance.promises)
  func aMemoryStoreKeepsThePromises(_ promise: StoreConformance) async throws {
    let store = MemoryStore()
    try await promise.check { store }
  }

  @Test(arguments: StoreConformance.promises)
  func aFaultyStoreWithoutFaultsKeepsThePromises(_ promise: StoreConformance) async throws {
    let store = FaultyStore(MemoryStore(), seed: 1, oneIn: .max)
    try await promise.check { store }
  }

  @Test func eachPromiseHasANameOfItsOwn() {
    let names = StoreConformance.promises.map(\.name)
    #expect(Set(names).count == names.count)
  }

  /// The check waited forever.
  @Test func aStoreThatNeverAnswersIsFound() async throws {
    let promise = try #require(StoreConformance.promises.first)
    let limit = Duration.milliseconds(50)
    let error = await #expect(throws: BrokenStorePromise.self) {
      try await promise.check(
        {
          let (never, _) = AsyncStream.makeStream(of: Void.self)
          for await _ in never {}
          return MemoryStore()
        }, within: limit)
    }
    #expect(error?.found == "no end of the check within \(limit)")
  }

  /// Each store breaks something, and the promise that is about it says so.
  @Test(arguments: [
    (BrokenStore.Fault.letsAllWrite, ["whoOpensALogRefusesTheOthers", "aNewLogIsFencedToo"]),
    (.takesAnyPosition, ["aBatchMustFollowTheNewestEvent"]),
    (.keepsHalf, ["eventsAreReadInOrder", "aLargeBatchIsKept"]),
    (.forgetsVersions, ["recordsAreKeptAsTheyAre"]),
    (.hasOneLog, ["logsAreIndependent"]),
    (.staysOpen, ["aClosedLogRefuses"]),
    (.findsNewestSnapshot, ["theNewestSnapshotIsFound"]),
    (.ignoresLimits, ["eventsAreReadInOrder"]),
    (.losesAtStart, ["whatIsKeptIsThereAfterwards"]),
    (.acknowledgesEarly, ["eventsAreReadInOrder", "whatIsKeptIsThereAfterwards"]),
    (.keepsLate, ["anAppendOnItsWayIsKeptBeforeAnOpeningOrNotAtAll"]),
    (.readsNamesAsBytes, ["logsAreIndependent"]),
    (.looksByOpening, ["whoLooksRefusesNobody"]),
  ])
  func aBrokenStoreIsFound(_ fault: BrokenStore.Fault, by names: [String]) async throws {
    for name in names {
      let promise = try #require(StoreConformance.promises.first { $0.name == name })
      let (base, later) = (MemoryStore(), BrokenStore.Later())
      await #expect(throws: BrokenStorePromise.self, "\(fault) passes \(name)") {
        try await promise.check {
          BrokenStore(fault == .losesAtStart ? MemoryStore() : base, fault, later)
        }
      }
    }
  }
}

/// A store that does one thing wrong.
struct BrokenStore: EventStore {
  enum Fault: Sendable {
    case letsAllWrite, takesAnyPosition, keepsHalf, forgetsVersions, hasOneLog, staysOpen
    case findsNewestSnapshot, ignoresLimits, losesAtStart
    /// It acknowledges a batch and keeps it with the next one.
    case acknowledgesEarly
    /// It asks who owns the log, and keeps the batch when somebody has read the log.
    case keepsLate
    case readsNamesAsBytes, looksByOpening
  }

  private let base: MemoryStore
  private let fault: Fault
  private let later: Later

  init(_ base: MemoryStore, _ fault: Fault, _ later: Later) {
    self.base = base
    self.fault = fault
    self.later = later
  }

  /// What the store does after it should.
  final class Later: Sendable {
    private let action = Guarded<(@Sendable () -> Void)?>(nil)

    func add(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

    func run() { action.withLock { $0.take() }?() }
  }

  func open(_ name: String) async throws -> any EventLog {
    let name =
      switch fault {
      case .hasOneLog: "one"
      case .readsNamesAsBytes: name.utf8.map { "\($0)" }.joined(separator: " ")
      default: name
      }
    return Log(log: try await base.open(name), store: base, name: name, fault: fault, later: later)
  }

  func openForReading(_ name: String) async throws -> any EventLog {
    if fault == .looksByOpening { return try await open(name) }
    return try await base.openForReading(name)
  }

  private struct Log: EventLog {
    let log: any EventLog
    let store: MemoryStore
    let name: String
    let fault: Fault
    let later: Later

    func snapshot(before number: Int) async throws -> EventRecord? {
      try await log.snapshot(before: fault == .findsNewestSnapshot ? .max : number)
    }

    func events(after number: Int, limit: Int) async throws -> [EventRecord] {
      defer { if fault == .keepsLate { later.run() } }
      return try await log.events(after: number, limit: fault == .ignoresLimits ? .max : limit)
    }

    func append(_ batch: EventBatch) {
      guard var records = try? batch.records() else { return log.append(batch) }
      switch fault {
      case .letsAllWrite, .takesAnyPosition, .staysOpen:
        let newest = store[name].last { $0.kind == .event }?.number ?? 0
        if fault != .takesAnyPosition, newest != batch.previous { return log.append(batch) }
        store[name] += records
        return batch.finish(.success(()))
      case .keepsHalf: records = Array(records.prefix((records.count + 1) / 2))
      case .forgetsVersions:
        records = records.map { EventRecord($0.kind, number: $0.number, bytes: $0.bytes) }
      case .acknowledgesEarly:
        let next = EventBatch(records, after: batch.previous) { _ in }
        later.run()
        later.add { [log] in log.append(next) }
        return batch.finish(.success(()))
      case .keepsLate:
        return log.append(
          EventBatch([], after: batch.previous) { [store, name, records, later] result in
            guard case .success = result else { return batch.finish(result) }
            later.add {
              store[name] += records
              batch.finish(.success(()))
            }
          })
      case .hasOneLog, .looksByOpening, .findsNewestSnapshot, .ignoresLimits, .losesAtStart,
        .readsNamesAsBytes:
        break
      }
      log.append(EventBatch(records, after: batch.previous) { batch.finish($0) })
    }

    func close() { if fault != .staysOpen { log.close() } }
  }
}
