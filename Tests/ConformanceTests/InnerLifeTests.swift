import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Lives of parts within one of several parts.
extension Conformance {
  /// The part of one of several boards is replaced, and goes.
  ///
  /// It has an effect that no new state cancels, a source, and an effect for each of its items.
  @Test(arguments: RuntimeUnderTest.all)
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
    let running = spin.start(on: runtime())
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
    await running.end()
  }
}
