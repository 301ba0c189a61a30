import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 9: how a wait ends.
extension Conformance {
  @Test(.promises("19.6"), arguments: RuntimeUnderTest.all)
  func waitingForSettledEndsWhenTheLoopStops(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let log = remote.log
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in remote.effect("alive") }
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    try await log.until("+alive")
    let token = running.onSettled { log("over") }
    async let state = running.settled()
    await running.idle()
    #expect(log.entries == ["+alive"])
    running.stop()
    #expect(try await state == [])
    try await log.until("over")
    #expect(try await running.settled() == [])
    token.cancel()
    await running.finished()
  }

  @Test(.promises("19.6"), arguments: RuntimeUnderTest.all, [false, true])
  @MainActor
  func idleWaitsForASuspendedLoopUntilItHasTakenItsEventsOrStops(
    _ runtime: RuntimeUnderTest, stops: Bool
  ) async throws {
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: runtime)
    try await running.settled()
    running.suspend()
    await running.idle()  // Nothing waits.
    running.emit("a")
    let log = Transcript<String>()
    let waiting = Task {
      log("begins")
      await running.idle()
      log("idle")
    }
    try await log.until("begins")
    await running.tempt()
    #expect(log.entries == ["begins"])
    if stops { running.stop() } else { running.resume() }
    await waiting.value
    #expect(running.state == (stops ? [] : ["a"]))
  }

  @Test(.promises("19.7"), arguments: RuntimeUnderTest.all)
  func waitingForSettledThrowsWhenItsTaskIsCancelled(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback { _ in remote.effect("alive") }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    try await remote.log.until("+alive")
    let waiting = Task { try await running.settled() }
    await running.idle()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await running.settled()
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(running.isStopped == false)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aTokenThatIsDroppedGivesUpItsWait(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let log = remote.log
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in remote.effect("alive") }
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    try await log.until("+alive")
    for token in [
      running.onSettled { log("settled") }, running.onFinished { log("finished") },
    ] {
      token.cancel()
    }
    remote.finish("alive")
    try await running.settled()
    await running.end()
    #expect(log.entries == ["+alive", "-alive"])
  }

  @Test(.promises("9.9"), arguments: RuntimeUnderTest.all)
  func drainedIsToldEachTimeTheMailboxHasRunEmpty(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0 == ["go"] }) { _ in .several("a", "b") }
      Reducer.appending
    }
    let running = spin.start(on: runtime) { log("\($0.event ?? "start")") }
    try await running.settled()
    let token = running.onDrained { log("drained") }
    await running.idle()
    running.emit("go")
    try await running.settled()
    #expect(log.entries.last == "drained")
    running.emit("end")
    try await log.until("drained", times: 2)
    #expect(log.entries == ["start", "go", "a", "b", "drained", "end", "drained"])
    token.cancel()
  }

  /// What was before does not count, whoever has waited for it.
  @Test(arguments: RuntimeUnderTest.all)
  func drainedIsNotToldOfStepsBeforeIt(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { number, step in number += step }
    }
    let running = spin.start(on: runtime)
    running.emit(1)
    await running.idle()
    let token = running.onDrained { log("drained") }
    await running.idle()
    #expect(log.entries.isEmpty)
    running.emit(1)
    try await log.until("drained")
    token.cancel()
  }

  /// A source does not keep the loop from being settled, so it may wait for that.
  @Test(.promises("9.3"), arguments: RuntimeUnderTest.all)
  func aSourceMayAwaitThatItsLoopIsSettled(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, Int>()
    let go = Gate()
    let spin = Spin<Int, Int>(initialState: 1) {
      Feedback.source {
        .run {
          await go.wait()
          return try? await handle.value?.settled()
        }
      }
      Reducer { number, step in number += step }
    }
    let seen = Transcript<Int>()
    _ = spin.start(on: runtime, handle: handle) { seen($0.state) }
    go.open()
    try await seen.until(2)
  }

  #if DEBUG
    @Test
    func awaitingSettledInsideAnOwnEffectTraps() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let handle = Handle<Int, Int>()
        let go = Gate()
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback { _ in
            .run {
              await go.wait()
              return try? await handle.value?.settled()
            }
          }
          Reducer { _, _ in }
        }
        let running = spin.start(on: .async, handle: handle)
        go.open()
        try await running.settled()
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("An effect awaits settled() of its own loop."))
    }
  #else
    @Test(arguments: RuntimeUnderTest.all)
    func awaitingSettledInsideAnOwnEffectThrows(_ runtime: RuntimeUnderTest) async throws {
      let handle = Handle<Events, String>()
      let go = Gate()
      let spin = Spin<Events, String>(initialState: []) {
        Feedback(filteredBy: \.isEmpty) { _ in
          .run(
            {
              await go.wait()
              try await handle.value?.settled()
              return "settled"
            }, catch: { "\(type(of: $0))" })
        }
        Reducer.appending
      }
      let running = spin.start(on: runtime(), handle: handle)
      go.open()
      #expect(try await running.settled() == ["WaitsForItself"])
      await running.end()
      handle.set(nil)
    }
  #endif

  /// A task that awaits is resumed after the loop has given up its thread: what the task emits next is
  /// reduced by the time its `emit` returns.
  @Test(.promises("9.8"))
  func onTheCallersThreadAnEmitAfterSettledMakesItsStep() async throws {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 % 2 == 1 }) { _ in .run { 1 } }
      Reducer { count, step in count += step }
    }
    let running = spin.start(on: .callersThread)
    for round in 0..<inRelease(20_000, inDebug: 20_000) {
      running.emit(1)
      #expect(running.state > 2 * round)
      try await running.settled()
      #expect(running.state == 2 * round + 2)
    }
    await running.end()
  }
}
