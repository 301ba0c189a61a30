import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A part of a board: it counts, works on its count and keeps a list.
struct Tally: Identifiable, Equatable, Sendable {
  var id = 0
  var count = 0
  var items: [Int] = []

  enum Event: Equatable, Sendable {
    case add(Int)
    case done(String)
  }
}

/// A part, one that may be absent, and several of them.
struct Board: Equatable, Sendable {
  var first = Tally()
  var second: Tally?
  var all: [Tally] = []
  var noise = 0
  var log: [String] = []

  enum Event: Equatable, Sendable {
    case first(Tally.Event)
    case second(Tally.Event)
    case one(Int, Tally.Event)
    case noise
    case set(first: Int)
    case show(Tally?)
    case list([Tally])

    var first: Tally.Event? { if case .first(let event) = self { event } else { nil } }
    var second: Tally.Event? { if case .second(let event) = self { event } else { nil } }
    var one: (Int, Tally.Event)? {
      if case .one(let id, let event) = self { (id, event) } else { nil }
    }
  }
}

/// A scope: a part of a spin that is a spin of its own.
extension Conformance {
  /// A part whose effects are by remote control: one for the count, one source.
  static func tally(_ remote: Remote<Tally.Event>) -> Spin<Tally, Tally.Event> {
    Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(on: { $0.count == 0 ? nil : [$0.id, $0.count] }) { numbers in
        remote.effect(numbers.map(\.description).joined(separator: ":"))
      }.named("count")
      Reducer { tally, event in
        switch event {
        case .add(let number):
          tally.count += number
        case .done:
          tally.items.append(tally.count)
        }
      }
    }
  }

  /// A board of tallies.
  static func board(
    _ remote: Remote<Tally.Event>, _ initial: Board = Board()
  ) -> Spin<Board, Board.Event> {
    Spin<Board, Board.Event>(initialState: initial) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { tally(remote) }
      Scope(state: \.second, event: Board.Event.second, from: \.second) { tally(remote) }
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { tally(remote) }
      Reducer { board, event in
        switch event {
        case .first, .second, .one: break
        case .noise: board.noise += 1
        case .set(let count): board.first.count = count
        case .show(let tally): board.second = tally
        case .list(let all): board.all = all
        }
      }
    }
  }

  /// Starts a board, emits events one after another, and tells what each has started and cancelled.
  private func history(
    _ runtime: RuntimeUnderTest, _ initial: Board = Board(), _ events: Board.Event...
  ) async -> [String] {
    let remote = Remote<Tally.Event>()
    let running = Self.board(remote, initial).start(on: runtime())
    await running.idle()
    for event in events {
      remote.log("|")
      running.emit(event)
      await running.idle()
    }
    let log = remote.log.entries
    await running.end()
    return log
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aListStandsForTheSpinOfAPart(_ runtime: RuntimeUnderTest) async throws {
    let origins = Transcript<String>()
    let spin = Spin<Board, Board.Event>(
      initialState: Board(second: Tally(id: 2), all: [Tally(id: 3), Tally(id: 4)])
    ) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) {
        for step in 1...2 {
          Feedback(filteredBy: { $0.count == step }) { _ in .just(.add(1)) }.named("step \(step)")
        }
        Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
      }
      Scope(state: \.second, event: Board.Event.second, from: \.second) {
        Feedback(on: \.count) { count in .run { .done("\(count)") } }.named("work")
        Reducer { tally, event in tally.items.append(event == .done("0") ? tally.id : 0) }
      }
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) {
        // A list may contain a whole spin, and add to it.
        Self.counting
        Feedback(filteredBy: { $0.id == 4 && $0.count == 1 }) { _ in .just(.add(1)) }.named("more")
      }
    }
    let running = spin.start(on: runtime) { transition in
      if case .feedback(let feedback) = transition.origin { origins(feedback.name ?? "?") }
    }
    try await running.settled()
    for event in [Board.Event.first(.add(1)), .one(3, .add(1)), .one(4, .add(1))] {
      running.emit(event)
      try await running.settled()
    }
    #expect(running.state.first.count == 3)
    #expect(running.state.second?.items == [2])
    #expect(running.state.all.map(\.count) == [1, 2])
    #expect(origins.entries == ["second.work", "first.step 1", "first.step 2", "all[].more"])
  }

  @Test(.promises("22.4"), arguments: RuntimeUnderTest.all)
  func theReducersOfScopesRunInWrittenOrderAndTheOwnOneLast(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    @Sendable func part(_ name: String) -> Spin<Tally, Tally.Event> {
      Spin<Tally, Tally.Event>(initialState: Tally()) { Reducer { _, _ in log(name) } }
    }
    let spin = Spin<Board, Board.Event>(initialState: Board(all: [Tally(id: 1)])) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { part("one") }
      Reducer { _, _ in log("own") }
      Scope(
        forEach: \.all, event: { _, event in .first(event) }, from: { $0.first.map { (1, $0) } }
      ) { part("two") }
      Scope(state: \.first, event: Board.Event.first, from: \.first) { part("three") }
    }
    let running = spin.start(on: runtime)
    running.emit(.first(.add(1)))
    try await running.settled()
    #expect(log.entries == ["one", "two", "three", "own"])
  }

  private static let counting = Spin<Tally, Tally.Event>(initialState: Tally(count: 100)) {
    Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
  }

  @Test(.promises("22.2", "22.3"), arguments: RuntimeUnderTest.all)
  func aPartsFeedbacksHearOfItsOwnEventsAndOfChangesFromAbove(_ runtime: RuntimeUnderTest) async {
    let history = await history(
      runtime, Board(), .first(.add(1)), .noise, .set(first: 5), .set(first: 5), .first(.add(0)),
      .second(.add(1)), .set(first: 0))
    #expect(
      history == [
        "|", "+0:1", "|", "|", "-0:1", "+0:5", "|", "|", "|", "|", "-0:5",
      ])
  }

  /// Two scopes of one part, each with events of its own.
  @Test(.promises("22.2"), arguments: RuntimeUnderTest.all)
  func aScopeHearsOfWhatAnotherScopeDoesToItsPart(_ runtime: RuntimeUnderTest) async {
    let (left, right) = (Remote<Tally.Event>(), Remote<Tally.Event>())
    let spin = Spin<Board, Board.Event>(initialState: Board()) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { Self.tally(left) }
      Scope(state: \.first, event: Board.Event.second, from: \.second) { Self.tally(right) }
    }
    let running = spin.start(on: runtime)
    await running.idle()
    for event in [Board.Event.first(.add(1)), .second(.add(1)), .noise, .first(.add(0))] {
      for remote in [left, right] { remote.log("|") }
      running.emit(event)
      await running.idle()
    }
    let expected = ["|", "+0:1", "|", "-0:1", "+0:2", "|", "|"]
    #expect(left.log.entries == expected)
    #expect(right.log.entries == expected)
  }

  @Test(.promises("22.5", "22.6"), arguments: RuntimeUnderTest.all)
  func aPartThatIsNilHasNoFeedbacksAndIdentitiesAreLives(_ runtime: RuntimeUnderTest) async {
    let history = await history(
      runtime, Board(), .second(.add(1)), .show(Tally(id: 1, count: 1)), .second(.add(1)),
      .show(Tally(id: 1, count: 2)), .show(Tally(id: 2, count: 2)), .show(nil), .second(.add(3)),
      .show(Tally(id: 2, count: 2)))
    #expect(
      history == [
        "|", "|", "+1:1", "|", "-1:1", "+1:2", "|", "|", "-1:2", "+2:2", "|", "-2:2", "|", "|",
        "+2:2",
      ])
  }

  @Test(.promises("22.6"), arguments: RuntimeUnderTest.all)
  func eachPartOfACollectionLivesByItsID(_ runtime: RuntimeUnderTest) async {
    let (one, two, three) = (Tally(id: 1, count: 1), Tally(id: 2, count: 2), Tally(id: 3))
    let history = await history(
      runtime, Board(all: [one, two]), .one(1, .add(4)), .one(3, .add(1)),
      .list([three, two, Tally(id: 1, count: 5)]), .one(3, .add(9)), .list([one, two]),
      .list([two, one, two]), .list([]))
    #expect(
      history == [
        "+1:1", "+2:2", "|", "-1:1", "+1:5", "|", "|", "|", "+3:9", "|", "-3:9", "-1:5", "+1:1",
        "|", "|", "-2:2", "-1:1",
      ])
  }

  /// The first event was emitted while its part was there, and waits when the part goes.
  @Test(.promises("6.3", "22.9"), arguments: RuntimeUnderTest.all)
  func whatAnEndedLifeDeliversIsStale(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let tally = Tally(id: 7, count: 7)
    let drops = Drops()
    let running = Self.board(remote, Board(second: tally))
      .start(on: runtime, options: drops.options())
    await running.idle()
    let emitter = try #require(remote.emitter("7:7"))
    running.suspend()
    running.emit(.show(Tally(id: 8, count: 7)))
    #expect(emitter(.done("waits")).isAccepted)
    running.resume()
    await running.idle()
    #expect(drops.entries.count == 1)
    #expect(drops.entries.first?.contains(#"done("waits")) stale"#) == true)
    #expect(!emitter(.done("late")).isAccepted)
    #expect(remote.emit(.done("new"), from: "8:7")?.isAccepted == true)
    await running.idle()
    #expect(running.state.second?.items == [7])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func originsNameTheScopesAndTheElements(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let log = Transcript<String>()
    let (first, one) = (Tally(id: 1, count: 1), Tally(id: 2, count: 2))
    let running = Self.board(remote, Board(first: first, all: [one])).start(on: runtime) {
      if $0.event != nil { log("\($0.origin)") }
    }
    await running.idle()
    remote.emit(.done("a"), from: "1:1")
    try await log.until(count: 1)
    remote.emit(.done("b"), from: "2:2")
    try await log.until(count: 2)
    #expect(log.entries == ["first.count", "all[2].count"])
  }

  /// The step of an own event changes an array of the part where it is.
  @Test(.promises("13.1"), arguments: RuntimeUnderTest.all)
  func anOwnEventChangesAPartInPlace(_ runtime: RuntimeUnderTest) async throws {
    let addresses = Transcript<Int>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(on: \.count) { _ in .none }
      Reducer { tally, event in
        tally.items.append(1)
        tally.items.withUnsafeBufferPointer { addresses(Int(bitPattern: $0.baseAddress)) }
      }
    }
    var items: [Int] = []
    items.reserveCapacity(1_000)
    let spin = Spin<Board, Board.Event>(
      initialState: Board(first: Tally(items: items), all: [Tally(items: items)])
    ) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { part }
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
      Reducer { board, _ in board.noise += 1 }
    }
    let running = spin.start(on: runtime)
    for _ in 0..<50 { running.emit(.first(.add(1))) }
    _ = try await running.settled()
    for _ in 0..<50 { running.emit(.one(0, .add(1))) }
    _ = try await running.settled()
    // The first step of each takes the array from the initial state, which the spin keeps.
    #expect(Set(addresses.entries.prefix(50).dropFirst(20)).count == 1)
    #expect(Set(addresses.entries.dropFirst(70)).count == 1)
  }
}
