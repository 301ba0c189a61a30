import Dispatch
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinCore
import SpinTestSupport
import Testing

/// What a scheduler that is made of a clock asks of the clock.
extension Conformance {
  @Test func alarmsThatAreCancelledShareOneSleep() async throws {
    let (time, sleeps, rung) = (ManualScheduler(), Transcript<Duration>(), Gate())
    let scheduler = ClockScheduler(CountingClock(time.clock, sleeps))
    for _ in 0..<1000 { scheduler.after(.seconds(3600)) {}.cancel() }
    _ = scheduler.after(.seconds(3601)) { rung.open() }
    try await time.untilAlarms(1)
    time.advance(by: .seconds(3600))
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    await rung.wait()
    #expect(sleeps.entries == [.seconds(3600), .seconds(3601)])
    #expect(time.alarmCount == 0)
  }

  /// That of the long alarm is not given up, or the clock would keep it until the end.
  @Test func shortAlarmsLeaveTheSleepOfALongOneAlone() async throws {
    let (time, sleeps, rung) = (ManualScheduler(), Transcript<Duration>(), Transcript<Int>())
    let scheduler = ClockScheduler(CountingClock(time.clock, sleeps))
    _ = scheduler.after(.seconds(3600)) { rung(0) }
    try await time.untilAlarms(1)
    for number in 1...100 {
      _ = scheduler.after(.seconds(1)) { rung(number) }
      try await time.untilAlarms(2)
      time.advance(by: .seconds(1))
      try await rung.until(number)
    }
    time.advance(by: .seconds(3500))
    try await rung.until(0)
    #expect(rung.entries == Array(1...100) + [0])
    #expect(sleeps.entries == [.seconds(3600)] + (1...100).map { .seconds($0) })
  }

  @Test(arguments: RuntimeUnderTest.all)
  func effectsThatEndBeforeTheirTimeoutsShareOneSleep(_ runtime: RuntimeUnderTest) async throws {
    let (time, sleeps) = (ManualScheduler(), Transcript<Duration>())
    let rounds = inRelease(1_000, inDebug: 300)
    let scheduler = ClockScheduler(CountingClock(time.clock, sleeps))
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 < rounds }) { _ in .run { 1 }.timeout(after: .seconds(3600), 0) }
      Reducer { count, step in count += step }
    }
    #expect(try await spin.run(on: runtime(scheduler: scheduler)) == rounds)
    #expect(sleeps.entries.count <= 1)
  }

  @Test func aSchedulerThatIsGoneKeepsNoSleep() async throws {
    let (time, alive) = (ManualScheduler(), Census())
    do {
      let clock = CountingClock(time.clock, Transcript(), Counted(in: alive))
      let scheduler = ClockScheduler(clock)
      let alarm = scheduler.after(.seconds(3600)) {}
      try await time.untilAlarms(1)
      alarm.cancel()
    }
    try await alive.untilEmpty()
    #expect(time.alarmCount == 0)
  }

  @Test func anAlarmRingsEvenIfItsSchedulerIsGone() async throws {
    let (time, alive, rung) = (ManualScheduler(), Census(), Gate())
    do {
      let clock = CountingClock(time.clock, Transcript(), Counted(in: alive))
      _ = ClockScheduler(clock).after(.seconds(1)) { rung.open() }
    }
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    await rung.wait()
    try await alive.untilEmpty()
  }

  @Test func anAlarmRingsEvenIfTheClockFailsToSleep() async throws {
    let (time, sleeps, rung) = (ManualScheduler(), Transcript<Duration>(), Gate())
    let scheduler = ClockScheduler(CountingClock(time.clock, sleeps, failures: 3))
    _ = scheduler.after(.seconds(1)) { rung.open() }
    try await time.untilAlarms(1)
    #expect(sleeps.entries.count == 4)
    time.advance(by: .seconds(1))
    await rung.wait()
  }

  /// The documentation of these clocks says so.
  @Test(.promises("12.13"))
  func everyRuntimeReadsAClockThatStandsStillWhileTheMachineSleeps() {
    let onTasks: [any SpinRuntime] = [
      AsyncRuntime.async, MainActorRuntime(), AsyncRuntime(executor: .queue(.main)),
    ]
    for runtime in onTasks { #expect(runtime.scheduler is ClockScheduler<SuspendingClock>) }
    let uptime = { Duration.nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }
    for runtime in [CallbackRuntime.callbacks, .callersThread, CallbackRuntime(label: "own")] {
      let (before, now, after) = (uptime(), runtime.scheduler.now, uptime())
      #expect(before <= now && now <= after)
    }
  }
}

/// A manual clock that writes down until when it is asked to sleep, and that may fail.
private struct CountingClock: Clock {
  struct Failure: Error {}

  let base: ManualClock
  let sleeps: Transcript<Duration>
  let counted: Counted?
  let failures: Int

  init(
    _ base: ManualClock, _ sleeps: Transcript<Duration>, _ counted: Counted? = nil,
    failures: Int = 0
  ) {
    self.base = base
    self.sleeps = sleeps
    self.counted = counted
    self.failures = failures
  }

  var now: ManualClock.Instant { base.now }

  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    sleeps(deadline.offset)
    if sleeps.entries.count <= failures { throw Failure() }
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
