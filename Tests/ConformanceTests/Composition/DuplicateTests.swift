import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Several elements or parts with one id.
extension Conformance {
  @Test(.promises("15.7"), arguments: RuntimeUnderTest.all)
  func ofSeveralPartsWithOneIDTheFirstCounts(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let running = Self.tallies(log).start(on: runtime)
    await running.idle()
    running.emit(.one(1, .add(5)))
    await running.idle()
    running.emit(.list([Tally(id: 2), Tally(id: 1, count: 2), Tally(id: 1, count: 6)]))
    await running.idle()
    #expect(log.entries == ["1: 1", "2: 0", "1: 6", "1: 2"])
    #expect(running.state.all.map(\.count) == [0, 2, 6])
  }

  private static func tallies(_ log: Transcript<String>) -> Spin<Board, Board.Event> {
    let all = [Tally(id: 1, count: 1), Tally(id: 1, count: 2), Tally(id: 2)]
    return Spin<Board, Board.Event>(initialState: Board(all: all)) {
      Scope(forEach: \.all, event: Board.Event.one, from: \.one) {
        Feedback.sideEffect { tally in log("\(tally.id): \(tally.count)") }
        Reducer { tally, event in if case .add(let number) = event { tally.count += number } }
      }
      Reducer { board, event in if case .list(let all) = event { board.all = all } }
    }
  }

  #if DEBUG
    @Test
    func debugBuildsTellOnceOfPartsWithOneID() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let running = Conformance.tallies(Transcript()).start(on: .callersThread)
        running.emit(.list([Tally(id: 7), Tally(id: 7)]))
      }
      #expect(
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == """
          Spin: a collection that Scope(forEach:) has selected has several parts with the id 1. \
          Only the first of them counts; the others have no effects. (Reported in debug builds \
          only, once for each run.)

          """)
    }

    @Test
    func debugBuildsTellOnceOfElementsWithOneID() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let spin = Spin<[Tally], Int>(initialState: [Tally(id: 1, count: 1), Tally(id: 1)]) {
          Feedback(forEach: \.self) { _ in .none }
          Reducer { tallies, id in tallies = [Tally(id: id, count: id), Tally(id: id)] }
        }
        spin.start(on: .callersThread).emit(7)
      }
      #expect(
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == """
          Spin: a collection that Feedback(forEach:) has selected has several elements with the id 1. \
          Only the first of them counts; the others have no effects. (Reported in debug builds \
          only, once for each run.)

          """)
    }
  #endif
}
