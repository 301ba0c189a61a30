import Dispatch
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinCore
import SpinDurable
import SpinTestSupport
import SpinTesting
import Testing

/// The writer of events, with stores that finish batches in any way.
@Suite struct EventWriterTests {
  private static let numbers = Spin<[Int], Int>(initialState: []) { Reducer { $0.append($1) } }

  private typealias Options = DurableOptions<[Int], Int>

  @Test func aRunMayNeverTakeASnapshotAndNeverWait() async throws {
    let store = MemoryStore()
    let running = try await Self.numbers.open(
      "numbers", in: store, on: .callbacks,
      durability: Options(snapshotInterval: .max, stepsAhead: .max))
    for number in 1...10 { _ = try await running.send(number) }
    await running.end()
    #expect(store["numbers"].filter { $0.kind == .snapshot }.map(\.number) == [0])
  }

  /// A store that is slow once and then finishes each batch in its append must not fill the stack.
  @Test(arguments: RuntimeUnderTest.durable)
  func batchesThatFinishAtOnceAreNotNested(_ runtime: RuntimeUnderTest) async throws {
    let store = WaywardStore(.inTheCall)
    let running = try await Self.numbers.open(
      "numbers", in: store, on: runtime(), durability: Options(stepsAhead: .max))
    store.keepsWaiting.withLock { $0 = true }
    for number in 1...5_000 { running.emit(number) }
    await running.idle()
    store.goOn()
    try await running.settled()
    #expect(store.base.events("numbers").count == 5_000)
    #expect(store.appends.withLock { $0.mostAtOnce } == 1)
    await running.end()
  }

  @Test(
    arguments: RuntimeUnderTest.durable,
    [.inTheCall, .elsewhere, .elsewhereInTheCall, .inAnyWay] as [WaywardStore.Way])
  func eventsAreKeptHoweverAStoreFinishes(
    _ runtime: RuntimeUnderTest, _ way: WaywardStore.Way
  ) async throws {
    let store = WaywardStore(way)
    let running = try await Self.numbers.open(
      "numbers", in: store, on: runtime(),
      durability: Options(snapshotInterval: 5, stepsAhead: 40))
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<3 {
        group.addTask {
          for step in 0..<30 {
            if step % 3 == 0 {
              _ = try? await running.send(sender * 30 + step)
            } else {
              running.emit(sender * 30 + step)
            }
          }
        }
      }
    }
    running.emit(90)
    running.stop()
    let state = await running.finished()
    #expect(store.base.events("numbers") == state.map { "\($0)" })
    await store.closed.waitStubbornly()
    for snapshot in store.base["numbers"] where snapshot.kind == .snapshot {
      let expected = "[\(state.prefix(snapshot.number).map { "\($0)" }.joined(separator: ","))]"
      #expect(String(decoding: snapshot.bytes, as: UTF8.self) == expected)
    }
  }

  enum End: CaseIterable { case stop, drop, failure, fence }

  @Test(arguments: RuntimeUnderTest.durable, End.allCases)
  func theLogIsReleasedAtTheEnd(_ runtime: RuntimeUnderTest, _ end: End) async throws {
    let alive = Census()
    let store = WaywardStore(.inTheCall, countsIn: alive)
    var running: RunningSpin? = try await Self.counted(in: alive)
      .open("numbers", in: store, on: runtime())
    _ = try await running?.send(1)
    switch end {
    case .stop: running?.stop()
    case .drop: break
    case .failure: store.base.failNext(with: CancellationError())
    case .fence: _ = try await store.base.open("numbers")
    }
    if end == .failure || end == .fence {
      await #expect(throws: NotDurable.self) { _ = try await running?.send(2) }
    }
    running = nil
    await store.closed.waitStubbornly()
    try await alive.untilEmpty()
  }

  /// An event that ends with the code of a user.
  private struct Loud: Codable, Sendable {
    private enum CodingKeys: CodingKey { case number }

    let number: Int
    var object: Counted?
  }

  /// On the main actor, whoever emits at home makes the step at once, which writes.
  @MainActor @Test func eventsThatAreGivenUpEndOutsideOfTheLockOfTheWriter() async throws {
    let (store, alive) = (WaywardStore(.inTheCall), Census())
    let (handle, results) = (Handle<Int, Loud>(), Transcript<EmitResult?>())
    let spin = Spin<Int, Loud>(initialState: 0) { Reducer { $0 += $1.number } }
    let running = try await spin.open("loud", in: store, on: .mainActor)
    handle.set(running)
    store.keepsWaiting.withLock { $0 = true }
    running.emit(Loud(number: 1))
    do {
      let object = Counted(in: alive) { results(handle.emit(Loud(number: 3))) }
      running.emit(Loud(number: 2, object: object))
    }
    running.emit(Loud(number: 4))  // The loop keeps the newest event itself.
    await running.idle()
    store.base.failNext(with: CancellationError())
    store.goOn()
    try await alive.untilEmpty()
    #expect(results.entries == [.dropped(.stopped)])
    await #expect(throws: NotDurable.self) { try await running.settled() }
    handle.set(nil)
  }

  /// A spin whose loops have an object that is counted.
  private static func counted(in alive: Census) -> Spin<[Int], Int> {
    let counted = Counted(in: alive)
    return Spin(initialState: []) {
      Reducer { numbers, number in withExtendedLifetime(counted) { numbers.append(number) } }
    }
  }
}

