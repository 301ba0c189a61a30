import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinTestSupport
import Testing

/// What a spin of children is told.
enum ChildrenEvent: Equatable, Sendable {
  case set(String, Int)
  case insert(String, at: Int)
  case remove(String)
  case move(String, to: Int)
  case moveAndSort
  case removeAndAdd(String)
  case done(String)
  case undo
}

/// A state with children, and with the children before the last event.
struct Playroom: Equatable, Sendable {
  var children: Children<String, Int> = ["b": 0, "a": 0]
  var earlier: [Children<String, Int>] = []
  var done: [String] = []

  mutating func reduce(_ event: ChildrenEvent) {
    if event == .undo {
      if let last = earlier.popLast() { children = last }
      return
    }
    earlier.append(children)
    switch event {
    case .set(let id, let part): children[id: id] = part
    case .insert(let id, let position): children.insert(0, id: id, at: position)
    case .remove(let id): children.remove(id: id)
    case .move(let id, let position): children.move(id: id, to: position)
    case .moveAndSort:
      children.reverse()
      children.sort { $0.id < $1.id }
    case .removeAndAdd(let id):
      let part = children.remove(id: id)
      children[id: id] = part
    case .done(let name): done.append(name)
    case .undo: break
    }
  }
}

/// A feedback for each of the children of a state.
extension Conformance {
  private func start(
    _ runtime: RuntimeUnderTest, _ remote: Remote<ChildrenEvent>, atMost limit: Int? = nil,
    strategy: ExecutionStrategy = .cancelOnNewState,
    onTransition: (@Sendable (Transition<Playroom, ChildrenEvent>) -> Void)? = nil
  ) -> RunningSpin<Playroom, ChildrenEvent> {
    let spin = Spin<Playroom, ChildrenEvent>(initialState: Playroom()) {
      Feedback(forEach: \.children, atMost: limit) { id, part in
        remote.effect("\(id)\(part)")
      }.strategy(strategy).named("children")
      Reducer { room, event in room.reduce(event) }
    }
    return spin.start(on: runtime) { onTransition?($0) }
  }

  /// Emits one event after another, each when what is expected of the one before has happened; tells
  /// what was started and cancelled for each.
  private func history(
    _ runtime: RuntimeUnderTest, _ expected: [String],
    strategy: ExecutionStrategy = .cancelOnNewState, _ events: ChildrenEvent...
  ) async throws -> [String] {
    let remote = Remote<ChildrenEvent>()
    let running = start(runtime, remote, strategy: strategy)
    let steps = expected.split(separator: "|", omittingEmptySubsequences: false)
    var count = steps[0].count
    try await remote.log.until(count: count)
    for (event, step) in zip(events, steps.dropFirst()) {
      remote.log("|")
      running.emit(event)
      count += 1 + step.count
      try await remote.log.until(count: count)
    }
    await running.idle()
    let log = remote.log.entries
    await running.end()
    return log
  }

  /// It cannot be found again, so nothing could end its effect.
  @Test(arguments: RuntimeUnderTest.all)
  func aPartWhoseIDDoesNotEqualItselfHasNoEffect(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Children<Double, Int>, Int>(initialState: Children([(.nan, 1), (2, 1)])) {
      Feedback(forEach: \.self) { id, _ in .just(Int(id)) }
      Reducer { children, number in
        children[id: .nan] = number
        children.append(number, id: 3)
      }
    }
    let running = spin.start(on: runtime)
    let end = try await running.settled()
    #expect(end[id: 2] == 1 && end[id: 3] == 3)
  }

  @Test(.promises("15.1", "15.4"), arguments: RuntimeUnderTest.all)
  func eachChildHasAnEffectInTheOrderOfTheChildren(_ runtime: RuntimeUnderTest) async throws {
    let expected = ["+b0", "+a0", "|", "+c0", "|", "-a0", "+a1", "|", "|", "-b0", "|"]
    let history = try await history(
      runtime, expected, .insert("c", at: 1), .set("a", 1), .set("a", 1), .remove("b"),
      .remove("x"))
    #expect(history == expected)
  }

