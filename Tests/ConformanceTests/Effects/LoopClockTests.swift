import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// The loop's time as a clock.
extension Conformance {
  @Test(.promises("12.1"), arguments: RuntimeUnderTest.all)
  func aBodySleepsByTheTimeOfTheLoop(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    time.advance(by: .seconds(100))
    let running = start(runtime, time) {
      .run { emit, clock in
        let start = clock.now
        emit("\(start)")
        try? await clock.sleep(for: .seconds(2))
        emit("\(start.duration(to: clock.now))")
        try? await clock.sleep(until: start.advanced(by: .seconds(5)))
        emit("\(start.duration(to: clock.now))")
      }
    }
    try await time.untilAlarms(1)
    time.advance(by: .seconds(2))
    try await time.untilAlarms(1)
    time.advance(by: .seconds(3))
    #expect(
      try await running.settled() == ["100.0 seconds", "2.0 seconds", "5.0 seconds"])
  }

  @Test(.promises("17.16"), arguments: RuntimeUnderTest.all)
  func aSleepEndsWithAnErrorWhenItsEffectIsCancelledAndTheErrorIsNotMapped(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    let log = Transcript<String>()
    let running = start(runtime, time) {
      .run { emit, clock in
        do {
          try await clock.sleep(for: .seconds(Int64.max))
          log("slept")
        } catch {
          log("\(type(of: error))")
          throw error
        }
      } catch: { error in
        log("mapped")
        return "\(error)"
      }
    }
    try await time.untilAlarms(1)
    running.emit("change")
    try await log.until("CancellationError")
    #expect(time.alarmCount == 0)
    await running.end()
    #expect(log.entries == ["CancellationError"] && running.state == ["change"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theErrorOfABodyWithAClockIsMapped(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      Effect<Int>.run { emit, clock in
        try await clock.sleep(for: .seconds(1))
        throw Failure.broken
      } catch: { _ in
        1
      }.map { "\($0)" }
    }
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    #expect(try await running.settled() == ["1"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aClockThatHasOutlivedItsLoopSleepsNoMore(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let kept = OneShot<LoopClock>()
    let running = start(runtime, time) { .run { _, clock in kept.set(clock) } }
    let clock = await kept.value()
    await running.end()
    await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
    #expect(time.alarmCount == 0)
  }

  @Test(.promises("12.1", "12.10"), arguments: RuntimeUnderTest.all)
  func aSleepIntoThePastWaitsForTheScheduler(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      .run { emit, clock in
        try? await clock.sleep(until: LoopClock.Instant(offset: .seconds(-9)))
        emit("awake")
      }
    }
    try await time.untilAlarms(1)
    time.advance(by: .zero)
    #expect(try await running.settled() == ["awake"])
  }

  @Test(.promises("12.8"))
  func momentsOfAClockClamp() {
    let (early, late) = (
      LoopClock.Instant(offset: Duration(attoseconds: .min)),
      LoopClock.Instant(offset: Duration(attoseconds: .max))
    )
    #expect(early < late && early.duration(to: late) == Duration(attoseconds: .max))
    #expect(late.advanced(by: .seconds(1)) == late)
  }
}
