import Dispatch
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// What holds of delays, timeouts, races, chains and retries alike: they are one effect.
extension Conformance {
  /// One composite of each kind, with two events "a" and "b" and one second between them.
  static let composites: [(String, @Sendable () -> Effect<String>)] = [
    ("delay", { .merge(.just("a"), .just("b").delayed(by: .seconds(1))).delayed(by: .zero) }),
    ("chain", { .after(.zero, "a").then(.after(.seconds(1), "b")) }),
    (
      "timeout",
      { .after(.zero, "a").then(.after(.seconds(9), "c")).timeout(after: .seconds(1), "b") }
    ),
    (
      "race",
      { .race(.after(.zero, "a").then(.after(.seconds(1), "b")), .after(.seconds(9), "c")) }
    ),
    (
      "retry",
      {
        let isFirst = Guarded(true)
        return .after(.zero, "a").then(
          .run(retrying: .constant(.seconds(1), attempts: 2)) {
            let fails = isFirst.withLock { isFirst in
              defer { isFirst = false }
              return isFirst
            }
            if fails { throw Failure.broken }
            return "b"
          } catch: {
            "\($0)"
          })
      }
    ),
  ]

  @Test(.promises("17.1"), arguments: RuntimeUnderTest.all, composites.indices)
  func aCompositeEffectIsOneEffectForItsStrategy(
    _ runtime: RuntimeUnderTest, _ index: Int
  ) async throws {
    let (name, effect) = Self.composites[index]
    let expected: [(ExecutionStrategy, [String])] = [
      (.ignoreNewState, ["a", "x", "b"]), (.continueOnNewState, ["a", "x", "b"]),
      (.queueNewState, ["a", "x", "b", "q"]),
    ]
    for (strategy, events) in expected {
      let time = ManualScheduler()
      let spin = Spin<Events, String>(initialState: []) {
        Feedback(on: { $0.count { $0 == "x" } }) {
          strategy == .queueNewState && $0 > 0 ? .just("q") : effect()
        }
        .strategy(strategy)
        Reducer.appending
      }
      let running = spin.start(on: runtime(scheduler: time))
      try await time.untilAlarms(1)
      time.advance(by: .zero)
      await running.idle()
      // The first attempt of a retry takes its own time.
      try await time.untilAlarms(1)
      let alarms = time.alarmCount
      running.emit("x")
      await running.idle()
      #expect(running.state == ["a", "x"], "\(name), \(strategy)")
      if strategy == .continueOnNewState {
        time.advance(by: .zero)
        await running.idle()
        try await time.untilAlarms(2 * alarms)
      }
      time.advance(by: .seconds(1))
      var end = try await running.settled()
      // Everything runs twice if it continues.
      if strategy == .continueOnNewState { end = end.uniqued }
      #expect(end == events, "\(name), \(strategy)")
      #expect(time.alarmCount == 0)
      await running.end()
    }
  }

  @Test(.promises("8.7"), arguments: RuntimeUnderTest.all, composites.indices)
  func stoppingALoopEndsItsCompositeEffects(
    _ runtime: RuntimeUnderTest, _ index: Int
  ) async throws {
    let time = ManualScheduler()
    let drops = Drops()
    let (_, effect) = Self.composites[index]
    let running = start(runtime, time, drops: drops, effect)
    try await time.untilAlarms(1)
    time.advance(by: .zero)
    await running.idle()
    #expect(running.state == ["a"])
    await running.end()
    #expect(time.alarmCount == 0)
    time.advance(by: .seconds(100))
    #expect(running.state == ["a"] && drops.entries == [])
  }

  @Test(.promises("8.3"), arguments: RuntimeUnderTest.all)
  func aStopInTheStepThatWouldBeginTheNextEffectKeepsItFromBeginning(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let handle = Handle<Events, String>()
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source { .run { "a" }.then(remote.effect("never")) }
      Feedback.sideEffect { if !$0.isEmpty { handle.stop() } }
      Reducer.appending
    }
    let held = HeldRuntime(runtime(), turns: true)
    let running = spin.start(on: held, handle: handle)
    held.release()
    await running.finished()
    #expect(running.state == ["a"] && remote.log.entries == [])
    handle.set(nil)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func sourcesMayBeComposite(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source {
        .race(.after(.seconds(1), "a"), .after(.seconds(2), "never"))
          .then(.just("b").delayed(by: .seconds(1))).then(.every(.seconds(1), "tick"))
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime(scheduler: time))
    #expect(try await running.settled() == [])
    for _ in 0..<4 {
      time.advanceToNextAlarm()
      await running.idle()
    }
    #expect(running.state == ["a", "b", "tick", "tick"])
    await running.end()
    #expect(time.alarmCount == 0)
  }

