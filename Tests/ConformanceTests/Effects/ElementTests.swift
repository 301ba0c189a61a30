import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// An element whose id stays while it becomes another one.
struct Job: Identifiable, Equatable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  let id: String
  var version = 0

  init(_ id: String, _ version: Int) {
    self.id = id
    self.version = version
  }

  /// The id, and behind it the version if it is not 0: `a`, `a1`.
  init(stringLiteral value: String) {
    id = String(value.prefix(1))
    version = Int(value.dropFirst()) ?? 0
  }

  var description: String { version == 0 ? id : "\(id)\(version)" }
}

/// What a jobs spin is told.
enum JobEvent: Equatable, Sendable {
  case set([Job])
  case done(String)
}

struct Jobs: Equatable, Sendable {
  var all: [Job] = []
  var done: [String] = []
}

/// Feedbacks for each element of a collection.
extension Conformance {
  /// A run whose jobs are effects by remote control.
  private func start(
    _ runtime: RuntimeUnderTest, _ remote: Remote<JobEvent>, _ jobs: [Job],
    atMost limit: Int? = nil, strategy: ExecutionStrategy = .cancelOnNewState,
    onDrop: (@Sendable (DroppedEvent<JobEvent>) -> Void)? = nil
  ) -> RunningSpin<Jobs, JobEvent> {
    let spin = Spin<Jobs, JobEvent>(initialState: Jobs(all: jobs)) {
      Feedback(forEach: \.all, atMost: limit) { remote.effect($0) }.strategy(strategy).named("jobs")
      Reducer { jobs, event in
        switch event {
        case .set(let all): jobs.all = all
        case .done(let name): jobs.done.append(name)
        }
      }
    }
    return spin.start(on: runtime, options: RunOptions(onDrop: onDrop))
  }

  /// Sets one collection after another; tells what was started and cancelled for each.
  private func history(
    _ runtime: RuntimeUnderTest, atMost limit: Int? = nil,
    strategy: ExecutionStrategy = .cancelOnNewState, _ collections: [Job]...
  ) async -> [String] {
    let remote = Remote<JobEvent>()
    let running = start(runtime, remote, collections[0], atMost: limit, strategy: strategy)
    await running.idle()
    for jobs in collections.dropFirst() {
      remote.log("|")
      running.emit(.set(jobs))
      await running.idle()
    }
    let log = remote.log.entries
    await running.end()
    return log
  }

  private struct Gauges: Sendable {
    struct Gauge: Identifiable, Equatable, Sendable {
      let id: Int
      var value: Double
    }

    var all = [Gauge(id: 1, value: .nan), Gauge(id: 2, value: 0)]
    var noise = 0
  }

  @Test(.promises("15.3"), arguments: RuntimeUnderTest.all)
  func anElementThatDoesNotEqualItselfChangesWhenItsCollectionIsWritten(
    _ runtime: RuntimeUnderTest
  ) async {
    let log = Transcript<Int>()
    let spin = Spin<Gauges, Double>(initialState: Gauges()) {
      Feedback(forEach: \.all) { gauge in
        log(gauge.id)
        return .none
      }
      Reducer { gauges, value in
        gauges.noise += 1
        if value > 0 { gauges.all[1].value = value }
      }
    }
    let running = spin.start(on: runtime)
    for value in [0.0, 0, 1] { running.emit(value) }
    await running.idle()
    #expect(log.entries == [1, 2, 1, 2])
    await running.end()
  }

