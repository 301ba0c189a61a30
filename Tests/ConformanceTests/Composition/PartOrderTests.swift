import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinTestSupport
import Testing

/// Which of several parts an event belongs to, in what order they are described, and what they cost.
extension Conformance {
  private struct Rows: Equatable, Sendable {
    var array = Rows.all
    var dictionary = Dictionary(uniqueKeysWithValues: Rows.all.map { ($0.id, $0) })
    var children = Children(Rows.all.map { ($0.id, $0) })

    static let all = (1...3).map { Tally(id: $0) }

    enum Event: Equatable, Sendable {
      case array(Int, Tally.Event)
      case dictionary(Int, Tally.Event)
      case children(Int, Tally.Event)

      var array: (Int, Tally.Event)? {
        if case .array(let id, let event) = self { (id, event) } else { nil }
      }
      var dictionary: (Int, Tally.Event)? {
        if case .dictionary(let id, let event) = self { (id, event) } else { nil }
      }
      var children: (Int, Tally.Event)? {
        if case .children(let id, let event) = self { (id, event) } else { nil }
      }
    }
  }

  /// The whole changes the others in the step of an own event of the second.
  @Test(.promises("22.13"), arguments: RuntimeUnderTest.all)
  func thePartsThatAStepHasChangedAreDescribedInTheirOrder(_ runtime: RuntimeUnderTest) async {
    let log = Transcript<String>()
    let remotes = (0..<3).map { _ in Remote<Tally.Event>(log: log) }
    let spin = Spin<Rows, Rows.Event>(initialState: Rows()) {
      Scope(forEach: \.array, event: Rows.Event.array, from: \.array) { Self.tally(remotes[0]) }
      Scope(forEach: \.dictionary, event: Rows.Event.dictionary, from: \.dictionary) {
        Self.tally(remotes[1])
      }
      Scope(forEach: \.children, event: Rows.Event.children, from: \.children) {
        Self.tally(remotes[2])
      }
      Reducer { rows, event in
        switch event {
        case .array: for index in [0, 2] { rows.array[index].count += 1 }
        case .dictionary: for id in [1, 3] { rows.dictionary[id]?.count += 1 }
        case .children: for id in [1, 3] { rows.children[id: id]?.count += 1 }
        }
      }
    }
    let running = spin.start(on: runtime)
    for event in [Rows.Event.array(2, .add(1)), .dictionary(2, .add(1)), .children(2, .add(1))] {
      running.emit(event)
      await running.idle()
    }
    #expect(log.entries == Array(repeatElement(["+1:1", "+2:1", "+3:1"], count: 3).joined()))
  }

