import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What ends with the life of a part, and what does not.
extension Conformance {
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
  @Test(arguments: RuntimeUnderTest.all)
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
    let running = spin.start(on: runtime())
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
    await running.end()
  }
}
