import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Structured use: a run inside a task.
extension Conformance {
  private static func observed(_ remote: Remote<String>) -> Spin<Events, String> {
    Spin(initialState: []) {
      Feedback.source { remote.effect("source") }
      Feedback(filteredBy: \.isEmpty) { _ in .run { "event" } }
      Reducer.appending
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunUntilSettledReturnsTheStateAndLeavesNothingBehind(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let log = remote.log
    let state = try await Self.observed(remote).run(on: runtime()) { log($0.event ?? "start") }
    #expect(state == ["event"])
    #expect(log.entries.first == "start")
    #expect(log.entries.sorted() == ["+source", "-source", "event", "start"])
    #expect(log.entries.last == "-source")
    #expect(remote.emit("late", from: "source") == .dropped(.stopped))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunUntilCancelledEndsWhenItsTaskIsCancelled(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let log = remote.log
    let executing = runtime()
    let task = Task {
      try await Self.observed(remote).run(on: executing, until: .stopped) {
        log($0.event ?? "start")
      }
    }
    try await log.until("+source")
    try await log.until("event")
    #expect(remote.emit("more", from: "source") == .accepted)
    try await log.until("more")
    task.cancel()
    #expect(try await task.value == ["event", "more"])
    #expect(log.entries.last == "-source")
  }

  /// The state before and the one after it are there as briefly.
  @Test(.promises("19.4"), arguments: RuntimeUnderTest.all)
  func aRunUntilAStateIsReachedEndsWithItsTransition(_ runtime: RuntimeUnderTest) async throws {
    for goal in [0, 3] {
      let log = Transcript<String>()
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback { state in
          log("described \(state)")
          return .just(state + 1)
        }
        Reducer { $0 = $1 }
      }
      let state = try await spin.run(
        on: runtime(), until: .reached { $0 == goal }, observer: { log("observed \($0.state)") })
      #expect(state == goal)
      let passed = (0..<goal).flatMap { ["observed \($0)", "described \($0)"] }
      #expect(log.entries == passed + ["observed \(goal)"], "The last state starts nothing.")
    }
  }

  /// A source or another loop may still bring the event.
  @Test(.promises("19.7"), arguments: RuntimeUnderTest.all)
  func aRunUntilAStateIsReachedGoesOnWhenItHasSettled(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let executing = runtime()
    let task = Task {
      try await Self.observed(remote).run(on: executing, until: .reached { $0.last == "goal" })
    }
    try await remote.log.until("+source")
    #expect(remote.emit("goal", from: "source") == .accepted)
    #expect(try await task.value.last == "goal")
    #expect(remote.log.entries.last == "-source")
    let cancelled = Task {
      try await Self.observed(remote).run(on: executing, until: .reached { $0.last == "goal" })
    }
    try await remote.log.until("+source", times: 2)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(remote.log.entries.last == "-source")
  }

  @Test(.promises("19.7"), arguments: RuntimeUnderTest.all)
  func aRunUntilSettledThatIsCancelledThrowsAndStops(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback { _ in remote.effect("alive") }
      Reducer.appending
    }
    let executing = runtime()
    let task = Task { try await spin.run(on: executing) }
    try await remote.log.until("+alive")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(remote.log.entries == ["+alive", "-alive"])
  }

  /// Warnings are errors here, so it compiles only if the value may be dropped.
  @Test(arguments: RuntimeUnderTest.all)
  func theValueOfTheClosureOfARunMayBeDropped(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    try await Self.observed(remote).withRunning(on: runtime()) { running in
      running.emit("another")
      return try await running.settled().count
    }
    #expect(remote.log.entries == ["+source", "-source"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunForAClosureLastsAsLongAsTheClosure(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let count = try await Self.observed(remote).withRunning(on: runtime()) { running in
      #expect(try await running.settled() == ["event"])
      running.emit("another")
      return try await running.settled().count
    }
    #expect(count == 2)
    #expect(remote.log.entries == ["+source", "-source"])
    await #expect(throws: Failure.broken) {
      try await Self.observed(remote).withRunning(on: runtime()) { running in
        try await running.settled()
        throw Failure.broken
      }
    }
    #expect(remote.log.entries == ["+source", "-source", "+source", "-source"])
  }

  /// On no runtime a transition is made, not even on the caller's thread, where the call itself would
  /// make it.
  @Test(arguments: RuntimeUnderTest.all)
  func aRunInATaskThatIsCancelledAlreadyThrowsAndStartsNothing(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let log = remote.log
    let spin = Self.observed(remote)
    let executing = runtime()
    let note: @Sendable (Transition<Events, String>) -> Void = { log("\($0.number)") }
    let run: [@Sendable () async throws -> Void] = [
      { try await spin.run(on: executing, observer: note) },
      { try await spin.run(on: executing, until: .stopped, observer: note) },
      { try await spin.withRunning(on: executing, observer: note) { _ in log("body") } },
    ]
    for run in run {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await run()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(log.entries == [])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theObserverGivenAtStartMayAskForPreviousStates(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let note: @Sendable (Transition<Events, String>) -> Void = {
      log("\($0.previous?.count ?? -1) \($0.isNew(\.count)) \($0.isNew(\.first))")
    }
    let running = Self.two.start(on: runtime(), keepingPrevious: true, observer: note)
    try await running.settled()
    await running.end()
    try await Self.two.run(on: runtime(), keepingPrevious: true, observer: note)
    try await Self.two.withRunning(on: runtime(), keepingPrevious: true, observer: note) {
      try await $0.settled()
    }
    let once = ["-1 true true", "0 true true", "1 true false"]
    #expect(log.entries == once + once + once)
  }

  private static let two = Spin<Events, String>(initialState: []) {
    Feedback(filteredBy: \.isEmpty) { _ in .several("a", "b") }
    Reducer.appending
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunThatStopsItselfEndsARunUntilCancelled(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0.count == 3 }) { _ in
        handle.stop()
        return .none
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime(), handle: handle)
    for event in ["a", "b", "c", "d"] { running.emit(event) }
    await running.finished()
    #expect(running.state == ["a", "b", "c"])
    handle.set(nil)
  }

  @Test
  func threeLinesStartASpin() async throws {
    let levels = Spin(initialState: 0) { Reducer<Int, Int> { sum, number in sum += number } }
    let running = levels.start(on: .callbacks)
    running.emit(1)
    #expect(try await running.settled() == 1)
    await running.end()
    for run in [levels.start(on: .async), levels.start(on: .mainActor)] {
      run.emit(2)
      #expect(try await run.settled() == 2)
      await run.end()
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunReturnsTheStateThatWasPublishedLast(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<Int>()
    let remote = Remote<Int>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { remote.effect("source") }
      Reducer { sum, number in sum += number }
    }
    // Whatever comes between being settled and having stopped is part of the run.
    let emitting = Task {
      try await remote.log.until("+source")
      await onThread {
        for _ in 1...1_000 where remote.emit(1, from: "source") != .accepted { break }
      }
    }
    let state = try await spin.run(on: runtime()) { log($0.state) }
    try await emitting.value
    #expect(state == log.entries.last)
  }
}
