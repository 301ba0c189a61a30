import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A loop that takes no events for a while.
extension Conformance {
  @Test(.promises("21.2", "21.3", "21.5"), arguments: RuntimeUnderTest.all)
  func aSuspendedLoopKeepsWhatItAcceptsUntilItIsResumed(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: runtime)
    try await running.settled()
    running.suspend()
    running.suspend()
    #expect(running.isSuspended)
    for event in ["a", "b", "c"] { #expect(running.emit(event) == .accepted) }
    await running.tempt()
    #expect(running.state == [])
    running.resume()
    #expect(running.isSuspended)
    await running.tempt()
    #expect(running.state == [])
    running.resume()
    #expect(!running.isSuspended)
    if runtime.isCallersThread { #expect(running.state == ["a", "b", "c"]) }
    running.resume()
    running.emit("d")
    #expect(try await running.settled() == ["a", "b", "c", "d"])
  }

  @Test(.promises("21.1", "21.3"), arguments: RuntimeUnderTest.all)
  func suspendedByItsOwnClosureALoopCompletesTheStep(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0 == ["go"] }) { _ in
        handle.value?.suspend()
        return .merge(remote.effect("effect"), .several("a", "b"))
      }
      .strategy(.continueOnNewState)
      Reducer.appending
    }
    let running = spin.start(on: runtime, handle: handle)
    try await running.settled()
    running.emit("go")
    running.emit("later")
    try await remote.log.until("+effect")
    await running.tempt()
    #expect(running.state == ["go"])
    remote.emit("delivered", from: "effect")
    remote.finishAll()
    await running.tempt()
    #expect(running.state == ["go"])
    running.resume()
    let state = try await running.settled()
    // "later" may have been accepted before or after the step of "go".
    #expect(state.filter { $0 != "later" } == ["go", "a", "b", "delivered"])
    #expect(state.contains("later"))
  }

  @Test(.promises("21.2", "21.3"), arguments: RuntimeUnderTest.all)
  func timersAndBodiesOfASuspendedLoopGoOn(_ runtime: RuntimeUnderTest) async throws {
    let scheduler = ManualScheduler()
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) { .after(.seconds(1), "timer") }
      Feedback(while: { _ in true }) {
        .run {
          log("body")
          return "body"
        }
      }
      Reducer.appending
    }
    let held = HeldRuntime(runtime(scheduler: scheduler), turns: true)
    let running = spin.start(on: held)
    running.suspend()
    held.release()
    try await log.until("body")
    try await scheduler.untilAlarms(1)
    scheduler.advance(by: .seconds(1))
    await running.tempt()
    #expect(running.state == [])
    running.resume()
    #expect(try await running.settled().sorted() == ["body", "timer"])
  }

  @Test(.promises("21.4"), arguments: RuntimeUnderTest.all)
  func aSuspendedLoopIsSettledOnlyIfNothingWaitsInItsMailbox(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: runtime)
    running.suspend()
    #expect(try await running.settled() == [])
    let log = Transcript<String>()
    running.emit("a")
    let token = running.onSettled { log("settled") }
    async let settled = running.settled()
    await running.tempt()
    #expect(log.entries == [])
    running.resume()
    #expect(try await settled == ["a"])
    try await log.until("settled")
    token.cancel()
  }

  @Test(.promises("3.5", "8.5", "21.3"), arguments: RuntimeUnderTest.all)
  func aSuspendedLoopShowsItsStateToLateObserversAndStops(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: runtime(), options: drops.options())
    running.emit("a")
    try await running.settled()
    running.suspend()
    running.emit("b")
    let seen = Transcript<Events>()
    let token = running.observe { seen($0.state) }
    try await seen.until(["a"])
    running.stop()
    #expect(await running.finished() == ["a"])
    running.suspend()
    #expect(!running.isSuspended)
    #expect(drops.entries == ["b stopped outside"])
    #expect(seen.entries == [["a"]])
    token.cancel()
  }

  @Test(.promises("21.3"), arguments: RuntimeUnderTest.all)
  @MainActor
  func whoSendsToASuspendedLoopWaitsUntilItIsResumed(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: runtime, handle: handle) {
      // What was answered is told, even if the loop takes nothing more.
      if $0.event == "b" { handle.value?.suspend() }
    }
    try await running.settled()
    running.suspend()
    let waiting = await begin { try await running.send("a") }
    await running.tempt()
    #expect(running.state == [])
    running.resume()
    #expect(try await waiting.value == ["a"])
    #expect(try await running.send("b") == ["a", "b"])
    running.emit("c")
    await running.tempt()
    #expect(running.state == ["a", "b"])
  }

  /// A suspended loop resumes the tasks that wait for its state, even if its mailbox is not empty.
  @Test(arguments: RuntimeUnderTest.all)
  func aSuspendedLoopAnswersWhoeverWaitsForItsState(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0 == ["a"] }) { _ in .several("b", "c") }
      Reducer.appending
    }
    let running = spin.start(on: runtime, handle: handle) {
      if $0.event == "a" { handle.value?.suspend() }
    }
    #expect(try await running.send("a") == ["a"])
    #expect(try await running.first { $0 == ["a"] } == ["a"])
    running.emit("d")
    #expect(try await running.first { $0 == ["a"] } == ["a"])
    running.resume()
    #expect(try await running.settled() == ["a", "b", "c", "d"])
  }

  /// Many threads suspend, resume and emit at once.
  @Test(.promises("21.2"), arguments: RuntimeUnderTest.all, [false, true])
  func nothingIsLostWhoeverSuspendsAndResumes(
    _ runtime: RuntimeUnderTest, isBounded: Bool
  ) async throws {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 }) { _ in .just(0) }
      Reducer { sum, number in sum += number }
    }
    let running = spin.start(
      on: runtime,
      options: RunOptions(mailbox: isBounded ? .bounded(.max, .dropNewest) : .unbounded))
    let rounds = inRelease(2000, inDebug: 300)
    await onThreads(4) { number in
      for round in 0..<rounds {
        running.emit(1)
        if number == 0 || round % 3 == number { running.suspend() }
        if number != 1 { running.emit(1) }
        running.resume()
      }
    }
    running.resume()
    #expect(try await running.settled() == 7 * rounds)
  }

  /// The loop rests while it is suspended, and is resumed at the same time.
  @Test(.promises("21.4"), arguments: RuntimeUnderTest.all)
  func aLoopIsNotSettledWithAnEventThatWaitsWhoeverResumesIt(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { sum, number in sum += number } }
    let running = spin.start(on: runtime)
    for round in 1...inRelease(2000, inDebug: 200) {
      running.suspend()
      running.emit(1)
      let seen = Transcript<Int>()
      let told = Gate()
      let token = Guarded<ObservationToken?>(nil)
      await onThreads(2) { number in
        if number == 0 { return running.resume() }
        let settled = running.onSettled {
          seen(running.state)
          told.open()
        }
        token.withLock { $0 = settled }
      }
      await told.wait()
      try #require(seen.entries == [round])
    }
  }

  /// What was accepted is reduced or reported, and whoever waits for room is told.
  @Test(.promises("8.5", "19.6"), arguments: RuntimeUnderTest.all, [false, true])
  func nothingIsLostWhoeverSuspendsAndStops(
    _ runtime: RuntimeUnderTest, isBounded: Bool
  ) async throws {
    for _ in 0..<inRelease(200, inDebug: 20) {
      let drops = Transcript<Int>()
      let spin = Spin<Int, Int>(initialState: 0) { Reducer { sum, number in sum += number } }
      var options = RunOptions<Int, Int> { drops($0.event) }
      if isBounded { options.mailbox = .bounded(2, .suspend) }
      let running = spin.start(on: runtime(), options: options)
      let sends = (0..<4).map { number in
        Task {
          for _ in 0..<5 {
            if number % 2 == 0 { running.suspend() }
            _ = try? await running.send(1)
            running.resume()
          }
        }
      }
      await onThreads(2) { number in
        if number == 0 { running.suspend() } else { running.stop() }
      }
      for task in sends { await task.value }
      await running.finished()
      #expect(running.state + drops.entries.count == 20)
      #expect(isBounded ? running.mailboxCounts?.senders == 0 : running.mailboxCounts == nil)
    }
  }
}
