import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Testing

private struct DiskFull: Error {}

/// A loop whose output waits until the step that it comes from is durable.
extension Conformance {
  /// A spin that works on the newest event, until the next one.
  private func working(on remote: Remote<String>) -> Spin<Events, String> {
    Spin<Events, String>(initialState: []) {
      Feedback(on: \.last) { job in remote.effect(job) }.named("work")
      Reducer.appending
    }
  }

  private func gated(
    bound: Int = .max, monitors: [Monitor<Events, String>] = []
  ) -> RunOptions<Events, String> {
    var options = RunOptions<Events, String>(monitors: monitors)
    options.gate = OutputGate(.manual, bound: bound)
    return options
  }

  @Test(.promises("28.3"), arguments: RuntimeUnderTest.all)
  func workStartsWhenItsStepIsDurable(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let running = working(on: remote).start(on: runtime, options: gated())
    running.emit("a")
    await running.idle()
    await running.tempt()
    #expect(running.state == ["a"])
    #expect(remote.log.entries == [])
    #expect(await running.effects.map(\.waiting) == [.durability])
    running.loop.open(upTo: 0)
    await running.tempt()
    #expect(remote.log.entries == [])
    running.loop.open(upTo: 1)
    try await remote.log.until("+a")
    #expect(await running.effects.map(\.waiting) == [.nothing])
    // It opens once, and never shuts.
    running.loop.open(upTo: 1)
    running.loop.open(upTo: 0)
    await running.tempt()
    #expect(remote.log.entries == ["+a"])
  }

