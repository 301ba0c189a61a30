import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Which of several parts an event belongs to, in what order they are described, and what they cost.
extension Conformance {
  /// The scope has found the other one at its place before.
  @Test(arguments: RuntimeUnderTest.all)
  func ofTwoPartsWithOneIDTheFirstTakesTheEventEvenIfItHasComeLater(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<Tally.Event>()
    let spin = Self.board(remote, Board(all: [Tally(id: 1), Tally(id: 2)]))
    let running = spin.start(on: runtime())
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
    await running.end()
  }
}