/// A store that finishes batches where and when it likes.
final class WaywardStore: EventStore {
  enum Way: Sendable { case inTheCall, elsewhere, elsewhereInTheCall, inAnyWay }

  let base = MemoryStore()
  let keepsWaiting = Guarded(false)
  let appends = Guarded((now: 0, mostAtOnce: 0, all: 0))
  let closed = Gate()
  private let alive: Census?
  private let way: Way
  private let random = Guarded(SystemRandomNumberGenerator())
  private let waiting = Guarded<(any EventLog, EventBatch)?>(nil)

  init(_ way: Way, countsIn alive: Census? = nil) { (self.way, self.alive) = (way, alive) }

  func open(_ name: String) async throws -> any EventLog {
    Log(try await base.open(name), self, alive.map { Counted(in: $0) })
  }

  func openForReading(_ name: String) async throws -> any EventLog {
    try await base.openForReading(name)
  }

  /// Keeps the batch that has waited.
  func goOn() {
    if let (log, batch) = waiting.withLock({ $0.take() }) { log.append(batch) }
  }

  private func append(_ batch: EventBatch, to log: any EventLog) {
    let waits = keepsWaiting.withLock { keepsWaiting in
      defer { keepsWaiting = false }
      return keepsWaiting
    }
    if waits { return waiting.withLock { $0 = (log, batch) } }
    let ways = [Way.inTheCall, .elsewhere, .elsewhereInTheCall]
    let any = random.withLock { ways.randomElement(using: &$0) }
    switch way == .inAnyWay ? any ?? way : way {
    case .elsewhere: DispatchQueue.global().async { log.append(batch) }
    case .elsewhereInTheCall:
      let isKept = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        log.append(batch)
        isKept.signal()
      }
      isKept.wait()
    default: log.append(batch)
    }
  }

  final class Log: EventLog {
    private let log: any EventLog
    private let store: WaywardStore
    private let counted: Counted?

    init(_ log: any EventLog, _ store: WaywardStore, _ counted: Counted?) {
      (self.log, self.store, self.counted) = (log, store, counted)
    }

    func snapshot(before number: Int) async throws -> EventRecord? {
      try await log.snapshot(before: number)
    }

    func events(after number: Int, limit: Int) async throws -> [EventRecord] {
      try await log.events(after: number, limit: limit)
    }

    func append(_ batch: EventBatch) {
      store.appends.withLock { $0 = ($0.now + 1, max($0.mostAtOnce, $0.now + 1), $0.all + 1) }
      store.append(batch, to: log)
      store.appends.withLock { $0.now -= 1 }
    }

    func close() {
      log.close()
      store.closed.open()
    }
  }
}
