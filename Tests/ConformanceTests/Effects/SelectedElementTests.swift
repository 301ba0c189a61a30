import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinTestSupport
import Testing

/// Feedbacks for each element whose effects depend on a value of the element, or on its attempt.
extension Conformance {
  /// An element that keeps the progress of its own effect.
  struct Load: Identifiable, Equatable, Sendable, CustomStringConvertible {
    let id: Int
    var request: String?
    var progress = 0
    var upload = Attempt<String, String>()

    var description: String { "\(id)\(request ?? "-")\(progress)" }
  }

  /// The same elements in each kind of collection.
  struct Loads: Sendable {
    var list: [Load] = []
    var children = Children<Int, Load>()
    var byID: [Int: Load] = [:]

    mutating func set(_ loads: [Load]) {
      list = loads
      byID = Dictionary(uniqueKeysWithValues: loads.map { ($0.id, $0) })
      children = Children(loads.map { ($0.id, $0) })
    }
  }

  enum LoadForm: CaseIterable {
    case list, children, byID

    /// A feedback on the requests of the loads.
    func onRequest<Event>(
      _ limit: Int?, _ effect: @escaping @Sendable (Load) -> Effect<Event>
    ) -> Feedback<Loads, Event> {
      switch self {
      case .list: Feedback(forEach: \.list, on: \.request, atMost: limit) { effect($0) }
      case .children:
        Feedback(forEach: \.children, on: \.part.request, atMost: limit) { _, load in effect(load) }
      case .byID:
        Feedback(forEach: \.byID, on: \.value.request, atMost: limit) { _, load in effect(load) }
      }
    }

    /// A feedback that makes the attempts of the loads.
    func attempting<Event>(
      _ limit: Int?, _ effect: @escaping @Sendable (Load, Int) -> Effect<Event>
    ) -> Feedback<Loads, Event> {
      switch self {
      case .list:
        Feedback(forEach: \.list, attempting: \.upload, atMost: limit) { effect($0, $1) }
      case .children:
        Feedback(forEach: \.children, attempting: \.part.upload, atMost: limit) {
          effect($0.part, $1)
        }
      case .byID:
        Feedback(forEach: \.byID, attempting: \.value.upload, atMost: limit) {
          effect($0.value, $1)
        }
      }
    }
  }

  static let loadsReducer = Reducer<Loads, [Load]> { loads, event in loads.set(event) }

  /// Sets one collection after another; tells what was started and cancelled for each.
  private func history(
    _ runtime: RuntimeUnderTest, _ form: LoadForm, atMost limit: Int? = nil,
    strategy: ExecutionStrategy = .cancelOnNewState, _ collections: [Load]...
  ) async -> [String] {
    let remote = Remote<[Load]>()
    let spin = Spin<Loads, [Load]>(initialState: Loads()) {
      form.onRequest(limit) { remote.effect($0) }.strategy(strategy)
      Self.loadsReducer
    }
    let running = spin.start(on: runtime())
    for loads in collections {
      remote.log("|")
      running.emit(loads)
      await running.idle()
    }
    let log = remote.log.entries
    await running.end()
    return Array(log.dropFirst())
  }

