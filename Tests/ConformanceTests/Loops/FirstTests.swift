import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// A state that is awaited.
extension Conformance {
  private static let sum = Spin<Int, Int>(initialState: 0) {
    Feedback(filteredBy: { $0 % 10 != 0 }) { _ in .just(1) }
    Reducer { sum, number in sum += number }
  }

  @Test(.promises("19.4"), arguments: RuntimeUnderTest.all)
  func firstReturnsTheNewestStateIfThatIsWanted(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.sum.start(on: runtime())
    #expect(try await running.first { $0 == 0 } == 0)
    running.emit(1)
    #expect(try await running.settled() == 10)
    #expect(try await running.first { $0 > 3 } == 10)
    await running.end()
    #expect(try await running.first { $0 == 10 } == 10)
  }

  /// Others follow at once, and none is left out.
  @Test(.promises("19.4"), arguments: RuntimeUnderTest.all)
  @MainActor
  func firstReturnsTheStateThatSatisfiedItsPredicate(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.sum.start(on: runtime)
    for round in 0..<20 {
      let waiting = await begin { try await running.first { $0 == 10 * round + 3 } }
      running.emit(1)
      #expect(try await waiting.value == 10 * round + 3)
      try await running.settled()
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func firstTakesAKeyPath(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: runtime)
    #expect(try await running.first(where: \.isEmpty) == [])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func sendUntilDoesNotCountWhatWasBeforeItsEvent(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0.last == "question" }) { _ in .several("thought", "answer") }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    running.emit("answer")
    let answers: @Sendable (Events) -> Bool = { $0.last == "answer" }
    let state = try await running.send("question", until: answers)
    #expect(state == ["answer", "question", "thought", "answer"])
    // Its own transition counts.
    #expect(try await running.send("answer", until: answers) == state + ["answer"])
  }

  @Test(.promises("19.5", "19.6"), arguments: RuntimeUnderTest.all)
  @MainActor
  func awaitingAStateThrowsWhenTheLoopStopsAndNotWhenItSettles(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.sum.start(on: runtime())
    let first = await begin { try await running.first { $0 == 5000 } }
    let sent = await begin { try await running.send(1, until: { $0 == 5000 }) }
    #expect(try await running.settled() == 10)
    running.stop()
    await #expect(throws: LoopStopped()) { try await first.value }
    await #expect(throws: LoopStopped()) { try await sent.value }
    await #expect(throws: LoopStopped()) { try await running.first { $0 == 5000 } }
    await #expect(throws: EventDropped(.stopped)) {
      try await running.send(1, until: { $0 == 5000 })
    }
    await running.finished()
  }

  @Test(.promises("19.7"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aWaitForAStateThatIsCancelledLeavesNothingBehind(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let census = Census()
    let calls = Transcript<Int>()
    let running = Self.sum.start(on: runtime())
    @Sendable func never() -> @Sendable (Int) -> Bool {
      let object = Counted(in: census)
      return { state in
        calls(state)
        return object.number < 0
      }
    }
    let first = await begin { try await running.first(where: never()) }
    let sent = await begin { try await running.send(1, until: never()) }
    try await running.settled()
    let count = calls.entries.count
    #expect(count == 21)
    first.cancel()
    sent.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await #expect(throws: CancellationError.self) { try await sent.value }
    running.emit(10)
    try await running.settled()
    #expect(calls.entries.count == count)
    try await census.untilEmpty()
    await running.end()
  }

  @Test(.promises("19.3"))
  func onTheCallersThreadAnEmitAfterFirstMakesItsStep() async throws {
    let running = Self.sum.start(on: .callersThread)
    for round in 0..<inRelease(20_000, inDebug: 5000) {
      #expect(try await running.send(1, until: { $0 % 10 == 5 }) == 20 * round + 5)
      running.emit(1)
      #expect(running.state == 20 * round + 20)
      #expect(try await running.first { $0 % 10 == 0 } == 20 * round + 20)
    }
    await running.end()
  }
}
