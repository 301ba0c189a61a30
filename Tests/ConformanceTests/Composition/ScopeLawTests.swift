import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinTestSupport
import Testing

/// What holds for scopes whatever they are made of.
extension Conformance {
  /// Transitions as a part sees them.
  private static func watching(
    _ log: Transcript<String>, _ name: String = ""
  ) -> Spin<Tally, Tally.Event> {
    Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback.transitions(keepingPrevious: true) { step in
        let event = step.event.map { "\($0)".split(separator: ".").last ?? "" } ?? "nil"
        let origin = step.origin == .whole ? " whole" : ""
        log(
          "\(name)#\(step.number) \(event) \(step.previous?.count ?? -1) -> \(step.state.count)\(origin)"
        )
        return .none
      }
      Feedback(filteredBy: { $0.count % 3 == 1 }) { _ in .just(.add(1)) }
      Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
    }
  }

  /// A spin alone, and the same spin as the part of another, given the same events.
  @Test(.promises("22.1"), arguments: RuntimeUnderTest.all)
  func aPartBehavesAsItsSpinAlone(_ runtime: RuntimeUnderTest) async throws {
    let (alone, scoped, listed) = (
      Transcript<String>(), Transcript<String>(), Transcript<String>()
    )
    let numbers = [1, 2, 0, 5, -3, 1, 1, 7, 0, 4]
    let one = Self.watching(alone).start(on: runtime())
    // One after the other, because what the feedbacks emit comes between two events or behind both.
    for number in numbers {
      one.emit(.add(number))
      _ = try await one.settled()
    }
    await one.end()
    let spin = Spin<Board, Board.Event>(initialState: Board(all: [Tally(id: 4)])) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { Self.watching(scoped) }
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { Self.watching(listed) }
      Reducer { board, _ in board.noise += 1 }
    }
    let whole = spin.start(on: runtime())
    for number in numbers {
      whole.emit(.first(.add(number)))
      whole.emit(.noise)
      whole.emit(.one(4, .add(number)))
      _ = try await whole.settled()
    }
    await whole.end()
    #expect(scoped.entries == alone.entries)
    #expect(listed.entries == alone.entries)
  }

  @Test(.promises("22.2"), arguments: RuntimeUnderTest.all)
  func aChangeFromAboveIsATransitionWithoutAnEvent(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let spin = Spin<Board, Board.Event>(initialState: Board()) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { Self.watching(log) }
      Reducer { board, event in
        if case .set(let count) = event { board.first.count = count }
      }
    }
    let running = spin.start(on: runtime)
    running.emit(.set(first: 0))
    running.emit(.set(first: 5))
    running.emit(.first(.add(1)))
    _ = try await running.settled()
    #expect(
      log.entries == ["#0 nil -1 -> 0", "#1 nil 0 -> 5 whole", "#2 add(1) 5 -> 6"])
  }

  struct Outer: Equatable, Sendable {
    var board = Board()
    var boards: [Int: Board] = [:]

    enum Event: Equatable, Sendable {
      case board(Board.Event)
      case at(Int, Board.Event)
      case set(Int)

      var board: Board.Event? { if case .board(let event) = self { event } else { nil } }
      var at: (Int, Board.Event)? {
        if case .at(let id, let event) = self { (id, event) } else { nil }
      }
    }
  }

  /// A spin of scopes alone needs no reducer; the outermost reducer changes the innermost part.
  @Test(.promises("22.5"), arguments: RuntimeUnderTest.all)
  func scopesNest(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let inner = { @Sendable (name: String) in
      Spin<Board, Board.Event>(initialState: Board()) {
        Scope(state: \.first, event: Board.Event.first, from: \.first) {
          Self.watching(log, name)
        }
        Scope(forEach: \.all, event: Board.Event.one, from: \.one) {
          Self.watching(log, name + "all")
        }
      }
    }
    let first = Outer(boards: [3: Board(all: [Tally(id: 5)])])
    let spin = Spin<Outer, Outer.Event>(initialState: first) {
      Scope(state: \.board, event: Outer.Event.board, from: \.board) { inner("a") }
      Scope(forEach: \.boards, event: Outer.Event.at, from: \.at) { inner("b") }
      Reducer { outer, event in
        guard case .set(let count) = event else { return }
        outer.board.first.count = count
        outer.boards[3]?.all[0].count = count
        outer.boards[4] = Board()
      }
    }
    let origins = Transcript<String>()
    let running = spin.start(on: runtime()) {
      if case .feedback(let origin) = $0.origin { origins("\(origin)") }
    }
    running.emit(.board(.first(.add(2))))
    running.emit(.at(3, .one(5, .add(2))))
    running.emit(.set(6))
    running.emit(.at(3, .one(5, .add(1))))
    running.emit(.at(9, .noise))
    _ = try await running.settled()
    #expect(
      log.entries == [
        "a#0 nil -1 -> 0", "b#0 nil -1 -> 0", "ball#0 nil -1 -> 0",
        "a#1 add(2) 0 -> 2", "ball#1 add(2) 0 -> 2", "a#2 nil 2 -> 6 whole", "b#0 nil -1 -> 0",
        "ball#2 nil 2 -> 6 whole", "ball#3 add(1) 6 -> 7", "ball#4 add(1) 7 -> 8",
      ])
    #expect(origins.entries == ["boards[3].all[5]"])
    await running.end()
    var state = first
    spin.reducer.reduce(&state, .at(3, .one(5, .add(2))))
    #expect(state.boards[3]?.all[0].count == 2)
  }

  /// A source lives as long as its part, and keeps no loop from being settled.
  @Test(.promises("9.3", "22.6"), arguments: RuntimeUnderTest.all)
  func aSourceOfAPartLivesAsLongAsThePart(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let names = Transcript<String>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback.source {
        names("source \(names.entries.count + 1)")
        return remote.effect(names.entries.last ?? "")
      }
      Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
    }
    let spin = Spin<Board, Board.Event>(initialState: Board(second: Tally(id: 1))) {
      Scope(state: \.second, event: Board.Event.second, from: \.second) { part }
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
      Reducer { board, event in
        switch event {
        case .show(let tally): board.second = tally
        case .list(let all): board.all = all
        default: break
        }
      }
    }
    let running = spin.start(on: runtime)
    _ = try await running.settled()
    running.emit(.second(.add(1)))
    running.emit(.list([Tally(id: 3)]))
    _ = try await running.settled()
    remote.log("|")
    remote.emit(.add(5), from: "source 1")
    running.emit(.show(Tally(id: 2)))
    _ = try await running.settled()
    remote.log("|")
    running.emit(.show(nil))
    running.emit(.list([]))
    #expect(try await running.settled().second == nil)
    #expect(
      remote.log.entries == [
        "+source 1", "+source 2", "|", "-source 1", "+source 3", "|", "-source 3", "-source 2",
      ])
  }

  struct Shelves: Equatable, Sendable {
    var all: Children = [Tally(id: 2), Tally(id: 1)]

    enum Event: Equatable, Sendable {
      case one(Int, Tally.Event)
      case remove(Int)
      case set(Int, Int)

      var one: (Int, Tally.Event)? {
        if case .one(let id, let event) = self { (id, event) } else { nil }
      }
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func eachOfTheChildrenLivesByItsID(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let spin = Spin<Shelves, Shelves.Event>(initialState: Shelves()) {
      Scope(forEach: \.all, event: Shelves.Event.one, from: \.one) { Self.tally(remote) }
      Reducer { shelves, event in
        switch event {
        case .one: break
        case .remove(let id): shelves.all.remove(id: id)
        case .set(let id, let count): shelves.all[id: id] = Tally(id: id, count: count)
        }
      }
    }
    let running = spin.start(on: runtime)
    await running.idle()
    for event in [
      Shelves.Event.one(1, .add(1)), .set(3, 3), .set(1, 1), .set(1, 2), .remove(3),
      .one(3, .add(1)),
    ] {
      remote.log("|")
      running.emit(event)
      await running.idle()
    }
    #expect(
      remote.log.entries == ["|", "+1:1", "|", "+3:3", "|", "|", "-1:1", "+1:2", "|", "-3:3", "|"])
    #expect(running.state.all.map(\.id) == [2, 1])
  }

  /// Elements of parts, whose ids are those of the part and of the element.
  @Test(arguments: RuntimeUnderTest.all)
  func theElementsOfPartsHaveEffectsOfTheirOwn(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(forEach: \.items) { remote.effect($0) }.named("items")
      Reducer { tally, event in if case .add(let number) = event { tally.items.append(number) } }
    }
    let all = [Tally(id: 1, items: [2, 3]), Tally(id: 2)]
    let spin = Spin<Board, Board.Event>(initialState: Board(first: Tally(items: [1]), all: all)) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { part }
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
      Reducer { board, event in if case .list(let all) = event { board.all = all } }
    }
    let origins = Transcript<String>()
    let running = spin.start(on: runtime) {
      if case .feedback(let origin) = $0.origin { origins("\(origin)") }
    }
    await running.idle()
    for event in [
      Board.Event.one(2, .add(4)), .first(.add(5)), .list([Tally(id: 2, items: [4, 6])]), .list([]),
    ] {
      remote.log("|")
      running.emit(event)
      await running.idle()
      if event == .first(.add(5)) { remote.emit(.done(""), from: "4") }
      await running.idle()
    }
    #expect(
      remote.log.entries == [
        "+1", "+2", "+3", "|", "+4", "|", "+5", "|", "-2", "-3", "+6", "|", "-4", "-6",
      ])
    #expect(origins.entries == ["all[2].items[4]"])
  }

  /// A repeat is a repeat within one part, and within one life.
  @Test(.promises("22.8"), arguments: RuntimeUnderTest.all)
  func repeatsBelongToThePart(_ runtime: RuntimeUnderTest) async throws {
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      DropRepeats(within: .seconds(1)) { _ in true }
      Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
    }
    let spin = Spin<Board, Board.Event>(initialState: Board(second: Tally(id: 1))) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { part }
      Scope(state: \.second, event: Board.Event.second, from: \.second) { part }
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
      Reducer { board, event in
        if case .show(let tally) = event { board.second = tally }
        if case .list(let all) = event { board.all = all }
        if case .noise = event { board.noise += 1 }
      }
    }
    let running = spin.start(on: runtime, scheduler: ManualScheduler())
    for event in [
      Board.Event.first(.add(1)), .first(.add(10)), .noise, .noise, .second(.add(1)),
      .second(.add(10)), .show(Tally(id: 2)), .second(.add(100)),
      .list([Tally(id: 1), Tally(id: 2)]),
      .one(1, .add(1)), .one(2, .add(1)), .one(1, .add(10)), .one(2, .add(10)),
    ] { running.emit(event) }
    let board = try await running.settled()
    #expect(board.first.count == 1 && board.noise == 2 && board.second?.count == 100)
    #expect(board.all.map(\.count) == [1, 1])
  }

  /// The inner scope stands alone, but the outermost reducer changes what it is about.
  @Test(.promises("22.2"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func aLoneScopeWithinAPartHearsOfWhatTheWholeDoesInAnEventOfThePart(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<Tally.Event>()
    let board = Spin<Board, Board.Event>(initialState: Board()) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { Self.tally(remote) }
    }
    let first = Outer(board: Board(all: [Tally(id: 1, count: 1), Tally(id: 2, count: 2)]))
    let spin = Spin<Outer, Outer.Event>(initialState: first) {
      Scope(state: \.board, event: Outer.Event.board, from: \.board) { board }
      Reducer { outer, event in
        if case .board(.one(let id, .done)) = event { outer.board.all.removeAll { $0.id == id } }
      }
    }
    let running = spin.start(on: runtime)
    await running.idle()
    running.emit(.board(.one(1, .done(""))))
    await running.idle()
    #expect(remote.log.entries == ["+1:1", "+2:2", "-1:1"])
    running.emit(.board(.one(2, .add(1))))
    running.emit(.board(.one(2, .done(""))))
    #expect(try await running.settled().board.all == [])
    #expect(remote.log.entries == ["+1:1", "+2:2", "-1:1", "-2:2", "+2:3", "-2:3"])
  }

  @Test(.promises("22.5"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func aPartThatChangesItsOwnIDBeginsALife(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(on: \.id) { remote.effect($0) }
      Reducer { tally, event in
        if case .add(let number) = event { tally.count += number } else { tally.id = 42 }
      }
    }
    let first = Board(all: [Tally(id: -1), Tally(id: 2)])
    // A scope that stands alone compares nothing.
    let alone = Spin<Board, Board.Event>(initialState: first) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
    }
    let watched = Spin<Board, Board.Event>(initialState: first) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
      Reducer { _, _ in }
    }
    for spin in [alone, watched] {
      let begun = remote.log.entries.count
      let running = spin.start(on: runtime())
      running.emit(.one(-1, .done("saved")))
      running.emit(.one(42, .add(5)))
      await running.idle()
      #expect(running.state.all == [Tally(id: 42, count: 5), Tally(id: 2)])
      #expect(remote.log.entries.dropFirst(begun) == ["+-1", "+2", "--1", "+42"])
      await running.end()
    }
  }

  /// A payload is another one if its identity is.
  @Test(.promises("22.5", "22.6"), arguments: RuntimeUnderTest.all)
  func aPartThatAClosureFindsLivesByItsID(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let spin = Spin<Board, Board.Event>(initialState: Board(second: Tally(id: 1, count: 1))) {
      Scope(
        modify: { (board: inout Board, change: (inout Tally) -> Void) in
          guard var tally = board.second else { return }
          change(&tally)
          board.second = tally
        }, event: Board.Event.second, from: \.second
      ) { Self.tally(remote) }
      Reducer { board, event in if case .show(let tally) = event { board.second = tally } }
    }
    let running = spin.start(on: runtime)
    await running.idle()
    let emitter = try #require(remote.emitter("1:1"))
    running.emit(.show(Tally(id: 2, count: 1)))
    await running.idle()
    #expect(remote.log.entries == ["+1:1", "-1:1", "+2:1"])
    #expect(!emitter(.done("late")).isAccepted)
  }

  @Test(.promises("9.3"), arguments: RuntimeUnderTest.all)
  func aSourceOfAPartOfAPartKeepsNoLoopUnsettled(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let sources = Transcript<Int>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback.source {
        sources(1)
        return remote.effect("source \(sources.entries.count)")
      }
      Reducer { _, _ in }
    }
    let board = Spin<Board, Board.Event>(initialState: Board()) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
    }
    let first = Outer(board: Board(all: [Tally()]), boards: [1: Board(all: [Tally()])])
    let spin = Spin<Outer, Outer.Event>(initialState: first) {
      Scope(state: \.board, event: Outer.Event.board, from: \.board) { board }
      Scope(forEach: \.boards, event: Outer.Event.at, from: \.at) { board }
      Reducer { _, _ in }
    }
    let running = spin.start(on: runtime)
    try await running.settled()
    #expect(remote.log.entries == ["+source 1", "+source 2"])
  }

  private struct Office: Equatable, Sendable {
    var desk = 0
    var desks: [Int: Int] = [1: 0]

    enum Event: Sendable {
      case desk(Reply<Int>)
      case one(Int, Reply<Int>)

      var desk: Reply<Int>? { if case .desk(let reply) = self { reply } else { nil } }
      var one: (Int, Reply<Int>)? {
        if case .one(let id, let reply) = self { (id, reply) } else { nil }
      }
    }
  }

  /// The loop keeps no copy of the event, and neither does a part.
  @Test(.promises("19.8"), arguments: RuntimeUnderTest.all)
  func aQuestionToAPartThatNobodyAnswersIsOver(_ runtime: RuntimeUnderTest) async throws {
    let desk = Spin<Int, Reply<Int>>(initialState: 0) {
      Feedback.transitions(keepingPrevious: true) { _ in .none }
      Reducer { count, _ in count += 1 }
    }
    let spin = Spin<Office, Office.Event>(initialState: Office()) {
      Scope(state: \.desk, event: Office.Event.desk, from: \.desk) { desk }
      Scope(forEach: \.desks, event: Office.Event.one, from: \.one) { desk }
      Reducer { _, _ in }
    }
    let running = spin.start(on: runtime)
    await #expect(throws: NoReply.self) { try await running.ask { .desk($0) } }
    await #expect(throws: NoReply.self) { try await running.ask { .one(1, $0) } }
    #expect(running.state == Office(desk: 1, desks: [1: 1]))
  }

  /// It does not equal itself.
  @Test
  func aPartsEventMayHaveANumberThatIsNone() {
    struct Meter: Equatable, Sendable { var count = 0 }
    enum Event: Equatable, Sendable { case measured(Double) }
    let spin = Spin<Meter, Event>(initialState: Meter()) {
      Scope(state: \.self, event: { $0 }, from: { $0 }) {
        Feedback(filteredBy: { $0.count == 0 }) { _ in .just(.measured(.nan)) }
        Reducer { meter, _ in meter.count += 1 }
      }
    }
    let running = spin.start(on: .callersThread)
    #expect(running.state.count == 1)
    running.stop()
  }

  #if DEBUG
    @Test
    func aScopeWhoseFromIsNotTheInverseOfItsEventIsTold() async throws {
      let results = [
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          let spin = Spin<Board, Board.Event>(initialState: Board()) {
            Scope(state: \.first, event: Board.Event.second, from: \.first) { Self.beginning }
            Reducer { _, _ in }
          }
          try await spin.start(on: .callersThread).settled()
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          let spin = Spin<Board, Board.Event>(initialState: Board(all: [Tally()])) {
            Scope(forEach: \.all, event: { .one($0 + 1, $1) }, from: \.one) { Self.beginning }
            Reducer { _, _ in }
          }
          try await spin.start(on: .callersThread).settled()
        },
      ]
      for result in results {
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("`from` must give back what `event` was given"))
      }
    }

    /// It answers its first state.
    private static let beginning = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(filteredBy: { $0.count == 0 }) { _ in .just(.add(1)) }
      Reducer { _, _ in }
    }
  #endif
}
