import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Effects that have not ended in time.
extension Conformance {
  @Test(.promises("17.8"), arguments: RuntimeUnderTest.all)
  func anEffectThatHasNotEndedInTimeIsCancelledAndTheTimeoutIsItsLastEvent(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    let remote = Remote<String>()
    let (begun, cancelled) = (Gate(), Gate())
    let drops = Drops()
    let running = start(runtime, time, drops: drops) {
      .merge(
        remote.effect("work"),
        .run { () -> String? in
          begun.open()
          await Gate().wait()
          cancelled.open()
          return "too late"
        }
      ).timeout(after: .seconds(5), "timed out")
    }
    try await time.untilAlarms(1)
    try await remote.log.until("+work")
    await begun.wait()
    remote.emit("progress", from: "work")
    time.advance(by: .seconds(5))
    await cancelled.wait()
    #expect(try await running.settled() == ["progress", "timed out"])
    #expect(remote.log.entries == ["+work", "-work"])
    #expect(remote.emit("more", from: "work") == .dropped(.stale))
    // A loop that has settled does not wait for what a cancelled body returns.
    try await drops.until(count: 2)
    await running.end()
    #expect(
      drops.entries.sorted() == ["more stale staged delivered", "too late stale staged delivered"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anEffectThatEndsInTimeForgetsItsTimeout(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let remote = Remote<String>()
    let running = start(runtime, time) {
      .merge(.just("now"), remote.effect("work")).timeout(after: .seconds(5), "timed out")
    }
    try await time.untilAlarms(1)
    try await remote.log.until("+work")
    remote.emit("done", from: "work")
    remote.finish("work")
    #expect(try await running.settled() == ["now", "done"])
    #expect(time.alarmCount == 0)
  }

  @Test(.promises("17.9"), arguments: RuntimeUnderTest.all)
  func workThatIsDueTogetherWithItsTimeoutIsInTime(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      .after(.seconds(5), "in time").timeout(after: .seconds(5), "timed out")
    }
    try await time.untilAlarms(2)
    time.advance(by: .seconds(5))
    #expect(try await running.settled() == ["in time"])
  }

  /// Whatever is due at the moment of a timeout comes before it, even if its alarm was set later.
  @Test(.promises("17.9"), arguments: RuntimeUnderTest.all)
  func aLaterPartThatIsDueTogetherWithATimeoutIsInTime(_ runtime: RuntimeUnderTest) async throws {
    let forms: [(@Sendable () -> Effect<String>, [String])] = [
      (
        { .every(.seconds(1), "tick").timeout(after: .seconds(3), "out") },
        ["tick", "tick", "tick", "out"]
      ),
      (
        {
          .after(.seconds(2), "x").then(.after(.seconds(3), "y")).timeout(after: .seconds(5), "out")
        }, ["x", "y"]
      ),
      (
        {
          Effect.after(.seconds(3), "y").delayed(by: .seconds(2)).timeout(after: .seconds(5), "out")
        },
        ["y"]
      ),
      (
        {
          .merge(.after(.seconds(3), "y"), .after(.seconds(1), "x")).delayed(by: .seconds(2))
            .timeout(after: .seconds(5), "out")
        }, ["x", "y"]
      ),
      (
        {
          .every(.seconds(1), "tick").timeout(after: .seconds(2), "inner")
            .timeout(after: .seconds(2), "outer")
        }, ["tick", "tick", "inner"]
      ),
      (
        {
          Effect.several("x", "y").delayed(by: .seconds(5)).timeout(after: .seconds(5), "out")
        }, ["x", "y"]
      ),
      (
        {
          .merge(.just("x"), .after(.seconds(9), "late")).delayed(by: .seconds(5))
            .timeout(after: .seconds(5), "out")
        }, ["x", "out"]
      ),
      (
        {
          Effect.none.delayed(by: .seconds(5)).then(.several("x", "y"))
            .timeout(after: .seconds(5), "out")
        }, ["x", "y"]
      ),
    ]
    for (effect, events) in forms {
      let (time, drops) = (ManualScheduler(), Drops())
      let running = start(runtime, time, drops: drops) { effect() }
      try await time.untilAlarms(1)
      await running.idle()
      while time.advanceToNextAlarm() { await running.idle() }
      #expect(try await running.settled() == events)
      #expect(time.alarmCount == 0)
      await running.end()
    }
  }

  /// The events of a delay were accepted when the loop took its end, behind the timeout's event.
  @Test(.promises("17.3"), arguments: RuntimeUnderTest.all)
  func aDelayThatEndsBeforeATimeoutIsInTimeEvenIfTheLoopIsBusyUntilBoth(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let forms: [(@Sendable () -> Effect<String>, [String])] = [
      ({ Effect.just("x").delayed(by: .seconds(3)).timeout(after: .seconds(9), "out") }, ["x"]),
      (
        { Effect.several("x", "y").delayed(by: .seconds(3)).timeout(after: .seconds(9), "out") },
        ["x", "y"]
      ),
      (
        {
          .merge(.just("x"), .after(.seconds(9), "late")).delayed(by: .seconds(3))
            .timeout(after: .seconds(9), "out")
        }, ["x", "out"]
      ),
    ]
    for (effect, events) in forms {
      let time = ManualScheduler()
      let running = start(
        runtime, time,
        observer: { if $0.event == "go" { time.advance(by: .seconds(20)) } }
      ) { effect() }
      try await time.untilAlarms(2)
      running.emit("go")
      #expect(try await running.settled() == ["go"] + events)
      await running.end()
    }
  }

  @Test(.promises("17.10"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func theMailboxDecidesBetweenTheEndOfAnEffectAndItsTimeout(
    _ runtime: RuntimeUnderTest
  ) async throws {
    for endsFirst in [true, false] {
      let (time, drops, remote) = (ManualScheduler(), Drops(), Remote<String>())
      let finish = { @Sendable in
        _ = remote.emit("done", from: "work")
        remote.finish("work")
      }
      // Both are in the mailbox before either is taken.
      let running = start(
        runtime, time, drops: drops,
        observer: { transition in
          guard transition.event == "go" else { return }
          if endsFirst { finish() }
          time.advance(by: .seconds(5))
          if !endsFirst { finish() }
        }
      ) { remote.effect("work").timeout(after: .seconds(5), "timed out") }
      try await time.untilAlarms(1)
      running.emit("go")
      #expect(try await running.settled() == ["go", endsFirst ? "done" : "timed out"])
      let loser = endsFirst ? "timed out" : "done"
      #expect(drops.entries == ["\(loser) stale staged delivered"])
      await running.end()
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anEffectWithoutWorkHasEndedAtOnce(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      .merge(
        .just("a").timeout(after: .zero, "timed out"),
        Effect.none.timeout(after: .seconds(-1), "timed out"))
    }
    #expect(try await running.settled() == ["a"])
    #expect(time.alarmCount == 0)
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func aTimeoutOfZeroStillLetsTheWorkBegin(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let remote = Remote<String>()
    let running = start(runtime, time) {
      remote.effect("work").timeout(after: .seconds(-1), "timed out")
    }
    try await time.untilAlarms(1)
    time.advance(by: .zero)
    #expect(try await running.settled() == ["timed out"])
    #expect(remote.log.entries == ["+work", "-work"])
  }

  @Test(.promises("17.8"), arguments: RuntimeUnderTest.all)
  func theInnerOfTwoTimeoutsIsTheEndOfTheOuter(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let remote = Remote<String>()
    let running = start(runtime, time) {
      remote.effect("work").timeout(after: .seconds(1), "inner").timeout(
        after: .seconds(2), "outer"
      )
      .then(.just("then"))
    }
    try await time.untilAlarms(2)
    time.advance(by: .seconds(1))
    #expect(try await running.settled() == ["inner", "then"])
    #expect(time.alarmCount == 0)
  }
}
