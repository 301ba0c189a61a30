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

  /// A part that is selected for an effect that the strategy then skips is not kept.
  @Test(arguments: RuntimeUnderTest.all)
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
    let running = spin.start(on: runtime())
    for _ in 0..<100 { running.emit(.one(0, .add(1))) }
    await running.idle()
    #expect(Set(addresses.entries.dropFirst(70)).count == 1)
    await running.end()
  }
}
