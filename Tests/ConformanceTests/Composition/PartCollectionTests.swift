import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What each of several parts has for itself: its stream, its receiver, its line.
extension Conformance {
  /// A board whose parts all have these feedbacks.
  private static func board(
    _ all: [Tally],
    @FeedbackBuilder<Tally, Tally.Event> _ feedbacks: () -> Feedbacks<
      Tally, Tally.Event
    >
  ) -> Spin<Board, Board.Event> {
    let feedbacks = feedbacks()
    return Spin<Board, Board.Event>(initialState: Board(all: all)) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) {
        feedbacks
        Reducer { tally, event in
          switch event {
          case .add(let number): tally.count += number
          case .done(let name): tally.items.removeAll { "\($0)" == name }
          }
        }
      }
      Reducer { board, event in
        switch event {
        case .list(let all): board.all = all
        case .noise: board.noise += 1
        default: break
        }
      }
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func eachPartHasAStreamOfItsOwn(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let spin = Self.board([Tally(id: 1), Tally(id: 2)]) {
      Feedback.stream { states in
        states.compactMap { tally -> Tally.Event? in
          log("\(tally.id): \(tally.count)")
          return tally.count == 5 ? .add(10) : nil
        }
      }
    }
    let running = spin.start(on: runtime())
    try await running.settled()
    for event in [
      Board.Event.one(1, .add(5)), .noise, .list([Tally(id: 2, count: 3)]), .one(2, .add(1)),
      .list([Tally(id: 1, count: 7), Tally(id: 2, count: 4)]), .one(1, .add(1)),
    ] {
      running.emit(event)
      try await running.settled()
    }
    let (first, second) = (
      log.entries.filter { $0.hasPrefix("1") }, log.entries.filter { $0.hasPrefix("2") }
    )
    #expect(first == ["1: 0", "1: 5", "1: 15", "1: 7", "1: 8"])
    #expect(second == ["2: 0", "2: 3", "2: 4"])
    await running.end()  // Ends only because the streams of states end.
  }

  /// The streams have taken the same number of states, so only the part tells them apart.
  @Test(.promises("9.5"), arguments: RuntimeUnderTest.all)
  func theStreamOfOnePartThatWorksIsWaitedFor(_ runtime: RuntimeUnderTest) async throws {
    let (taken, log) = (Transcript<Int>(), Transcript<String>())
    let gates = [Gate(), Gate(), Gate()]
    let spin = Self.board([Tally(id: 0), Tally(id: 1), Tally(id: 2)]) {
      Feedback.stream { states in
        states.compactMap { tally -> Tally.Event? in
          taken(tally.id)
          await gates[tally.id].waitStubbornly()
          taken(10 + tally.id)
          return nil
        }
      }
    }
    let running = spin.start(on: runtime)
    for id in 0...2 { try await taken.until(id) }
    let token = running.onSettled(log.writing("settled"))
    gates[0].open()
    gates[1].open()
    for id in 10...11 { try await taken.until(id) }
    await running.idle()
    #expect(log.entries == [])
    // A part that has left is not waited for, and what it asks for is nobody's.
    running.emit(.list([Tally(id: 0), Tally(id: 1)]))
    try await log.until("settled")
    token.cancel()
    gates[2].open()
    try await taken.until(12)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func eachPartReceivesFromAGear(_ runtime: RuntimeUnderTest) async throws {
    let gear = Gear<Int>(replayingLatest: true)
    let spin = Self.board([Tally(id: 1), Tally(id: 2)]) {
      Feedback.receiving(from: gear) { .add($0) }.named("gear")
    }
    let origins = Transcript<String>()
    let running = spin.start(on: runtime) { if $0.event != nil { origins("\($0.origin)") } }
    // A receiver that has not joined keeps the loop from being settled.
    try await running.settled()
    gear.post(1)
    try await running.settled()
    #expect(origins.entries == ["all[1].gear", "all[2].gear"])
    running.emit(.list([Tally(id: 2, count: 1), Tally(id: 3)]))
    try await running.settled()
    #expect(running.state.all.map(\.count) == [1, 1])
    gear.post(10)
    try await running.settled()
    #expect(running.state.all.map(\.count) == [11, 11])
  }

  @Test(.promises("15.14"), arguments: RuntimeUnderTest.all)
  func aLimitCountsTheElementsOfEachPart(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let parts = [Tally(id: 1, items: [10, 11, 12]), Tally(id: 2, items: [20, 21])]
    let running = Self.board(parts) {
      Feedback(forEach: \.items, atMost: 1) { remote.effect($0) }
    }.start(on: runtime)
    await running.idle()
    #expect(remote.log.entries == ["+10", "+20"])
    remote.finish(20)  // Without an event: the next one starts between two steps.
    try await remote.log.until("+21")
    running.emit(.list([parts[0], Tally(id: 3, items: [30, 31])]))
    await running.idle()
    remote.finish(10)
    try await remote.log.until("+11")
    running.emit(.one(3, .done("30")))
    await running.idle()
    #expect(
      remote.log.entries == ["+10", "+20", "-20", "+21", "-21", "+30", "-10", "+11", "-30", "+31"])
    running.emit(.list([Tally(id: 3, items: [31]), Tally(id: 1, items: [12, 13])]))
    await running.idle()
    #expect(remote.log.entries.suffix(2) == ["-11", "+12"])
  }

  /// Parts of parts: the elements of each innermost one stand in a line of their own.
  @Test(.promises("15.14"), arguments: RuntimeUnderTest.all)
  func aLimitCountsTheElementsOfEachPartOfEachPart(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Board.Event>()
    let board = { (first: Int) in
      Board(all: [
        Tally(id: 1, items: [first, first + 1]), Tally(id: 2, items: [first + 5, first + 6]),
      ])
    }
    let spin = Spin<Outer, Outer.Event>(initialState: Outer(boards: [1: board(10), 2: board(20)])) {
      Scope(forEach: \.boards, event: Outer.Event.at, from: \.at) {
        Scope(forEach: \.all, event: Board.Event.one, from: \.one) {
          Feedback(forEach: \.items, atMost: 1) { item in
            remote.effect(item).map { _ in Tally.Event.add(1) }
          }
          Reducer { tally, event in if event == .done("") { tally.items.removeFirst() } }
        }
      }
    }
    let running = spin.start(on: runtime)
    await running.idle()
    #expect(remote.log.entries == ["+10", "+15", "+20", "+25"])
    running.emit(.at(2, .one(1, .done(""))))
    await running.idle()
    remote.finish(15)
    try await remote.log.until("+16")
    #expect(remote.log.entries == ["+10", "+15", "+20", "+25", "-20", "+21", "-15", "+16"])
  }
}
