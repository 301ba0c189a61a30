import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Begins something on the main actor that emits before it suspends, and has emitted when this returns.
@MainActor
func begin<Result: Sendable>(
  _ body: @escaping @MainActor @Sendable () async throws -> Result
) async -> Task<Result, any Error> {
  let task = Task { @MainActor in try await body() }
  await Task { @MainActor in }.value
  return task
}

/// An event whose transition is awaited.
extension Conformance {
  @Test(.promises("19.1"), arguments: RuntimeUnderTest.all)
  func sendReturnsTheStateOfExactlyItsOwnTransition(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0.last?.hasPrefix("sent") == true }) { _ in
        .several("answer", "answer")
      }
      Reducer.appending
    }
    let seen = Transcript<Events>()
    let running = spin.start(on: runtime) { seen($0.state) }
    let states = try await withThrowingTaskGroup(of: (String, Events).self) { group in
      for number in 0..<20 {
        group.addTask {
          running.emit("emitted \(number)")
          return ("sent \(number)", try await running.send("sent \(number)"))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(states.count == 20)
    for (event, state) in states {
      #expect(state.last == event)
      #expect(seen.entries.contains(state))
    }
    #expect(try await running.settled().count == 80)
  }

  @Test(.promises("19.3"), arguments: RuntimeUnderTest.all)
  func whenSendReturnsTheStepIsCompleteAndPublished(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.sideEffect { log("effect \($0)") }
      Reducer { sum, number in sum += number }
    }
    let running = spin.start(on: runtime) { log("observed \($0.state)") }
    for number in 1...50 {
      #expect(try await running.send(1) == number)
      #expect(Array(log.entries.suffix(2)) == ["observed \(number)", "effect \(number)"])
    }
  }

  @Test(.promises("8.5", "19.5"), arguments: RuntimeUnderTest.all)
  @MainActor
  func sendThrowsIfItsEventIsDroppedBecauseTheLoopStops(_ runtime: RuntimeUnderTest) async throws {
    let held = HeldRuntime(runtime(), turns: true)
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: held, options: drops.options())
    let waiting = await begin { try await running.send("waiting") }
    running.stop()
    held.release()
    await #expect(throws: EventDropped(.stopped)) { try await waiting.value }
    await #expect(throws: EventDropped(.stopped)) { try await running.send("late") }
    await running.finished()
    #expect(drops.entries == ["waiting stopped outside", "late stopped outside"])
  }

  @Test(.promises("19.5"), arguments: RuntimeUnderTest.all)
  @MainActor
  func sendThrowsThatItsEventIsDroppedAlsoIfOnDropCancelsItsTask(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let held = HeldRuntime(runtime(scheduler: ManualScheduler()), turns: true)
    let waiting = Guarded<Task<Events, any Error>?>(nil)
    var options = RunOptions<Events, String>()
    options.onDrop = { _ in waiting.withLock { $0 }?.cancel() }
    let spin = Spin<Events, String>(initialState: []) {
      DropRepeats(within: .seconds(1)) { $0 }
      Reducer.appending
    }
    let running = spin.start(on: held, options: options)
    running.emit("same")
    let repeated = await begin { try await running.send("same") }
    waiting.withLock { $0 = repeated }
    held.release()
    await #expect(throws: EventDropped(.repeated)) { try await repeated.value }
    #expect(repeated.isCancelled)
    running.suspend()
    let late = await begin { try await running.send("late") }
    waiting.withLock { $0 = late }
    running.stop()
    await #expect(throws: EventDropped(.stopped)) { try await late.value }
    #expect(late.isCancelled)
  }

  @Test(.promises("19.7"), arguments: RuntimeUnderTest.all)
  @MainActor
  func cancellingASendEndsTheWaitAndDoesNotTakeTheEventBack(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let held = HeldRuntime(runtime(), turns: true)
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: held)
    let waiting = await begin { try await running.send("sent") }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    held.release()
    #expect(try await running.settled() == ["sent"])
  }

  @Test(.promises("19.7"), arguments: RuntimeUnderTest.all)
  func aTaskThatIsCancelledAlreadySendsNothing(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: runtime)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await running.send("never")
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try await running.settled() == [])
  }

  /// Both as `settled()` has it: the thread that made the step is free by then.
  @Test(.promises("19.3"))
  func onTheCallersThreadAnEmitAfterSendMakesItsStep() async throws {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 % 2 == 1 }) { _ in .just(1) }
      Reducer { count, step in count += step }
    }
    let running = spin.start(on: .callersThread)
    for round in 0..<inRelease(20_000, inDebug: 5000) {
      #expect(try await running.send(1) == 4 * round + 1)
      running.emit(1)
      #expect(running.state == 4 * round + 4)
    }
    await running.end()
  }

  @Test(.promises("19.3"), arguments: RuntimeUnderTest.all)
  @MainActor
  func aLoopThatDoesNotRestAnswersThoseWhoSend(_ runtime: RuntimeUnderTest) async throws {
    let held = HeldRuntime(runtime(), turns: true)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 > 0 }) { _ in .just(1) }
      Reducer { count, step in count += step }
    }
    let running = spin.start(on: held)
    let waiting = await begin { try await running.send(1) }
    async let endless: Void = onThread { held.release() }
    #expect(try await waiting.value == 1)
    running.stop()
    await endless
    await running.finished()
    #expect(running.state > 1)
  }

  @Test(.promises("19.1"), arguments: RuntimeUnderTest.all)
  func anEffectMaySendToItsOwnLoop(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let go = Gate()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.isEmpty || $0 == ["sent"] ? 0 : nil }) { _ in
        .run {
          await go.wait()
          let state = try? await handle.value?.send("sent")
          return state.map { "got \($0)" }
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, handle: handle)
    go.open()
    #expect(try await running.settled() == ["sent", "got [\"sent\"]"])
  }
}
