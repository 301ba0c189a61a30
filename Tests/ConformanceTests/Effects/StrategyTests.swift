import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// The strategies, on every state and on a selected value.
extension Conformance {
  /// Emits three events while the first effect runs, then finishes whatever runs.
  private func history(
    _ runtime: RuntimeUnderTest, _ strategy: ExecutionStrategy,
    _ feedback: (Remote<Int>) -> Feedback<Int, Int>
  ) async throws -> [String] {
    let remote = Remote<Int>()
    let log = remote.log
    let spin = Spin<Int, Int>(initialState: 0) {
      feedback(remote).strategy(strategy)
      Reducer { number, next in number = next }
    }
    let running = spin.start(on: runtime()) { log("\($0.state)") }
    try await log.until("+0")
    for number in 1...3 { running.emit(number) }
    await running.idle()
    log("finish")
    remote.finishAll()
    await running.idle()
    remote.finishAll()
    await running.idle()
    log("stop")
    await running.end()
    return log.entries
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func theLatestWins(_ runtime: RuntimeUnderTest) async throws {
    let history = try await history(runtime, .cancelOnNewState) { remote in
      Feedback { remote.effect($0) }
    }
    #expect(
      history == [
        "0", "+0", "-0", "1", "+1", "-1", "2", "+2", "-2", "3", "+3", "finish", "-3", "stop",
      ])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func cancellingOnNewStateIsTheDefault(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback { remote.effect($0.count) }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    running.emit("a")
    try await remote.log.until("+1")
    #expect(remote.log.entries == ["+0", "-0", "+1"])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func aSelectionIsReplacedByDefault(_ runtime: RuntimeUnderTest) async throws {
    let history = try await history(runtime, .cancelOnNewState) { remote in
      Feedback(on: { $0 / 2 }) { remote.effect($0) }
    }
    #expect(history == ["0", "+0", "1", "-0", "2", "+1", "3", "finish", "-1", "stop"])
  }

  @Test(.promises("6.12"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func allRunWhenTheyContinue(_ runtime: RuntimeUnderTest) async throws {
    let history = try await history(runtime, .continueOnNewState) { remote in
      Feedback { remote.effect($0) }
    }
    #expect(history.prefix(9) == ["0", "+0", "1", "+1", "2", "+2", "3", "+3", "finish"])
    #expect(Set(history[9...12]) == ["-0", "-1", "-2", "-3"])
    #expect(history.dropFirst(13) == ["stop"])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func aSelectionThatContinuesIsCancelledByNone(_ runtime: RuntimeUnderTest) async throws {
    let history = try await history(runtime, .continueOnNewState) { remote in
      Feedback(on: { $0 == 3 ? nil : $0 }) { remote.effect($0) }
    }
    #expect(
      history == [
        "0", "+0", "1", "+1", "2", "+2", "-0", "-1", "-2", "3", "finish", "stop",
      ])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func whatComesWhileOneRunsIsIgnoredAndNotTakenUpLater(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let calls = Transcript<Int>()
    let history = try await history(runtime, .ignoreNewState) { remote in
      Feedback { number in
        calls(number)
        return remote.effect(number)
      }
    }
    #expect(history == ["0", "+0", "1", "2", "3", "finish", "-0", "stop"])
    #expect(calls.entries == [0])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSelectionThatIsIgnoredStaysIgnored(_ runtime: RuntimeUnderTest) async throws {
    let history = try await history(runtime, .ignoreNewState) { remote in
      Feedback(on: { $0 }) { remote.effect($0) }
    }
    #expect(history == ["0", "+0", "1", "2", "3", "finish", "-0", "stop"])
  }

  @Test(.promises("1.3", "5.7"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func whatQueuesIsDescribedAtOnceAndStartsWhenThoseBeforeHaveEnded(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let log = remote.log
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0.last.map { $0.count == 1 } ?? true }) { events in
        let name = events.last ?? "0"
        log("call \(name)")
        return .merge(remote.effect(name), .several("\(name) one", "\(name) two"))
      }
      .strategy(.queueNewState)
      Reducer.appending
    }
    let running = spin.start(on: runtime) { if let event = $0.event { log(event) } }
    try await log.until("0 two")
    running.emit("a")
    running.emit("b")
    await running.idle()
    #expect(log.entries == ["call 0", "+0", "0 one", "0 two", "a", "call a", "b", "call b"])
    remote.emit("0 three", from: "0")
    remote.finish("0")
    try await log.until("a two")
    await running.idle()
    remote.finish("a")
    try await log.until("b two")
    remote.finish("b")
    try await running.settled()
    #expect(
      log.entries.dropFirst(8) == [
        "0 three", "-0",  // Its last event has been reduced, and then
        "+a", "a one", "a two", "-a",  // the next is started whole.
        "+b", "b one", "b two", "-b",
      ])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func noneEmptiesTheQueueOfASelection(_ runtime: RuntimeUnderTest) async throws {
    let history = try await history(runtime, .queueNewState) { remote in
      Feedback(on: { $0 == 3 ? nil : $0 }) { remote.effect($0) }
    }
    #expect(history == ["0", "+0", "1", "2", "-0", "3", "finish", "stop"])
  }

  @Test(.promises("5.5"), arguments: RuntimeUnderTest.all)
  func noImmediateEventJoinsOfAnEffectThatIsCancelledInItsQueue(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (remote, drops) = (Remote<String>(), Drops())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.contains("none") ? nil : $0.count }) { count in
        .merge(remote.effect(count), count == 0 ? .none : .just("lost"))
      }
      .strategy(.queueNewState)
      Reducer.appending
    }
    let running = spin.start(on: runtime, options: drops.options())
    try await remote.log.until("+0")
    running.emit("a")
    running.emit("none")
    #expect(try await running.settled() == ["a", "none"])
    #expect(remote.log.entries == ["+0", "-0"])
    #expect(drops.entries == [])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func whatNoneHasTakenOutOfAQueueIsNotTakenUpLater(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Int>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 == 2 ? nil : $0 }) { remote.effect($0) }.strategy(.queueNewState)
      Reducer { number, next in number = next }
    }
    let running = spin.start(on: runtime)
    for number in 1...4 { running.emit(number) }
    try await remote.log.until("+3")
    await running.idle()
    remote.finish(3)
    try await remote.log.until("-3")
    await running.idle()
    #expect(remote.log.entries == ["+0", "-0", "+3", "-3", "+4"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anEffectThatQueuesWaitsForImmediateEventsToo(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: { $0.last == "x" || $0.last == "y" }) { events in
        events.last == "x" ? .several("x1", "x2") : .several("y1", "y2")
      }
      .strategy(.queueNewState)
      Reducer.appending
    }
    let running = spin.start(on: runtime, handle: handle) {
      if $0.event == "x1" {
        handle.emit("y")
        handle.emit("z")
      }
    }
    running.emit("x")
    // y's effect is described in y's step, when x's has ended: x2 came before y.
    #expect(try await running.settled() == ["x", "x1", "x2", "y", "z", "y1", "y2"])
  }
}
