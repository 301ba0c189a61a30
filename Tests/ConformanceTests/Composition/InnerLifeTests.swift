import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Lives of parts within one of several parts.
extension Conformance {
  /// The part of one of several boards is replaced, and goes.
  ///
  /// It has an effect that no new state cancels, a source, and an effect for each of its items.
  @Test(.promises("22.6"), arguments: RuntimeUnderTest.all)
  func theEffectsOfAPartWithinOneOfSeveralEndWithItsLife(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<Tally.Event>()
    let tally = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(on: \.id) { remote.effect("id \($0)") }.strategy(.continueOnNewState)
      Feedback(forEach: \.items) { remote.effect("item \($0)") }.strategy(.ignoreNewState)
      Feedback.source { remote.effect("source") }
      Reducer { _, _ in }
    }
    let board = Spin<Board, Board.Event>(initialState: Board()) {
      Scope(state: \.second, event: Board.Event.second, from: \.second) { tally }
      Reducer { board, event in if case .show(let tally) = event { board.second = tally } }
    }
    let first = Outer(boards: [3: Board(second: Tally(id: 1, items: [1, 2]))])
    let spin = Spin<Outer, Outer.Event>(initialState: first) {
      Scope(forEach: \.boards, event: Outer.Event.at, from: \.at) { board }
      Reducer { _, _ in }
    }
    let running = spin.start(on: runtime)
    await running.idle()
    let shown = [Tally(id: 2, items: [2]), Tally(id: 3), nil, Tally(id: 4, items: [1]), nil]
    for tally in shown {
      remote.log("|")
      running.emit(.at(3, .show(tally)))
      await running.idle()
    }
    let steps = remote.log.entries.split(separator: "|").map { $0.sorted() }
    #expect(
      steps == [
        ["+id 1", "+item 1", "+item 2", "+source"],
        ["+id 2", "+item 2", "+source", "-id 1", "-item 1", "-item 2", "-source"],
        ["+id 3", "+source", "-id 2", "-item 2", "-source"],
        ["-id 3", "-source"],
        ["+id 4", "+item 1", "+source"],
        ["-id 4", "-item 1", "-source"],
      ])
  }

  /// A draft is saved and gets its id, and in the same step the list begins another draft.
  @Test(.promises("22.5"), arguments: RuntimeUnderTest.all)
  func aPartMayTakeTheIDThatAnotherGivesUpInThatStep(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback(on: { [$0.id, $0.count] }) { remote.effect($0) }
      Reducer { tally, event in
        if case .add(let number) = event { tally.count += number } else { tally.id = 42 }
      }
    }
    let spin = Spin<Board, Board.Event>(initialState: Board(all: [Tally(id: -1, count: 5)])) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
      Reducer { board, event in
        if case .one(-1, .done) = event { board.all.append(Tally(id: -1)) }
        if case .list(let all) = event { board.all = all }
      }
    }
    let running = spin.start(on: runtime)
    await running.idle()
    for event in [
      Board.Event.one(-1, .done("saved")), .one(42, .add(1)), .one(-1, .add(2)), .list([]),
    ] {
      remote.log("|")
      running.emit(event)
      await running.idle()
    }
    let steps = remote.log.entries.split(separator: "|").map { $0.sorted() }
    #expect(
      steps == [
        ["+[-1, 5]"], ["+[-1, 0]", "+[42, 5]", "-[-1, 5]"], ["+[42, 6]", "-[42, 5]"],
        ["+[-1, 2]", "-[-1, 0]"], ["-[-1, 2]", "-[42, 6]"],
      ])
  }

  /// Sources have no use for a strategy, and so none waits for its immediate events to be reduced.
  @Test(arguments: RuntimeUnderTest.all)
  func aSourceOfOneOfSeveralPartsEndsWhateverItsStrategy(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Tally.Event>()
    let part = Spin<Tally, Tally.Event>(initialState: Tally()) {
      Feedback.source { .merge(.just(.add(1)), remote.effect("source")) }
        .strategy(.queueNewState)
      Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
    }
    let spin = Spin<Board, Board.Event>(initialState: Board(all: [Tally(id: 1)])) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) { part }
    }
    let ended = Gate()
    var options = RunOptions<Board, Board.Event>()
    options.probe = { if case .ended = $0 { ended.open() } }
    let running = spin.start(on: runtime, options: options)
    await running.idle()
    remote.finish("source")
    await running.idle()
    #expect(running.state.all.map(\.count) == [1])
    #expect(ended.isOpen)
  }
}
