import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Testing

/// What a spin within a larger loop reports, whose events are known by the state only.
extension Conformance {
  @Test(arguments: RuntimeUnderTest.all)
  func aRepeatThatOnlyTheStateKnowsIsReportedAsTheEventItIs(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (time, drops) = (ManualScheduler(), Transcript<String>())
    let spin = Spin<[String], String>(initialState: []) {
      DropRepeats(within: .seconds(1)) { $0 }
      Feedback(on: { $0.last == "go" ? true : nil }) { (_: Bool) in .just("save") }
      Reducer { saved, event in saved.append(event) }
    }
    let reducer = spin.reducer
    let meaning = { @Sendable (state: [String], typed: Typed) -> String in
      if case .event(let event) = typed { return event }
      return state.isEmpty ? "open" : "save"
    }
    let whole = spin.hosted(
      in: 0, embed: { (event: String) -> Typed in .event(event) },
      own: { whole, typed in meaning(whole.state, typed) },
      report: { _, event in .event(event) },
      reduce: { whole, typed in whole.reduce(meaning(whole.state, typed), by: reducer) })
    var options = RunOptions<[String], String>()
    options.onDrop = { drops("\($0.event) \($0.reason)") }
    let hosted = options.hosted(in: Int.self) { (typed: Typed) -> String? in
      if case .event(let event) = typed { event } else { nil }
    }
    let running = whole.start(on: runtime(scheduler: time), options: hosted)
    for typed in [Typed.key, .key, .key, .event("save"), .event("go")] { running.emit(typed) }
    await running.idle()
    #expect(running.state.state == ["open", "save", "go", "save"])
    #expect(drops.entries == ["save repeated", "save repeated"])
    await running.end()
  }
}

/// What the larger loop takes: an event of the spin, or a key whose meaning the state knows.
private enum Typed: Sendable {
  case event(String)
  case key
}
