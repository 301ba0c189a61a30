import SpinCore
import SpinTestSupport
import Testing

/// Turns that a runtime runs slice by slice.
extension Conformance {
  /// Runs turns on the caller's thread in slices, and writes down when one has ended.
  struct SlicingRuntime: SpinRuntime {
    let limit: Int
    let log: Transcript<String>
    let isolation = LoopIsolation.callersThread
    let scheduler: any SpinScheduler = ManualScheduler()

    func schedule(_ turn: Turn) {
      var rest: Turn? = turn
      while let turn = rest {
        rest = turn.run(limit: limit)
        log("|")
      }
    }

    func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
      Cancellation(Task.detached { if let turn = await body() { schedule(turn) } })
    }
  }

  @Test(
    .promises("25.8"),
    arguments: [
      (limit: 1, slices: "0 1 | 2 | 3 | 4 | a | b |"), (limit: 2, slices: "0 1 2 | 3 4 | a b |"),
      (limit: 4, slices: "0 1 2 3 4 | a b |"), (limit: 6, slices: "0 1 2 3 4 a b |"),
      (limit: .max, slices: "0 1 2 3 4 a b |"),
    ])
  func aSliceOfATurnTakesNoMoreEventsThanItsLimitAndTheRestLosesNone(
    _ row: (limit: Int, slices: String)
  ) {
    let log = Transcript<String>()
    let held = HeldRuntime(SlicingRuntime(limit: row.limit, log: log), turns: true)
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0 == ["1"] }) { _ in .several("a", "b") }
      Reducer.appending
    }
    var options = RunOptions<Events, String>(observers: [Observer { log($0.event ?? "0") }])
    options.sliceTime = { 1 }
    let running = spin.start(on: held, options: options)
    for number in 1...4 { running.emit("\(number)") }
    held.release()
    #expect(log.entries.joined(separator: " ") == row.slices)
  }
}