  @Test(.promises("15.8", "15.9"), arguments: RuntimeUnderTest.all)
  func movedSortedRemovedAndAddedAgainChildrenKeepTheirEffects(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let expected = ["+b0", "+a0", "|", "|", "|", "|", "|"]
    let history = try await history(
      runtime, expected, .move("a", to: 0), .moveAndSort, .removeAndAdd("a"), .set("b", 0),
      .done(""))
    #expect(history == expected)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func undoneChildrenHaveTheEffectsTheyHadBefore(_ runtime: RuntimeUnderTest) async throws {
    let expected = [
      "+b0", "+a0", "|", "-a0", "+a1", "|", "-b0", "|", "+c0", "|", "-c0", "|", "+b0", "|", "-a1",
      "+a0", "|",
    ]
    let history = try await history(
      runtime, expected, .set("a", 1), .remove("b"), .insert("c", at: 0), .undo, .undo, .undo,
      .undo)
    #expect(history == expected)
  }

  @Test(.promises("15.2", "15.3", "15.4"), arguments: RuntimeUnderTest.all)
  func childrenOfOneStepAreCancelledThenReplacedThenStarted(_ runtime: RuntimeUnderTest)
    async throws
  {
    let remote = Remote<Children<Int, Int>>()
    let spin = Spin<Children<Int, Int>, Children<Int, Int>>(
      initialState: [1: 0, 2: 0, 3: 0, 4: 0]
    ) {
      Feedback(forEach: \.self) { id, part in remote.effect("\(id).\(part)") }
      Reducer { children, next in children = next }
    }
    let running = spin.start(on: runtime)
    try await remote.log.until(count: 4)
    remote.log("|")
    running.emit([9: 0, 4: 1, 2: 0, 8: 0, 1: 1])
    try await remote.log.until(count: 12)
    #expect(
      remote.log.entries == [
        "+1.0", "+2.0", "+3.0", "+4.0", "|", "-3.0", "-4.0", "-1.0", "+4.1", "+1.1", "+9.0", "+8.0",
      ])
  }

  @Test(.promises("15.3"), arguments: RuntimeUnderTest.all)
  func theStrategyHoldsForEachChild(_ runtime: RuntimeUnderTest) async throws {
    var expected = ["+b0", "+a0", "|", "|", "+c0", "|", "-b0"]
    var history = try await history(
      runtime, expected, strategy: .ignoreNewState, .set("a", 1), .set("c", 0), .remove("b"))
    #expect(history == expected)
    expected = ["+b0", "+a0", "|", "+a1", "|", "-a0", "-a1"]
    history = try await self.history(
      runtime, expected, strategy: .continueOnNewState, .set("a", 1), .remove("a"))
    #expect(history == expected)
  }

  @Test(.promises("15.5", "15.12"), arguments: RuntimeUnderTest.all)
  func onlySoManyChildrenAreAtWorkAndTheOthersStartWithTheirNewestPart(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<ChildrenEvent>()
    let running = start(runtime, remote, atMost: 1)
    running.emit(.insert("c", at: 0))
    running.emit(.insert("d", at: 0))
    running.emit(.set("a", 7))
    running.emit(.remove("c"))
    running.emit(.move("d", to: 2))
    await running.idle()
    remote.finish("b0")
    try await remote.log.until("+a7")
    remote.finish("a7")
    try await remote.log.until("+d0")
    remote.finish("d0")
    #expect(try await running.settled().children == ["b": 0, "a": 7, "d": 0])
    #expect(remote.log.entries == ["+b0", "-b0", "+a7", "-a7", "+d0", "-d0"])
  }

  @Test(.promises("6.3"), arguments: RuntimeUnderTest.all)
  func theOriginNamesTheChildAndWhatItDeliversAfterItLeftIsStale(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<ChildrenEvent>()
    let origins = Transcript<String>()
    let running = start(runtime, remote) { transition in
      if case .done = transition.event { origins("\(transition.origin)") }
    }
    await running.idle()
    #expect(remote.emit(.done("a"), from: "a0") == .accepted)
    await running.idle()
    running.emit(.remove("a"))
    try await remote.log.until("-a0")
    #expect(remote.emit(.done("a"), from: "a0") == .dropped(.stale))
    #expect(origins.entries == ["children[a]"])
    #expect(running.state.done == ["a"])
  }
}
