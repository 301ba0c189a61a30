import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// The first and the last state of a run.
extension Conformance {
  @Test(.promises("3.7"), arguments: RuntimeUnderTest.all)
  func aRunMayStartInAnotherStateThanThatOfTheDefinition(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<Events, String>(initialState: ["definition"]) {
      Feedback(on: \.first) { first in .just("saw \(first)") }
      Reducer.appending
    }
    let seen = Transcript<String>()
    let running = spin.start(
      on: runtime(), options: RunOptions(initialState: ["restored"])
    ) { seen("\($0.number) \($0.event ?? "start") \($0.origin.summary)") }
    #expect(try await running.settled() == ["restored", "saw restored"])
    await running.end()
    #expect(seen.entries == ["0 start start", "1 saw restored 0 immediate"])
    var options = RunOptions<Events, String>(initialState: ["once"])
    options.initialState = nil
    #expect(
      try await spin.run(on: runtime(), options: options) == ["definition", "saw definition"])
    #expect(spin.initialState == ["definition"])
  }

  @Test(.promises("3.7"), arguments: RuntimeUnderTest.all)
  func aRunMayStartInAStateThatIsThereOnlySometimes(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, String>(initialState: ["definition"]) { Reducer.appending }
    for saved: Events? in [nil, ["saved"]] {
      let options = RunOptions<Events, String>(initialState: saved)
      #expect(options.initialState == saved)
      #expect(try await spin.run(on: runtime(), options: options) == saved ?? ["definition"])
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func finishedReturnsTheLastState(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0 == ["go"] }) { _ in .several("a", "b", "c") }
      Reducer.appending
    }
    let running = spin.start(on: runtime(), handle: handle) {
      if $0.event == "b" { handle.stop() }
    }
    running.emit("go")
    #expect(await running.finished() == ["go", "a", "b"])
    handle.set(nil)
  }
}
