import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What ends with the life of a part, and what does not.
extension Conformance {
  /// A board with these feedbacks in each of its parts.
  private static func board(
    _ initial: Board, _ feedback: Feedback<Tally, Tally.Event>
  ) -> Spin<Board, Board.Event> {
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      feedback
      Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
    }
    return Spin<Board, Board.Event>(initialState: initial) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { part }
      Scope(state: \.second, event: Board.Event.second, from: \.second) { part }
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
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

  /// Opens a gate when it goes.
  private final class Ending: Sendable {
    let gate: Gate

    init(_ gate: Gate) {
      self.gate = gate
    }

    deinit {
      gate.open()
    }
  }

  /// The stream of the first life asks for a state when that of the second works on one.
  ///
  /// Both have taken one state.
  @Test(.promises("9.5"), arguments: RuntimeUnderTest.all)
  func whatTheStreamOfAnEarlierLifeAsksForSettlesNothing(_ runtime: RuntimeUnderTest) async throws {
    let (taken, log) = (Transcript<Int>(), Transcript<String>())
    let gates = [Gate(), Gate()]
    let isOver = Gate()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback.stream { states in
        let ending = Ending(isOver)
        return states.compactMap { tally -> Tally.Event? in
          taken(tally.id)
          await gates[tally.id].waitStubbornly()
          withExtendedLifetime(ending) {}
          return nil
        }
      }
      Reducer { _, _ in }
    }
    let spin = Spin<Board, Board.Event>(initialState: Board(second: Tally(id: 0))) {
      Scope(state: \.second, event: Board.Event.second, from: \.second) { part }
      Reducer { board, event in if case .show(let tally) = event { board.second = tally } }
    }
    let running = spin.start(on: runtime)
    try await taken.until(0)
    running.emit(.show(Tally(id: 1)))
    try await taken.until(1)
    let token = running.onSettled(log.writing("settled"))
    gates[0].open()
    await isOver.waitStubbornly()
    await running.idle()
    #expect(log.entries == [])
    gates[1].open()
    try await log.until("settled")
    token.cancel()
  }

  @Test(.promises("22.7"), arguments: RuntimeUnderTest.all)
  func theThrottleOfAPartEndsWithItsLife(_ runtime: RuntimeUnderTest) async {
    let (time, remote) = (ManualScheduler(), Remote<Tally.Event>())
    let feedback = Feedback<Tally, Tally.Event>(
      on: { $0.count == 0 ? nil : [$0.id, $0.count] }
    ) { numbers in
      remote.effect(numbers.map(\.description).joined(separator: ":"))
    }
    .throttled(for: .seconds(1), latest: false)
    let running = Self.board(Board(second: Tally(id: 1, count: 1)), feedback)
      .start(on: runtime, scheduler: time)
    await running.idle()
    for event in [
      Board.Event.show(nil), .show(Tally(id: 1, count: 2)),
      // The first state of this one wants nothing.
      .show(Tally(id: 2)), .second(.add(3)),
      .show(Tally(id: 3, count: 4)), .second(.add(1)),
    ] {
      remote.log("|")
      running.emit(event)
      await running.idle()
    }
    #expect(
      remote.log.entries == [
        "+1:1", "|", "-1:1", "|", "+1:2", "|", "-1:2", "|", "+2:3", "|", "-2:3", "+3:4", "|",
        "-3:4",
      ])
  }

  /// Another thread delivers an earlier message at that moment.
  @Test(
    .promises("23.5", "23.6"), arguments: RuntimeUnderTest.all,
    [
      [Board.Event.second(.add(1)), .show(nil)], [.second(.add(1)), .show(Tally(id: 7))],
      [.one(1, .add(1)), .list([])], [.one(1, .add(1)), .list([Tally(id: 7)])],
    ])
  func aMessageOfAPartThatHasLeftKeepsTheLoopFromBeingSettled(
    _ runtime: RuntimeUnderTest, _ events: [Board.Event]
  ) async throws {
    for isThrottled in [false, true] {
      let gear = Gear<Int>()
      let (log, isDelivering, gate) = (Transcript<String>(), Gate(), Gate())
      let receiver = gear.observe { message in
        if message > 0 { return log("\(message)") }
        isDelivering.open()
        gate.waitBlocking()
      }
      let board = Board(second: Tally(id: 1), all: [Tally(id: 1)])
      let sending = Feedback<Tally, Tally.Event>.sending(
        on: { $0.count == 0 ? nil : $0.count }, to: gear)
      let running = Self.board(
        board, isThrottled ? sending.throttled(for: .seconds(1), latest: true) : sending
      ).start(on: runtime())
      await running.idle()
      async let posting: Void = onThread { gear.post(0) }
      await isDelivering.waitStubbornly()
      for event in events { running.emit(event) }
      await running.idle()
      let token = running.onSettled(log.writing("settled"))
      await running.idle()
      #expect(log.entries == [])
      gate.open()
      await posting
      try await log.until("settled")
      #expect(log.entries == ["1", "settled"])
      token.cancel()
      receiver.cancel()
      await running.end()
    }
  }

  /// As for the spin alone, whose newest transition is the one that was held back.
  @Test(.promises("22.1"), arguments: RuntimeUnderTest.all)
  func aTransitionOfAPartThatWasHeldBackIsThePartsNewest(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (time, remote) = (ManualScheduler(), Remote<Tally.Event>())
    let log = Transcript<String>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback.transitions(keepingPrevious: true) { step in
        let event = step.event.map { "\($0)".split(separator: ".").last ?? "" } ?? "nil"
        log(
          "#\(step.number) \(event) \(step.previous?.count ?? -1) -> \(step.state.count) "
            + step.origin.summary)
        return .none
      }
      .throttled(for: .seconds(1), latest: true)
      Feedback.source { remote.effect("source") }.named("source")
      Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
    }
    let board = Spin<Board, Board.Event>(initialState: Board()) {
      Scope(state: \.first, event: Board.Event.first, from: \.first) { part }
      Reducer { board, event in
        if case .set(let count) = event { board.first.count = count } else { board.noise += 1 }
      }
    }
    let list = Spin<Board, Board.Event>(initialState: Board(all: [Tally(id: 1)])) {
      Scope(
        forEach: \.all, event: { _, event in .first(event) }, from: { $0.first.map { (1, $0) } }
      ) {
        part
      }
      Reducer { board, event in
        if case .set(let count) = event { board.all[0].count = count } else { board.noise += 1 }
      }
    }
    let nested = Spin<Outer, Outer.Event>(initialState: Outer()) {
      Scope(state: \.board, event: Outer.Event.board, from: \.board) { board }
      Reducer { _, _ in }
    }
    func check<State, Event>(
      _ spin: Spin<State, Event>, _ source: String, _ event: (Board.Event) -> Event
    ) async {
      let first = log.entries.count
      let running = spin.start(on: runtime(scheduler: time))
      func passASecond() async {
        running.emit(event(.noise))
        await running.idle()
        time.advance(by: .seconds(1))
        await running.idle()
      }
      await running.idle()
      running.emit(event(.first(.add(1))))
      running.emit(event(.first(.add(2))))
      await passASecond()
      running.emit(event(.set(first: 9)))
      await passASecond()
      remote.emit(.add(1), from: "source")
      await passASecond()
      #expect(
        log.entries.dropFirst(first) == [
          "#0 nil -1 -> 0 start", "#2 add(2) 1 -> 3 outside", "#3 nil 3 -> 9 whole",
          "#4 add(1) 9 -> 10 \(source) delivered",
        ])
      await running.end()
    }
    await check(board, "first.source") { $0 }
    await check(list, "all[].source") { $0 }
    await check(nested, "board.first.source") { .board($0) }
  }

  private struct Drawer: Equatable, Identifiable, Sendable {
    var id = 0
    var tally: Tally?

    enum Event: Equatable, Sendable {
      case tally(Tally.Event)
      case put(Tally?)

      var tally: Tally.Event? { if case .tally(let event) = self { event } else { nil } }
    }
  }

  private struct DrawerEvent: Equatable, Sendable {
    var id = 1
    let event: Drawer.Event
  }

  /// A drawer of several in which something is put, taken away, or replaced.
  @Test(.promises("22.6"), arguments: RuntimeUnderTest.all)
  func theLifeOfAPartOfOneOfSeveralPartsEndsItsEffects(_ runtime: RuntimeUnderTest) async {
    let remote = Remote<Tally.Event>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(on: { [$0.id, $0.count] }) { remote.effect("count \($0)") }
        .strategy(.continueOnNewState)
      Feedback(forEach: \.items) { remote.effect("item \($0)") }
      Reducer { tally, event in if case .add(let number) = event { tally.items.append(number) } }
    }
    let drawer = Spin<Drawer, Drawer.Event>(initialState: Drawer()) {
      Scope(state: \.tally, event: Drawer.Event.tally, from: \.tally) { part }
      Reducer { drawer, event in if case .put(let tally) = event { drawer.tally = tally } }
    }
    let first = Tally(id: 1, items: [1, 2])
    let spin = Spin<[Drawer], DrawerEvent>(initialState: [Drawer(id: 1, tally: first)]) {
      Scope(
        forEach: \.self, event: { DrawerEvent(id: $0, event: $1) }, from: { ($0.id, $0.event) }
      ) { drawer }
    }
    let running = spin.start(on: runtime)
    await running.idle()
    for event in [
      Drawer.Event.put(Tally(id: 2, items: [2, 3])), .tally(.add(4)), .put(nil),
      .put(Tally(id: 2, items: [5])), .put(Tally(id: 3)),
    ] {
      remote.log("|")
      running.emit(DrawerEvent(event: event))
      await running.idle()
    }
    #expect(
      remote.log.entries == [
        "+count [1, 0]", "+item 1", "+item 2", "|", "-count [1, 0]", "-item 1", "-item 2",
        "+count [2, 0]", "+item 2", "+item 3", "|", "+item 4", "|", "-count [2, 0]", "-item 2",
        "-item 3", "-item 4", "|", "+count [2, 0]", "+item 5", "|", "-count [2, 0]", "-item 5",
        "+count [3, 0]",
      ])
  }
}