  @Test(.promises("22.13"), arguments: RuntimeUnderTest.all)
  func aFeedbackIsDescribedForAllPartsBeforeTheNextOne(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback.sideEffect { log("first \($0.id)") }
      Feedback.sideEffect { log("second \($0.id)") }
      Reducer { _, _ in }
    }
    let spin = Spin<Board, Board.Event>(initialState: Board(all: Rows.all)) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
      Reducer { board, event in if case .list(let all) = event { board.all = all } }
    }
    let running = spin.start(on: runtime)
    running.emit(.list([3, 4, 1].map { Tally(id: $0, count: 1) }))
    try await running.settled()
    #expect(
      log.entries
        == ["first 1", "first 2", "first 3", "second 1", "second 2", "second 3"]
        + ["first 3", "first 4", "first 1", "second 3", "second 4", "second 1"])
  }

  @Test(.promises("22.13"), arguments: RuntimeUnderTest.all)
  func aPartThatChangesItsOwnIDIsDescribedInItsPlace(_ runtime: RuntimeUnderTest) async {
    let remote = Remote<Tally.Event>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(on: { [$0.id, $0.count] }) { remote.effect($0) }
      Reducer { tally, _ in tally.id = 42 }
    }
    let spin = Spin<Board, Board.Event>(initialState: Board(all: Rows.all)) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
      Reducer { board, _ in board.all[2].count += 1 }
    }
    let running = spin.start(on: runtime)
    await running.idle()
    remote.log("|")
    running.emit(.one(2, .done("")))
    await running.idle()
    #expect(
      remote.log.entries.split(separator: "|").last == [
        "-[2, 0]", "-[3, 0]", "+[42, 0]", "+[3, 1]",
      ])
  }

  /// The scope has found the other one at its place before.
  @Test(.promises("15.7"), arguments: RuntimeUnderTest.all)
  func ofTwoPartsWithOneIDTheFirstTakesTheEventEvenIfItHasComeLater(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<Tally.Event>()
    let spin = Self.board(remote, Board(all: [Tally(id: 1), Tally(id: 2)]))
    let running = spin.start(on: runtime)
    var expected = spin.initialState
    var counts: [[Int]] = []
    for event in [
      Board.Event.one(2, .add(1)), .list([Tally(id: 2, count: 10), Tally(id: 2, count: 1)]),
      .one(2, .add(1)), .list([Tally(id: 1), Tally(id: 2), Tally(id: 2, count: 1)]),
      .one(2, .add(1)),
    ] {
      running.emit(event)
      spin.reducer.reduce(&expected, event)
      await running.idle()
      #expect(running.state == expected)
      counts.append(running.state.all.map(\.count))
    }
    #expect(counts == [[0, 1], [10, 1], [11, 1], [0, 0, 1], [0, 1, 1]])
  }

  /// A part that is selected for an effect that the strategy then skips is not kept.
  @Test(.promises("13.1"), arguments: RuntimeUnderTest.all)
  func anOwnEventCopiesNothingWhileAnEffectIsIgnored(_ runtime: RuntimeUnderTest) async throws {
    let (remote, addresses) = (Remote<Tally.Event>(), Transcript<Int>())
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(lensingOn: \.items, filteredBy: { !$0.isEmpty }) { _ in remote.effect("work") }
        .strategy(.ignoreNewState)
      Reducer { tally, _ in
        tally.items.append(1)
        tally.items.withUnsafeBufferPointer { addresses(Int(bitPattern: $0.baseAddress)) }
      }
    }
    var items: [Int] = []
    items.reserveCapacity(1_000)
    let spin = Spin<Board, Board.Event>(initialState: Board(all: [Tally(items: items)])) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
      Reducer { board, _ in board.noise += 1 }
    }
    let running = spin.start(on: runtime)
    for _ in 0..<100 { running.emit(.one(0, .add(1))) }
    await running.idle()
    #expect(Set(addresses.entries.dropFirst(70)).count == 1)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theEventOfAPartIsExtractedOnceEvenIfRepeatsAreDropped(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let tally = Spin<Tally, Tally.Event>(initialState: Tally()) {
      DropRepeats(within: .seconds(1)) { "\($0)" }
      DropRepeats(within: .milliseconds(1)) { _ in true }
      Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
    }
    let part = Spin<Board, Board.Event>(initialState: Board()) {
      Scope(
        state: \.first, event: Board.Event.first,
        from: {
          log("inner")
          return $0.first
        }
      ) { tally }
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { tally }
    }
    let spin = Spin<Outer, Outer.Event>(
      initialState: Outer(boards: [1: Board(all: [Tally(id: 5)])])
    ) {
      Scope(
        state: \.board, event: Outer.Event.board,
        from: {
          log("outer")
          return $0.board
        }
      ) { part }
      Scope(
        forEach: \.boards, event: Outer.Event.at,
        from: {
          log("each")
          return $0.at
        }
      ) { part }
    }
    let time = ManualScheduler()
    let running = spin.start(on: runtime, scheduler: time)
    for (event, words) in [
      (Outer.Event.board(.first(.add(1))), ["outer", "inner", "each"]),
      (.board(.first(.add(1))), ["outer", "inner"]),
      (.at(1, .one(5, .add(1))), ["outer", "each", "inner"]),
      (.at(1, .one(5, .add(2))), ["outer", "each", "inner"]),
      (.at(1, .one(5, .add(2))), ["outer", "each", "inner"]),
    ] {
      let first = log.entries.count
      running.emit(event)
      await running.idle()
      #expect(log.entries.dropFirst(first).sorted() == words.sorted(), "\(event)")
      time.advance(by: .milliseconds(2))
    }
    #expect(running.state.board.first.count == 1)
    #expect(running.state.boards[1]?.all.map(\.count) == [3])
  }
}
