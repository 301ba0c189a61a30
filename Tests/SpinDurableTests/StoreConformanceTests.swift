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
  ])
  func aBrokenStoreIsFound(_ fault: BrokenStore.Fault, by names: [String]) async throws {
    for name in names {
      let promise = try #require(StoreConformance.promises.first { $0.name == name })
      let base = MemoryStore()
      await #expect(throws: BrokenStorePromise.self, "\(fault) passes \(name)") {
        try await promise.check {
          BrokenStore(fault == .losesAtStart ? MemoryStore() : base, fault)
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
  }

  private let base: MemoryStore
  private let fault: Fault

  init(_ base: MemoryStore, _ fault: Fault) {
    self.base = base
    self.fault = fault
  }

  func open(_ name: String) async throws -> any EventLog {
    let name = fault == .hasOneLog ? "one" : name
    return Log(log: try await base.open(name), store: base, name: name, fault: fault)
  }

  private struct Log: EventLog {
    let log: any EventLog
    let store: MemoryStore
    let name: String
    let fault: Fault

    func snapshot(before number: Int) async throws -> EventRecord? {
      try await log.snapshot(before: fault == .findsNewestSnapshot ? .max : number)
    }

    func events(after number: Int, limit: Int) async throws -> [EventRecord] {
      try await log.events(after: number, limit: fault == .ignoresLimits ? .max : limit)
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
      case .hasOneLog, .findsNewestSnapshot, .ignoresLimits, .losesAtStart: break
      }
      log.append(EventBatch(records, after: batch.previous) { batch.finish($0) })
    }

    func close() { if fault != .staysOpen { log.close() } }
  }
}