  @Test(.promises("15.1", "15.8"), arguments: RuntimeUnderTest.all)
  func eachElementHasAnEffect(_ runtime: RuntimeUnderTest) async {
    let history = await history(
      runtime, ["a", "b"], ["a", "b", "c"], ["c", "b"], ["b", "c", "d"], [], ["a"])
    #expect(
      history == [
        "+a", "+b", "|", "+c", "|", "-a", "|", "+d", "|", "-b", "-c", "-d", "|", "+a",
      ])
  }

  @Test(.promises("15.2", "15.3", "15.4"), arguments: RuntimeUnderTest.all)
  func whatLeftIsCancelledBeforeWhatChangedAndWhatIsNew(_ runtime: RuntimeUnderTest) async {
    let history = await history(runtime, ["a", "b", "c"], ["d", "c1", "a1", "e"])
    #expect(
      history == ["+a", "+b", "+c", "|", "-b", "-c", "-a", "+c1", "+a1", "+d", "+e"])
  }

  @Test(.promises("15.3"), arguments: RuntimeUnderTest.all)
  func theStrategyHoldsForEachElement(_ runtime: RuntimeUnderTest) async {
    var history = await history(
      runtime, strategy: .ignoreNewState, ["a", "b"], ["a1", "b", "c"], ["a2"])
    #expect(history == ["+a", "+b", "|", "+c", "|", "-b", "-c"])
    history = await self.history(
      runtime, strategy: .continueOnNewState, ["a", "b"], ["a1", "b"], ["b"])
    #expect(history == ["+a", "+b", "|", "+a1", "|", "-a", "-a1"])
    history = await self.history(
      runtime, strategy: .queueNewState, ["a", "b"], ["a1", "b1"], ["b2"])
    #expect(history == ["+a", "+b", "|", "|", "-a"])
  }

  @Test(.promises("15.3"), arguments: RuntimeUnderTest.all)
  func aQueueWaitsBehindItsOwnElementOnly(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<JobEvent>()
    let running = start(runtime, remote, ["a", "b"], strategy: .queueNewState)
    running.emit(.set(["a1", "b1"]))
    await running.idle()
    remote.finish("b")
    try await remote.log.until("+b1")
    remote.finish("a")
    try await remote.log.until("+a1")
    #expect(remote.log.entries == ["+a", "+b", "-b", "+b1", "-a", "+a1"])
  }

  @Test(.promises("15.7"), arguments: RuntimeUnderTest.all)
  func ofSeveralElementsWithOneIDTheFirstCounts(_ runtime: RuntimeUnderTest) async {
    let history = await history(
      runtime, ["a", "a1", "b", "a2"], ["b", "a3", "a"], ["b", "b1", "a", "c", "b2"],
      ["c", "b2", "c1"])
    #expect(
      history == [
        "+a", "+b", "|", "-a", "+a3", "|", "-a3", "+a", "+c", "|", "-a", "-b", "+b2",
      ])
  }

  @Test(.promises("15.5", "15.13", "15.14"), arguments: RuntimeUnderTest.all)
  func onlySoManyElementsAreAtWork(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<JobEvent>()
    let running = start(runtime, remote, ["a", "b", "c", "d", "e"], atMost: 2)
    await running.idle()
    #expect(remote.log.entries == ["+a", "+b"])
    remote.finish("b")  // Without an event: the next one starts between two steps.
    try await remote.log.until("+c")
    remote.emit(.done("a"), from: "a")
    await running.idle()
    remote.finish("a")
    try await remote.log.until("+d")
    running.emit(.set(["c", "d", "e", "f"]))
    await running.idle()
    running.emit(.set(["d", "e", "f"]))
    try await remote.log.until("+e")
    #expect(remote.log.entries == ["+a", "+b", "-b", "+c", "-a", "+d", "-c", "+e"])
  }

  @Test(.promises("15.10"), arguments: RuntimeUnderTest.all)
  func aReplacedElementKeepsItsPlace(_ runtime: RuntimeUnderTest) async {
    let history = await history(
      runtime, atMost: 1, ["a", "b", "c"], ["a1", "b", "c"], ["a2", "b", "c1"], ["b", "c1"],
      ["c2", "d"])
    #expect(
      history == ["+a", "|", "-a", "+a1", "|", "-a1", "+a2", "|", "-a2", "+b", "|", "-b", "+c2"])
  }

  @Test(.promises("15.5", "15.10", "15.12"), arguments: RuntimeUnderTest.all)
  func whoWaitsStartsInTheOrderOfAppearanceWithTheNewestElement(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<JobEvent>()
    let running = start(runtime, remote, ["a", "b", "c"], atMost: 1)
    running.emit(.set(["d", "c1", "b1", "a"]))
    running.emit(.set(["d", "c2", "b1", "a"]))
    await running.idle()
    for (done, next) in [("a", "+b1"), ("b1", "+c2"), ("c2", "+d")] {
      remote.finish(done)
      try await remote.log.until(next)
    }
    #expect(remote.log.entries == ["+a", "-a", "+b1", "-b1", "+c2", "-c2", "+d"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anElementThatWaitsAndLeavesIsForgotten(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<JobEvent>()
    let drops = Transcript<DropReason>()
    let running = start(runtime, remote, ["a", "b", "c"], atMost: 1) { drops($0.reason) }
    running.emit(.set(["a", "c"]))
    await running.idle()
    remote.finish("a")
    try await remote.log.until("+c")
    remote.finish("c")
    #expect(try await running.settled().all == ["a", "c"])
    #expect(remote.log.entries == ["+a", "-a", "+c", "-c"])
    #expect(drops.entries.isEmpty)
  }

  @Test(.promises("15.6"), arguments: RuntimeUnderTest.all)
  func whoWaitsForAPlaceKeepsTheLoopFromBeingSettled(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(forEach: { _ in 0..<100 }, atMost: 3) { number in .run { number } }
      Reducer { done, number in done.append(number) }
    }
    let done = try await spin.run(on: runtime())
    #expect(done.sorted() == Array(0..<100))
  }

  @Test(.promises("15.11"), arguments: RuntimeUnderTest.all)
  func aCancelledEffectMakesRoomEvenIfItsBodyWindsDown(_ runtime: RuntimeUnderTest) async throws {
    let (log, mayReturn) = (Transcript<String>(), Gate())
    let spin = Spin<[String], [String]>(initialState: ["a", "b"]) {
      Feedback(forEach: \.self, atMost: 1) { name in
        .sideEffect {
          log("+\(name)")
          await mayReturn.waitStubbornly()
          log("-\(name)")
        }
      }
      Reducer { names, next in names = next }
    }
    let running = spin.start(on: runtime)
    try await log.until("+a")
    running.emit(["b"])
    try await log.until("+b")
    #expect(log.entries == ["+a", "+b"])
    mayReturn.open()
  }

  @Test(.promises("15.14"), arguments: RuntimeUnderTest.all)
  func effectsWithoutWorkNeedNoPlaceForLong(_ runtime: RuntimeUnderTest) async throws {
    for strategy in [ExecutionStrategy.cancelOnNewState, .queueNewState] {
      let spin = Spin<[Int], Int>(initialState: []) {
        Feedback(forEach: { _ in 0..<1000 }, atMost: 1) { number in
          number % 3 == 0 ? .none : .just(number)
        }.strategy(strategy)
        Reducer { done, number in done.append(number) }
      }
      #expect(try await spin.run(on: runtime()) == (0..<1000).filter { $0 % 3 != 0 })
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theOriginNamesTheElement(_ runtime: RuntimeUnderTest) async throws {
    let origins = Transcript<String>()
    let spin = Spin<[Int], Int>(initialState: [1, 2]) {
      Feedback(forEach: \.self) { number in
        if number > 2 { return .none }
        return .merge(.just(number + 10), .run { number + 20 })
      }.named("jobs")
      Reducer { numbers, number in if number == 0 { numbers = [] } }
    }
    let running = spin.start(on: runtime) { transition in
      origins(transition.event.map { "\($0) \(transition.origin)" } ?? "start")
    }
    try await running.settled()
    running.emit(0)
    try await running.settled()
    let all = origins.entries
    #expect(all.prefix(3) == ["start", "11 jobs[1]", "12 jobs[2]"])
    #expect(Set(all.dropFirst(3).prefix(2)) == ["21 jobs[1]", "22 jobs[2]"])
    #expect(all.dropFirst(5) == ["0 outside"])
  }

  @Test(.promises("6.3"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func whatAnElementDeliversAfterItLeftIsStale(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<JobEvent>()
    let running = start(runtime, remote, ["a", "b"])
    running.emit(.set(["b"]))
    try await remote.log.until("-a")
    #expect(remote.emit(.done("a"), from: "a") == .dropped(.stale))
    #expect(remote.emit(.done("b"), from: "b") == .accepted)
    await running.idle()
    #expect(running.state.done == ["b"])
  }

  @Test(.promises("15.15"), arguments: RuntimeUnderTest.all)
  func anElementWhoseEffectHasEndedStartsAgainWhenItChanges(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<JobEvent>()
    let running = start(runtime, remote, ["a", "b"], atMost: 1)
    await running.idle()
    remote.finish("a")
    try await remote.log.until("+b")
    running.emit(.set(["a1", "b"]))  // It has lost its place, and waits for one.
    await running.idle()
    remote.finish("b")
    try await remote.log.until("+a1")
    #expect(remote.log.entries == ["+a", "-a", "+b", "-b", "+a1"])
  }

  @Test(.promises("15.4"), arguments: RuntimeUnderTest.all)
  func aDictionaryAndASortedSetStartInTheOrderOfTheirKeys(_ runtime: RuntimeUnderTest) async throws
  {
    let log = Transcript<String>()
    let spin = Spin<[Int: String], [Int: String]>(initialState: [3: "c", 1: "a", 2: "b"]) {
      Feedback(forEach: \.self) { key, value in
        log("\(key)\(value)")
        return .none
      }
      Feedback(forEach: { Set($0.keys).sorted() }) { key in
        log("\(key)")
        return .none
      }
      Reducer { values, next in values = next }
    }
    let running = spin.start(on: runtime)
    running.emit([5: "e", 2: "B", 4: "d", 1: "A"])
    try await running.settled()
    #expect(
      log.entries == ["1a", "2b", "3c", "1", "2", "3", "1A", "2B", "4d", "5e", "4", "5"])
  }

  /// Nor does `<` order NaN.
  @Test(.promises("15.4"), arguments: RuntimeUnderTest.all)
  func aKeyThatDoesNotEqualItselfLeavesTheOthersInOrder(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<Double>()
    let spin = Spin<[Double: Int], Int>(initialState: [:]) {
      Feedback(forEach: { $0 }) { key, _ in
        log(key)
        return .callback { _ in Cancellation { log(-key) } }
      }
      Reducer { table, count in
        table = [:]
        for key in 0..<count { (table[Double(key + 1)], table[.nan]) = (0, 0) }
      }
    }
    let running = spin.start(on: runtime)
    for count in [9, 0] { try await running.send(count) }
    let counts = (1...9).map(Double.init)
    #expect(log.entries == counts + counts.map { -$0 })
  }

  @Test(.promises("8.7"), arguments: RuntimeUnderTest.all)
  func stoppingCancelsAllElementsAndForgetsThoseThatWait(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<JobEvent>()
    let running = start(runtime, remote, ["a", "b", "c"], atMost: 2)
    await running.idle()
    await running.end()
    #expect(remote.log.entries == ["+a", "+b", "-a", "-b"])
  }

  /// An id that a census counts.
  private final class CountedID: Hashable, Comparable, Sendable {
    private let counted: Counted

    init(_ number: Int, in census: Census) {
      counted = Counted(number, in: census)
    }

    static func == (left: CountedID, right: CountedID) -> Bool {
      left.counted.number == right.counted.number
    }

    static func < (left: CountedID, right: CountedID) -> Bool {
      left.counted.number < right.counted.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(counted.number) }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anElementThatHasLeftLeavesNoIDBehind(_ runtime: RuntimeUnderTest) async throws {
    let census = Census()
    let spin = Spin<[CountedID], [CountedID]>(initialState: []) {
      Feedback(forEach: { $0 }) { _ in .after(.seconds(1), []) }
      Feedback(forEach: { Set($0).sorted() }) { _ in .after(.seconds(1), []) }
      Feedback(forEach: { ids in [CountedID: Int](uniqueKeysWithValues: ids.map { ($0, 0) }) }) {
        _, _ in .after(.seconds(1), [])
      }
      Reducer { ids, event in ids = event }
    }
    let running = spin.start(on: runtime(scheduler: ManualScheduler()))
    try await running.send((0..<10).map { CountedID($0, in: census) })
    try await running.send([])
    // The transition that the loop keeps is without an event after this one.
    try await running.send([])
    await running.idle()
    try await census.untilEmpty()
    await running.end()
  }
}