  @Test(.promises("28.4"), arguments: RuntimeUnderTest.all)
  func workThatIsCancelledBeforeItsStepIsDurableNeverStarts(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (remote, facts) = (Remote<String>(), Transcript<String>())
    let monitor = Monitor<Events, String> { told in
      switch told.fact {
      case .started(let effect): facts("started in \(effect.transition)")
      case .cancelled(let effect, _): facts("cancelled in \(effect.transition)")
      default: break
      }
    }
    let running = working(on: remote).start(on: runtime, options: gated(monitors: [monitor]))
    for event in ["a", "b", "c"] { running.emit(event) }
    await running.idle()
    running.loop.open(upTo: 3)
    try await remote.log.until("+c")
    await running.end()
    #expect(remote.log.entries == ["+c", "-c"])
    #expect(
      facts.entries == (1...3).flatMap { ["started in \($0)", "cancelled in \($0)"] })
  }

  @Test(.promises("28.4"), arguments: RuntimeUnderTest.all)
  func codeThatNeverBeginsKeepsNothing(_ runtime: RuntimeUnderTest) async throws {
    final class File: Sendable {}
    struct Open: Sendable { weak var file: File? }
    let opened = Guarded<[Open]>([])
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.last) { _ in
        let file = File()
        opened.withLock { $0.append(Open(file: file)) }
        return .run {
          withExtendedLifetime(file) {}
          return nil
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, options: gated())
    for event in ["a", "b"] { running.emit(event) }
    await running.idle()
    #expect(opened.withLock { $0.map { $0.file != nil } } == [false, true])
    running.stop()
    running.loop.open(upTo: 2)
    await running.finished()
    #expect(opened.withLock { $0.map { $0.file != nil } } == [false, false])
  }

  @Test(.promises("28.3", "28.6"), arguments: RuntimeUnderTest.all)
  func onlyTheCodeOfAMergeWaits(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.last) { event -> Effect<String> in
        switch event {
        case "a":
          .merge(
            remote.effect("once"), .after(.zero, "alarm"),
            remote.effect("staged").timeout(after: .seconds(1_000), "late"))
        case "b": remote.effect("next")
        default: .none
        }
      }
      .strategy(.continueOnNewState).named("work")
      Reducer.appending
    }
    let running = spin.start(on: runtime, options: gated())
    running.loop.open(upTo: 0)
    running.emit("a")
    await running.seen("alarm")
    running.emit("b")
    await running.idle()
    await running.tempt()
    #expect(remote.log.entries == [])
    #expect(await running.effects.map(\.waiting) == [.durability, .durability])
    // Each part waits for its own step, also that of a stage.
    running.loop.open(upTo: 1)
    try await remote.log.until("+once")
    try await remote.log.until("+staged")
    await running.tempt()
    #expect(Set(remote.log.entries) == ["+once", "+staged"])
    running.loop.open(upTo: 3)
    try await remote.log.until("+next")
    await running.end()
  }

  @Test(.promises("28.3"), arguments: RuntimeUnderTest.all)
  func outputLeavesInTheOrderInWhichItCame(_ runtime: RuntimeUnderTest) async throws {
    let (remote, gear, told) = (Remote<String>(), Gear<String>(), Transcript<String>())
    let token = gear.observe { told($0) }
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.sending(on: \.last, to: gear)
      Feedback(on: \.last) { remote.effect($0) }.strategy(.continueOnNewState)
      Reducer.appending
    }
    let running = spin.start(on: runtime, options: gated())
    for event in ["a", "b", "c"] { running.emit(event) }
    await running.idle()
    running.loop.open(upTo: 2)
    try await remote.log.until("+b")
    try await told.until("b")
    #expect(remote.log.entries == ["+a", "+b"])
    #expect(told.entries == ["a", "b"])
    running.loop.open(upTo: 3)
    try await remote.log.until("+c")
    try await told.until("c")
    #expect(remote.log.entries == ["+a", "+b", "+c"])
    #expect(told.entries == ["a", "b", "c"])
    token.cancel()
  }

  @Test(.promises("28.5"), arguments: RuntimeUnderTest.all)
  func whoeverAwaitsAStepIsToldWhenItIsDurable(_ runtime: RuntimeUnderTest) async throws {
    let told = Transcript<String>()
    let spin = Spin<Events, Question>(initialState: []) {
      Reducer<Events, Question> { events, question in
        events.append(question.name)
        question.reply?.answer("\(events.count)")
      }
    }
    var options = RunOptions<Events, Question>()
    options.gate = OutputGate(.manual)
    let running = spin.start(on: runtime, options: options)
    running.loop.open(upTo: 0)
    let sends = Task {
      told("sent \(try await running.send(Question(name: "a")))")
    }
    await running.seen("a")
    let asks = Task {
      told("answer \(try await running.ask { Question(name: "b", reply: $0) })")
    }
    await running.seen("b")
    let reaches = Task {
      _ = try await running.send(Question(name: "c")) { $0.contains("c") }
      told("reached")
    }
    await running.seen("c")
    let finds = Task {
      _ = try await running.first { $0.contains("c") }
      told("found")
    }
    let settles = Task {
      try await running.settled()
      told("settled")
    }
    // The loop is at rest, and nobody is told but those who want only that.
    await running.idle()
    await running.tempt()
    #expect(told.entries == [])
    for (number, event) in [(1, "sent [\"a\"]"), (2, "answer 2")] {
      running.loop.open(upTo: number)
      try await told.until(event)
    }
    #expect(told.entries.count == 2)
    running.loop.open(upTo: 3)
    for task in [sends, asks, reaches, finds, settles] { try await task.value }
    #expect(Set(told.entries.dropFirst(2)) == ["reached", "found", "settled"])
  }

  @Test(.promises("28.5"), arguments: RuntimeUnderTest.all)
  func aCancelledWaitDoesNotWaitForTheDisk(_ runtime: RuntimeUnderTest) async throws {
    let running = working(on: Remote()).start(on: runtime, options: gated())
    let send = Task { try await running.send("a") }
    let find = Task { try await running.first { $0.contains("a") } }
    let end = Task { await running.finished() }
    await running.seen("a")
    await running.idle()
    send.cancel()
    find.cancel()
    await #expect(throws: CancellationError.self) { try await send.value }
    await #expect(throws: CancellationError.self) { try await find.value }
    running.stop()
    running.loop.open(upTo: 1)
    #expect(await end.value == ["a"])
  }

  @Test(.promises("28.5"), arguments: RuntimeUnderTest.all)
  func anAnswerIsToldIfItsStepIsDurableAfterTheStop(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    var running: RunningSpin? = working(on: remote)
      .start(on: runtime() as any SpinRuntime, options: gated())
    weak let loop = running?.loop
    let send = Task { [running] in try await running?.send("a") }
    await running?.seen("a")
    await running?.idle()
    running?.stop()
    #expect(running?.stopReason?.description == "it was told to")
    running = nil
    try #require(loop).open(upTo: 1)
    #expect(try await send.value == ["a"])
    // The work was cancelled by the stop.
    #expect(remote.log.entries == [])
  }

  @Test(.promises("28.7"), arguments: RuntimeUnderTest.all)
  func aLogThatFailsEndsTheRun(_ runtime: RuntimeUnderTest) async throws {
    let (remote, facts) = (Remote<String>(), Transcript<String>())
    let monitor = Monitor<Events, String> { told in
      if case .stopped(let reason) = told.fact { facts("\(reason)") }
    }
    let running = working(on: remote).start(on: runtime, options: gated(monitors: [monitor]))
    running.loop.open(upTo: 0)
    let send = Task { try await running.send("a") }
    let find = Task { try await running.first { $0.contains("a") } }
    await running.seen("a")
    await running.idle()
    running.loop.fail(DiskFull())
    running.loop.open(upTo: 1)
    running.loop.fail(CancellationError())
    await #expect(throws: DiskFull.self) { try await send.value }
    await #expect(throws: DiskFull.self) { try await find.value }
    #expect(await running.finished() == ["a"])
    #expect(running.emit("b") == .dropped(.stopped))
    #expect(remote.log.entries == [])
    guard case .failed(let error) = running.stopReason else {
      Issue.record("It stopped because \(running.stopReason as Any)")
      return
    }
    #expect(error is DiskFull)
    #expect(facts.entries == ["its events could not be kept: DiskFull()"])
  }

  /// Monitors have been told of the stop by then.
  @Test(.promises("8.14", "28.7"), arguments: RuntimeUnderTest.all)
  func aLogThatFailsAfterTheStopIsTheReason(_ runtime: RuntimeUnderTest) async throws {
    let facts = Transcript<String>()
    let monitor = Monitor<Events, String> { told in
      if case .stopped(let reason) = told.fact { facts("\(reason)") }
    }
    let running = working(on: Remote()).start(on: runtime, options: gated(monitors: [monitor]))
    running.emit("a")
    await running.idle()
    running.stop()
    let end = Task { await running.finished() }
    running.loop.fail(DiskFull())
    running.loop.fail(CancellationError())
    #expect(await end.value == ["a"])
    #expect(running.stopReason?.description == "its events could not be kept: DiskFull()")
    #expect(facts.entries == ["it was told to"])
    // Nothing is lost if every step is durable.
    let kept = working(on: Remote()).start(on: runtime, options: gated())
    kept.loop.open(upTo: 0)
    await kept.idle()
    kept.stop()
    kept.loop.fail(DiskFull())
    await kept.finished()
    #expect(kept.stopReason?.description == "it was told to")
  }

  @Test(.promises("28.5", "28.7"), arguments: RuntimeUnderTest.all, [false, true])
  func aStoppedLoopSettlesWhenItsStepsAreDurable(
    _ runtime: RuntimeUnderTest, _ fails: Bool
  ) async throws {
    let told = Transcript<String>()
    let running = working(on: Remote()).start(on: runtime, options: gated())
    running.emit("a")
    await running.idle()
    let token = running.onSettled { told("closure") }
    let settling = Task {
      defer { told("task") }
      return try await running.settled()
    }
    running.stop()
    await running.idle()
    await running.tempt()
    #expect(told.entries == [])
    if fails { running.loop.fail(DiskFull()) } else { running.loop.open(upTo: 1) }
    if fails {
      await #expect(throws: DiskFull.self) { try await settling.value }
      await #expect(throws: DiskFull.self) { try await running.settled() }
    } else {
      #expect(try await settling.value == ["a"])
      #expect(try await running.settled() == ["a"])
    }
    try await told.until(count: 2)
    #expect(Set(told.entries) == ["closure", "task"])
    token.cancel()
  }

  @Test(.promises("8.14"), arguments: RuntimeUnderTest.all)
  func aLoopTellsWhyItWasToldToStop(_ runtime: RuntimeUnderTest) async throws {
    let facts = Transcript<String>()
    let monitor = Monitor<Events, String> { told in
      if case .stopped(let reason) = told.fact { facts("\(reason)") }
    }
    let options = RunOptions<Events, String>(monitors: [monitor])
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let stopped = spin.start(on: runtime, options: options)
    #expect(stopped.stopReason == nil)
    stopped.stop()
    stopped.stop()
    stopped.loop.fail(DiskFull())
    guard case .stopped = stopped.stopReason else {
      Issue.record("It stopped because \(stopped.stopReason as Any)")
      return
    }
    try await facts.until("it was told to")
    // As any runtime, so that the test does not keep the handle to end the loop.
    var released: RunningSpin? = spin.start(on: runtime() as any SpinRuntime, options: options)
    try await released?.settled()
    released = nil
    try await facts.until("the last handle was released")
    #expect(facts.entries == ["it was told to", "the last handle was released"])
  }

  /// The stages of elements without code begin before those of older elements that wait.
  @Test(.promises("28.3"), arguments: RuntimeUnderTest.all)
  func whatBeginsBehindNewerEffectsIsFoundAmongThem(_ runtime: RuntimeUnderTest) async throws {
    struct Elements: Sendable { var hasCode: [Int: Bool] = [:], due: [String] = [] }
    let (started, scheduler) = (Transcript<Int>(), ManualScheduler())
    let spin = Spin<Elements, String>(initialState: Elements()) {
      Feedback(forEach: \.hasCode) { id, hasCode in
        let stages = Effect.just("\(id)").delayed(by: .seconds(1)).then(.just("\(id) again"))
        if !hasCode { return stages }
        let code = Effect<String>.run {
          started(id)
          return nil
        }
        return .merge(code, stages)
      }
      Reducer { elements, event in
        switch event {
        case "begin": for id in 0..<40 { elements.hasCode[id] = id % 2 == 0 }
        default: elements.due.append(event)
        }
      }
    }
    var options = RunOptions<Elements, String>()
    options.gate = OutputGate(.manual)
    let running = spin.start(on: runtime(scheduler: scheduler), options: options)
    running.emit("begin")
    try await scheduler.untilAlarms(20)
    await running.idle()
    #expect(await running.effects.count { $0.waiting == .durability } == 20)
    running.loop.open(upTo: 1)
    try await started.until(count: 20)
    try await scheduler.untilAlarms(40)
    scheduler.advance(by: .seconds(1))
    running.loop.open(upTo: .max)
    try await running.settled()
    #expect(running.state.due.count == 80)
  }

  @Test(.promises("28.6"), arguments: RuntimeUnderTest.all)
  func alarmsAndEventsOfStagesDoNotWait(_ runtime: RuntimeUnderTest) async throws {
    let (remote, scheduler) = (Remote<String>(), ManualScheduler())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) {
        .just("delayed").delayed(by: .seconds(1)).then(remote.effect("work"))
          .timeout(after: .seconds(3), "late")
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime(scheduler: scheduler), options: gated())
    try await scheduler.untilAlarms(2)
    scheduler.advance(by: .seconds(1))
    await running.seen("delayed")
    await running.idle()
    #expect(remote.log.entries == [])
    running.loop.open(upTo: 1)
    try await remote.log.until("+work")
    scheduler.advance(by: .seconds(2))
    await running.seen("late")
    #expect(running.state == ["delayed", "late"])
  }

  /// They are progress, and acknowledge nothing.
  @Test(.promises("28.6"), arguments: RuntimeUnderTest.all)
  func theElementsOfAnswersDoNotWait(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, Question>(initialState: []) {
      Reducer<Events, Question> { events, question in
        events.append(question.name)
        question.reply?.answer("\(events.count)")
      }
    }
    var options = RunOptions<Events, Question>()
    options.gate = OutputGate(.manual)
    let running = spin.start(on: runtime, options: options)
    var answers = running.answers { Question(name: "a", reply: $0) }.makeAsyncIterator()
    #expect(await answers.next() == "1")
    running.loop.open(upTo: 1)
  }

  @Test(.promises("28.9"), arguments: RuntimeUnderTest.all)
  func aLoopWaitsWhenTooManyStepsAreNotDurable(_ runtime: RuntimeUnderTest) async throws {
    let running = working(on: Remote()).start(on: runtime, options: gated(bound: 4))
    for number in 0..<20 { running.emit("\(number)") }
    await running.seen("3")
    await running.tempt()
    #expect(running.isSuspended)
    #expect(running.state.count == 4)
    // Nobody but the gate ends its suspension.
    running.resume()
    running.suspend()
    running.resume()
    await running.tempt()
    #expect(running.isSuspended)
    #expect(running.state.count == 4)
    for number in stride(from: 4, through: 20, by: 2) {
      running.loop.open(upTo: number)
      await running.tempt()
    }
    await running.seen("19")
    running.loop.open(upTo: 20)
    await running.tempt()
    #expect(!running.isSuspended)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anEffectThatSendsIsToldWhenTheStepIsDurable(_ runtime: RuntimeUnderTest) async throws {
    let results = Transcript<EmitResult>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) {
        .run { emit in
          results(await emit.send("a"))
          results(await emit.send("b"))
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, options: gated())
    running.loop.open(upTo: 0)
    await running.seen("a")
    await running.idle()
    #expect(results.entries == [])
    running.loop.open(upTo: 1)
    await running.seen("b")
    #expect(results.entries == [.accepted])
    running.loop.fail(DiskFull())
    try await results.until(count: 2)
    #expect(results.entries == [.accepted, .dropped(.stopped)])
  }
}

/// An event that may be answered.
private struct Question: Sendable {
  let name: String
  var reply: Reply<String>?
}

extension RunningSpin where State == [String] {
  /// Waits until an observer has seen an event, which may be before its step is durable.
  fileprivate func seen(_ event: String) async {
    let gate = Gate()
    let token = observe { if $0.state.contains(event) { gate.open() } }
    await gate.waitStubbornly()
    token.cancel()
  }
}
