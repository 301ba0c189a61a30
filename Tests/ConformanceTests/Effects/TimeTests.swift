import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 12.
extension Conformance {
  @Test(.promises("12.1"), arguments: RuntimeUnderTest.all)
  func eventsAreAcceptedBeforeAdvanceReturns(_ runtime: RuntimeUnderTest) async throws {
    let scheduler = ManualScheduler()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source { .after(.seconds(2), "second") }
      Feedback.source { .after(.seconds(1), "first") }
      Feedback.source { .after(.seconds(2), "third") }
      Reducer.appending
    }
    let running = spin.start(on: runtime, scheduler: scheduler)
    try await scheduler.untilAlarms(3)
    scheduler.advance(by: .milliseconds(999))
    running.emit("too early")
    scheduler.advance(by: .milliseconds(1001))
    running.emit("too late")
    #expect(
      try await running.settled() == ["too early", "first", "second", "third", "too late"])
  }

  /// Another thread has just made a step, and may be about to leave the loop, or have left it.
  @Test(arguments: RuntimeUnderTest.all)
  func theStepsOfAnAlarmAreMadeWhenTheLoopIsIdle(_ runtime: RuntimeUnderTest) async throws {
    let rounds = inRelease(20_000, inDebug: runtime.isCallersThread ? 20_000 : 2_000)
    let (go, seen) = ((0..<rounds).map { _ in Gate() }, (0..<rounds).map { _ in Gate() })
    let time = ManualScheduler()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { .every(.seconds(1), rounds) }
      Reducer { ticks, event in if event == rounds { ticks += 1 } }
    }
    let running = spin.start(on: runtime, scheduler: time) {
      if let event = $0.event, event < rounds { seen[event].open() }
    }
    try await time.untilAlarms(1)
    async let emitting: Void = onThread {
      for round in 0..<rounds {
        go[round].waitBlocking()
        running.emit(round)
      }
    }
    var missed = 0
    for round in 0..<rounds {
      go[round].open()
      await seen[round].wait()
      time.advance(by: .seconds(1))
      await running.idle()
      if running.state != round + 1 { missed += 1 }
    }
    #expect(missed == 0)
    await emitting
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aLoopThatHasStoppedOrIsAloneIsIdle(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let handle = Handle<Events, String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.last }) { $0.count < 5 ? .just($0 + "a") : .after(.seconds(1), "late") }
      Feedback.source { .run { _ in await handle.value?.idle() } }
      Reducer.appending
    }
    let running = spin.start(on: runtime(scheduler: time), handle: handle)
    running.emit("a")
    await running.idle()
    // Not what a delay may bring.
    #expect(running.state == ["a", "aa", "aaa", "aaaa", "aaaaa"])
    #expect(time.alarmCount == 1)
    running.stop()
    await running.idle()
    await running.finished()
    await running.idle()
    handle.set(nil)
  }

  @Test(.promises("12.1"), arguments: RuntimeUnderTest.all)
  func theKthTickIsDueKPeriodsAfterTheStart(_ runtime: RuntimeUnderTest) async throws {
    let scheduler = ManualScheduler()
    let log = Transcript<Duration>()
    let spin = Spin(initialState: 0) {
      Reducer { count, step in count += step }
      Feedback(while: { $0 < 4 }) { .every(.seconds(2), 1) }
    }
    scheduler.advance(by: .seconds(1))
    // On the caller's thread steps are made while the time stands at the tick's instant.
    let running = spin.start(on: CallbackRuntime.callersThread(scheduler: scheduler)) { _ in
      log(scheduler.now)
    }
    scheduler.advance(by: .seconds(20))
    #expect(try await running.settled() == 4)
    #expect(log.entries == [1, 3, 5, 7, 9].map { .seconds($0) })
    #expect(scheduler.alarmCount == 0)
    await running.end()

    let other = spin.start(on: runtime(scheduler: scheduler))
    try await scheduler.untilAlarms(1)
    scheduler.advance(by: .seconds(7))
    other.emit(0)
    await other.idle()
    #expect(other.state == 3)
    scheduler.advance(by: .seconds(1))
    #expect(try await other.settled() == 4)
    await other.end()
    #expect(scheduler.alarmCount == 0)
  }

  @Test(.promises("12.6"), arguments: RuntimeUnderTest.all)
  func aCancelledDelayOrPeriodIsForgotten(_ runtime: RuntimeUnderTest) async throws {
    let scheduler = ManualScheduler()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .merge(.after(.seconds(1), "delay"), .every(.seconds(1), "tick"))
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, scheduler: scheduler)
    try await scheduler.untilAlarms(2)
    running.emit("cancel")
    try await running.settled()
    #expect(scheduler.alarmCount == 0)
    scheduler.advance(by: .seconds(10))
    #expect(try await running.settled() == ["cancel"])
  }

  @Test(.promises("12.10"), arguments: RuntimeUnderTest.all)
  func aDelayThatIsNegativeCountsAsZero(_ runtime: RuntimeUnderTest) async throws {
    let scheduler = ManualScheduler()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source { .after(.seconds(-5), "now") }
      Reducer.appending
    }
    let running = spin.start(on: runtime, scheduler: scheduler)
    try await scheduler.untilAlarms(1)
    scheduler.advance(by: .zero)
    #expect(try await running.settled() == ["now"])
  }

  @Test(.promises("12.1"), arguments: RuntimeUnderTest.all)
  func anyClockCanDriveALoop(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let clock = ClockScheduler(time.clock)
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in .after(.seconds(3600), "an hour later") }
      Reducer.appending
    }
    let running = spin.start(on: runtime, scheduler: clock)
    try await time.untilAlarms(1)
    time.advance(by: .seconds(3600))
    #expect(try await running.settled() == ["an hour later"])
    #expect(running.scheduler.now == .seconds(3600))
  }

  @Test(.promises("12.2"), arguments: RuntimeUnderTest.all)
  func everyRuntimeKeepsTimeByItself(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { _ in
        // A busy machine may keep the loop from setting the second alarm for a while.
        .merge(.after(.milliseconds(500), "later"), .after(.milliseconds(1), "sooner"))
      }
      Reducer.appending
    }
    let executing = runtime()
    let before = executing.scheduler.now
    let running = spin.start(on: executing)
    #expect(try await running.settled() == ["sooner", "later"])
    #expect(running.scheduler.now - before >= .milliseconds(500))
    await running.end()
  }
}