  @Test(.promises("11.2"), arguments: RuntimeUnderTest.all)
  func aFeedbacksExecutorRunsTheBodiesAndRegistrationsOfItsCompositeEffects(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let queue = DispatchQueue(label: "staged")
    let isOnQueue = RuntimeUnderTest.isOn(queue)
    let time = ManualScheduler()
    let log = Transcript<String>()
    let visit = { @Sendable (name: String) in log(isOnQueue() ? name : "\(name) elsewhere") }
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) {
        .run { () -> String? in
          visit("body")
          return "a"
        }
        .then(
          .race(
            .callback { _ in
              visit("registration")
              return Cancellation { visit("cancellation") }
            }, .after(.seconds(1), "b"))
        )
        .then(
          .run(retrying: .constant(.seconds(1), attempts: 2)) {
            visit("attempt")
            throw Failure.broken
          } catch: {
            "\($0)"
          }
        )
        .delayed(by: .seconds(1))
      }
      .executor(.queue(queue))
      Reducer.appending
    }
    let running = spin.start(on: runtime(scheduler: time))
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    try await log.until("registration")
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    try await log.until("attempt")
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    #expect(try await running.settled() == ["a", "b", "broken"])
    await running.end()
    #expect(
      log.entries == ["body", "registration", "cancellation", "attempt", "attempt"]
        || log.entries == ["body", "registration", "attempt", "cancellation", "attempt"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func mappingACompositeMapsAllOfItsEvents(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      Effect<Int>.just(1)
        .then(.merge(.just(2), .run { 3 }).delayed(by: .seconds(1)))
        .then(.race(.after(.seconds(1), 4), .after(.seconds(2), 0)))
        .then(.after(.seconds(9), 0).timeout(after: .seconds(1), 5))
        .then(
          .run(retrying: .never) {
            throw Failure.broken
          } catch: { _ in
            6
          }
        )
        .then(
          .run(retrying: .never) { emit in
            try Task.checkCancellation()
            emit(7)
          } catch: { _ in
            0
          }
        )
        .then(.run { emit, clock in emit(8) })
        .map { "\($0)" }.map { "<\($0)>" }
    }
    for count in [1, 2, 2] {
      try await time.untilAlarms(count)
      time.advance(by: .seconds(1))
      await running.idle()
    }
    #expect(try await running.settled() == (1...8).map { "<\($0)>" })
  }

  @Test(arguments: RuntimeUnderTest.all)
  func compositesMergeAndNest(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      .merge(
        .just("now"),
        .merge(.just("1"), .after(.seconds(1), "2")).then(.just("3")),
        .race(.after(.seconds(2), "4"), .after(.seconds(3), "no"))
          .then(.after(.seconds(3), "no").timeout(after: .seconds(1), "5")),
        .after(.seconds(5), "6"))
    }
    try await time.untilAlarms(4)
    while time.advanceToNextAlarm() { await running.idle() }
    #expect(try await running.settled() == ["now", "1", "2", "3", "4", "5", "6"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func whatACompositeHasDoneIsLetGo(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let census = Census()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source {
        let (first, second) = (Counted(in: census), Counted(in: census))
        return .callback { emit in
          withExtendedLifetime(first) { _ = emit("a") }
          return .none
        }
        .then(
          .run(retrying: .constant(.seconds(1), attempts: 2)) {
            withExtendedLifetime(second) {}
            throw Failure.broken
          } catch: {
            "\($0)"
          }
        )
        .then(.every(.seconds(1), "tick"))
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime(scheduler: time))
    for _ in 0..<2 {
      try await time.untilAlarms(1)
      time.advance(by: .seconds(1))
      await running.idle()
    }
    try await census.untilEmpty()
    #expect(running.state == ["a", "broken", "tick"])
    await running.end()
  }

  /// Numbers, and what was said of them; "-n" takes one away.
  struct Numbers: Sendable {
    var all = [1, 2, 3]
    var said: [String] = []

    static let reducer = Reducer<Numbers, String> { numbers, event in
      if let number = Int(event) { numbers.all.removeAll { $0 == -number } }
      numbers.said.append(event)
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theCompositeEffectOfAnElementEndsWithTheElement(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let log = Transcript<String>()
    let spin = Spin<Numbers, String>(initialState: Numbers()) {
      Feedback(forEach: \.all) { number in
        .after(.seconds(1), "a").then(.run { "b" }.delayed(by: .seconds(1)))
      }
      Numbers.reducer
    }
    let running = spin.start(on: runtime, scheduler: time) { transition in
      guard case .feedback(let feedback) = transition.origin else { return }
      log("\(transition.event ?? "")\(feedback.element.map { "\($0)" } ?? "")")
    }
    try await time.untilAlarms(3)
    time.advance(by: .seconds(1))
    await running.idle()
    #expect(time.alarmCount == 3)
    running.emit("-2")
    await running.idle()
    #expect(time.alarmCount == 2)
    time.advance(by: .seconds(1))
    try await running.settled()
    #expect(log.entries.prefix(3) == ["a1", "a2", "a3"])
    #expect(log.entries.dropFirst(3).sorted() == ["b1", "b3"])
  }

  @Test(.promises("15.14", "17.1"), arguments: RuntimeUnderTest.all)
  func anElementGivesItsPlaceBackWhenItsWholeCompositeEffectHasEnded(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    let spin = Spin<Numbers, String>(initialState: Numbers()) {
      Feedback(forEach: \.all, atMost: 1) { number in
        .race(.run { "a\(number)" }, .after(.seconds(9), "never"))
          .then(.after(.seconds(1), "b\(number)"))
      }
      Numbers.reducer
    }
    let running = spin.start(on: runtime, scheduler: time)
    for count in 1...3 {
      try await running.untilSaid(count: 2 * count - 1)
      await running.idle()
      #expect(time.alarmCount == 1)
      time.advance(by: .seconds(1))
    }
    #expect(try await running.settled().said == ["a1", "b1", "a2", "b2", "a3", "b3"])
  }
}

extension RunningSpin where State == Conformance.Numbers {
  /// Waits until so much was said.
  fileprivate func untilSaid(count: Int) async throws {
    let gate = Gate()
    let token = observe { if $0.state.said.count >= count { gate.open() } }
    if await !gate.wait() { throw CancellationError() }
    token.cancel()
  }
}

extension [String] {
  /// The elements without those that came before.
  fileprivate var uniqued: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