  @Test(.promises("15.16", "15.17"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func anEffectRestartsOnlyIfTheSelectedValueOfItsElementChanges(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async {
    let history = await history(
      runtime, form,
      [Load(id: 1, request: "a"), Load(id: 2, request: "b")],
      [Load(id: 1, request: "a", progress: 5), Load(id: 2, request: "b")],
      [Load(id: 1, request: "c", progress: 6), Load(id: 2, request: "b", progress: 1)],
      [Load(id: 1, request: "c", progress: 7)],
      [Load(id: 1, request: "c", progress: 8), Load(id: 2, request: "b", progress: 2)])
    #expect(
      history == ["+1a0", "+2b0", "|", "|", "-1a0", "+1c6", "|", "-2b0", "|", "+2b2"])
  }

  @Test(.promises("15.18"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func anElementWithoutAValueHasNoEffect(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async {
    var history = await history(
      runtime, form,
      [Load(id: 1), Load(id: 2, request: "b")],
      [Load(id: 1, progress: 1), Load(id: 2, progress: 1)],
      [Load(id: 1, request: "a", progress: 2), Load(id: 2)],
      [Load(id: 1, progress: 3), Load(id: 2, request: "b", progress: 4)],
      [Load(id: 3)], [])
    #expect(history == ["+2b0", "|", "-2b0", "|", "+1a2", "|", "-1a2", "+2b4", "|", "-2b4", "|"])
    history = await self.history(
      runtime, form, strategy: .queueNewState,
      [Load(id: 1, request: "a")], [Load(id: 1, request: "b")], [Load(id: 1)])
    #expect(history == ["+1a0", "|", "|", "-1a0"])
  }

  @Test(.promises("15.17", "15.18"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func anElementThatWaitsForAPlaceIsTheNewestWhenItsTurnComes(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async throws {
    let remote = Remote<[Load]>()
    let spin = Spin<Loads, [Load]>(initialState: Loads()) {
      form.onRequest(1) { remote.effect($0) }
      Self.loadsReducer
    }
    let running = spin.start(on: runtime)
    let first = Load(id: 1, request: "a")
    // The second takes no place, the third gives up its place in line, and the fourth changes.
    running.emit([
      first, Load(id: 2), Load(id: 3, request: "c"), Load(id: 4, request: "d"),
      Load(id: 5, request: "e"),
    ])
    let rest = [Load(id: 4, request: "d", progress: 9), Load(id: 5, request: "f", progress: 8)]
    running.emit([first, Load(id: 2), Load(id: 3)] + rest)
    await running.idle()
    remote.finish("1a0")
    try await remote.log.until("+4d9")
    running.emit(rest)
    running.emit([Load(id: 5, request: "f", progress: 10)])
    try await remote.log.until("+5f10")
    #expect(remote.log.entries == ["+1a0", "-1a0", "+4d9", "-4d9", "+5f10"])
  }

  // MARK: Attempts

  /// What becomes of the attempt of a load.
  enum LoadEvent: Equatable, Sendable {
    case start(Int, Backoff), progress(Int), refused(Int), sent(Int), cancel(Int), remove(Int)
    /// The attempt of one is refused, and another one starts.
    case handedOver(Int, to: Int)
  }

  /// A load that equals each other one of its id.
  struct Vague: Identifiable, Sendable, Equatable {
    let id: Int, request: String

    static func == (left: Vague, right: Vague) -> Bool { left.id == right.id }
  }

  @Test(.promises("15.15"), arguments: RuntimeUnderTest.all)
  func whatEqualsItsPredecessorIsNotAskedForItsValue(_ runtime: RuntimeUnderTest) async {
    let remote = Remote<[Vague]>()
    let spin = Spin<[Vague], [Vague]>(initialState: []) {
      Feedback(forEach: { $0 }, on: \.request) { remote.effect("list \($0.request)") }
      Feedback(forEach: { Children($0.map { ($0.id, $0) }) }, on: \.part.request) { _, part in
        remote.effect("part \(part.request)")
      }
      Reducer { $0 = $1 }
    }
    let running = spin.start(on: runtime())
    for loads in [
      [Vague(id: 1, request: "a")], [Vague(id: 1, request: "b")],
      [Vague(id: 1, request: "c"), Vague(id: 2, request: "d")],
    ] {
      remote.log("|")
      running.emit(loads)
      await running.idle()
    }
    #expect(
      remote.log.entries == [
        "|", "+list a", "+part a", "|", "|", "-list a", "+list c", "+list d", "+part d",
      ])
    await running.end()
  }

  private static let attempts = Reducer<Loads, LoadEvent> { loads, event in
    var list = loads.list
    func change(_ id: Int, _ change: (inout Load) -> Void) {
      if let index = list.firstIndex(where: { $0.id == id }) { change(&list[index]) }
    }
    switch event {
    case .start(let id, let backoff): change(id) { $0.upload.start(retrying: backoff) }
    case .progress(let id): change(id) { $0.progress += 1 }
    case .refused(let id): change(id) { $0.upload.retryOrFail("refused") }
    case .sent(let id): change(id) { $0.upload.succeed("sent") }
    case .cancel(let id): change(id) { $0.upload.cancel() }
    case .remove(let id): list.removeAll { $0.id == id }
    case .handedOver(let id, let other):
      change(id) { $0.upload.retryOrFail("refused") }
      change(other) { $0.upload.start() }
    }
    loads.set(list)
  }

  private func start(
    _ runtime: RuntimeUnderTest, _ time: ManualScheduler, _ feedback: Feedback<Loads, LoadEvent>,
    loads count: Int, seed: UInt64? = nil
  ) -> RunningSpin<Loads, LoadEvent> {
    var loads = Loads()
    loads.set((1...count).map { Load(id: $0) })
    let spin = Spin<Loads, LoadEvent>(initialState: loads) {
      feedback
      Self.attempts
    }
    return spin.start(on: runtime, scheduler: time, options: RunOptions(seed: seed))
  }

  @Test(.promises("15.19"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func aRetryKeepsThePlaceOfAnEffectThatHasEndedWithItsFailure(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async throws {
    let (time, log) = (ManualScheduler(), Transcript<String>())
    let feedback: Feedback<Loads, LoadEvent> = form.attempting(1) { load, number in
      log("\(load.id) \(number)")
      return .run { .refused(load.id) }
    }
    let running = start(runtime, time, feedback, loads: 2)
    for id in 1...2 { running.emit(.start(id, .constant(.seconds(1), attempts: 3))) }
    for _ in 1...4 {
      try await time.untilAlarms(1)
      time.advance(by: .seconds(1))
    }
    #expect(try await running.settled().list.map(\.upload.failure) == ["refused", "refused"])
    #expect(log.entries == ["1 1", "1 2", "1 3", "2 1", "2 2", "2 3"])
    await running.end()
  }

  /// Another element wants its place in the same step, and may stand before it in the collection.
  @Test(.promises("15.19"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func aRetryKeepsItsPlaceWhenAnotherElementStarts(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async throws {
    for (retried, other) in [(1, 2), (2, 1)] {
      let (time, log) = (ManualScheduler(), Transcript<String>())
      let feedback: Feedback<Loads, LoadEvent> = form.attempting(1) { load, number in
        log("\(load.id) \(number)")
        return .run { load.id == retried ? .handedOver(retried, to: other) : .sent(other) }
      }
      let running = start(runtime, time, feedback, loads: 2)
      running.emit(.start(retried, .constant(.seconds(1), attempts: 3)))
      for _ in 1...2 {
        try await time.untilAlarms(1)
        time.advance(by: .seconds(1))
      }
      _ = try await running.settled()
      #expect(log.entries == ["\(retried) 1", "\(retried) 2", "\(retried) 3", "\(other) 1"])
      await running.end()
    }
  }

  @Test(.promises("15.19", "17.18"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func eachElementMakesItsOwnAttempts(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async throws {
    let (time, remote) = (ManualScheduler(), Remote<LoadEvent>())
    let feedback: Feedback<Loads, LoadEvent> = form.attempting(2) { load, number in
      remote.effect("\(load.id) \(number)")
    }
    let running = start(runtime, time, feedback, loads: 4)
    await running.idle()
    #expect(remote.log.entries == [])  // Nobody has started.
    for id in 1...3 {
      running.emit(.start(id, .constant(.seconds(id), attempts: 3)))
      running.emit(.progress(id))
    }
    await running.idle()
    #expect(remote.log.entries == ["+1 1", "+2 1"])
    remote.emit(.refused(1), from: "1 1")
    try await time.untilAlarms(1)
    await running.idle()
    // It keeps its place while it waits, so the third one waits as well.
    #expect(remote.log.entries == ["+1 1", "+2 1", "-1 1"])
    time.advance(by: .seconds(1))
    try await remote.log.until("+1 2")
    remote.emit(.sent(1), from: "1 2")
    try await remote.log.until("+3 1")
    running.emit(.cancel(2))
    running.emit(.start(4, .never))
    try await remote.log.until("+4 1")
    running.emit(.remove(3))
    try await remote.log.until("-3 1")
    remote.emit(.refused(4), from: "4 1")
    let end = try await running.settled()
    #expect(
      remote.log.entries == [
        "+1 1", "+2 1", "-1 1", "+1 2", "-1 2", "+3 1", "-2 1", "+4 1", "-3 1", "-4 1",
      ])
    #expect(
      end.list.map { "\($0.upload)" } == [
        #"succeeded("sent")"#, "cancelled", #"failed("refused")"#,
      ])
    #expect(end.list.map(\.progress) == [1, 1, 0])
    #expect(time.alarmCount == 0)
  }

  /// A part whose `==` ignores its attempt.
  private struct Quiet: Equatable, Sendable {
    var progress = 0
    var upload = Attempt<String, String>()

    static func == (left: Quiet, right: Quiet) -> Bool { left.progress == right.progress }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anAttemptThatEndsUnseenByEqualityIsNotMade(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<LoadEvent>()
    var quiet = Quiet()
    quiet.upload.start()
    let spin = Spin<Children<Int, Quiet>, LoadEvent>(
      initialState: Children([(1, quiet), (2, quiet), (3, quiet)])
    ) {
      Feedback(forEach: { $0 }, attempting: \.part.upload, atMost: 1) { child, _ in
        remote.effect("\(child.id)")
      }
      Reducer { children, event in
        switch event {
        case .cancel(let id): children[id: id]?.upload.cancel()
        case .sent(let id):
          children[id: id]?.upload.succeed("sent")
          children[id: id]?.progress += 1
        default: break
        }
      }
    }
    let running = spin.start(on: runtime)
    try await remote.log.until("+1")
    running.emit(.cancel(2))
    remote.emit(.sent(1), from: "1")
    try await remote.log.until("+3")
    remote.emit(.sent(3), from: "3")
    try await running.settled()
    #expect(remote.log.entries == ["+1", "-1", "+3", "-3"])
  }

  /// Otherwise all elements that fail together would try again together.
  @Test(.promises("17.17"), arguments: RuntimeUnderTest.all, LoadForm.allCases)
  func theJitterOfAnAttemptDependsOnItsElementAndNotOnTheOrderOfTheElements(
    _ runtime: RuntimeUnderTest, _ form: LoadForm
  ) async throws {
    func moments(_ order: [Int], seed: UInt64) async throws -> [Int: Duration] {
      let (time, sent) = (ManualScheduler(), Transcript<Int>())
      let feedback: Feedback<Loads, LoadEvent> = form.attempting(nil) { load, number in
        if number == 1 { return .just(.refused(load.id)) }
        return .run {
          sent(load.id)
          return .sent(load.id)
        }
      }
      let running = start(runtime, time, feedback, loads: 5, seed: seed)
      for id in order {
        running.emit(.start(id, .constant(.seconds(10), attempts: 2, jitter: 1)))
      }
      try await time.untilAlarms(5)
      let moments = try await sent.moments(ofFirst: 5, on: time)
      try await running.settled()
      await running.end()
      return moments
    }
    let first = try await moments([1, 2, 3, 4, 5], seed: 1)
    #expect(Set(first.values).count == 5)
    #expect(try await moments([4, 1, 5, 3, 2], seed: 1) == first)
    #expect(try await moments([1, 2, 3, 4, 5], seed: 2) != first)
  }
}
