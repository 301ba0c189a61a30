import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Effects of which the first to yield goes on alone.
extension Conformance {
  @Test(.promises("17.4", "17.5"), arguments: RuntimeUnderTest.all)
  func theFirstPartToYieldGoesOnAloneAndTheOthersAreCancelledBeforeItIsPublished(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let drops = Drops()
    let running = start(
      runtime, ManualScheduler(), drops: drops, observer: { remote.log("\($0.event ?? "start")") }
    ) { .race(remote.effect("a"), remote.effect("b"), remote.effect("c")) }
    for name in ["a", "b", "c"] { try await remote.log.until("+\(name)") }
    remote.emit("first", from: "b")
    try await remote.log.until("first")
    #expect(remote.log.entries == ["start", "+a", "+b", "+c", "-a", "-c", "first"])
    remote.emit("second", from: "b")
    #expect(remote.emit("late", from: "a") == .dropped(.stale))
    remote.finish("b")
    #expect(try await running.settled() == ["first", "second"])
    #expect(drops.entries == ["late stale staged delivered"])
  }

  @Test(.promises("17.4"), arguments: RuntimeUnderTest.all)
  func ofTwoResultsInTheMailboxTheFirstIsReducedAndTheOtherIsStale(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let drops = Drops()
    let running = start(
      runtime, ManualScheduler(), drops: drops,
      observer: {
        guard $0.event == "go" else { return }
        remote.emit("one", from: "b")
        remote.emit("two", from: "a")
        remote.emit("three", from: "b")
      }
    ) { .race(remote.effect("a"), remote.effect("b")) }
    try await remote.log.until("+b")
    running.emit("go")
    await running.idle()
    #expect(running.state == ["go", "one", "three"])
    #expect(drops.entries == ["two stale staged delivered"])
  }

  @Test(.promises("17.7"), arguments: RuntimeUnderTest.all)
  func aPartThatEndsWithoutAnEventDoesNotWin(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let running = start(runtime, ManualScheduler()) {
      .race(.run { nil }, remote.effect("a"), .run { nil }, .none)
    }
    try await remote.log.until("+a")
    await running.idle()
    remote.emit("won", from: "a")
    remote.finish("a")
    #expect(try await running.settled() == ["won"])
    await running.end()

    let none = start(runtime, ManualScheduler()) { .race(.run { nil }, .run { nil }) }
    #expect(try await none.settled() == [])
  }

  @Test(.promises("17.6"), arguments: RuntimeUnderTest.all)
  func thePartWithAnImmediateEventWinsWhenItIsDescribed(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let log = Transcript<String>()
    let running = start(
      runtime, ManualScheduler(), observer: { log("\($0.event ?? "") \($0.origin.summary)") }
    ) {
      .race(
        remote.effect("never begun"), .merge(.just("a"), .run { "b" }),
        .just("another").then(.run { "one" }))
    }
    #expect(try await running.settled() == ["a", "b"])
    #expect(log.entries == [" start", "a staged immediate", "b staged delivered"])
    #expect(remote.log.entries == [])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRaceOfNothingIsNothingAndOneOfOneIsThat(_ runtime: RuntimeUnderTest) async throws {
    let running = start(runtime, ManualScheduler()) {
      .merge(.race(), .race([]), .race(.none, .none), .race(.run { "alone" }))
    }
    #expect(try await running.settled() == ["alone"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRaceAmongRacesHasOneWinner(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      var race = Effect.after(.milliseconds(5_000), "5000")
      for delay in (0..<300).reversed() {
        race = .race(race, .run { "\(delay)" }.delayed(by: .milliseconds(1 + delay)))
      }
      return race
    }
    try await time.untilAlarms(301)
    time.advance(by: .milliseconds(1))
    #expect(try await running.settled() == ["0"])
    #expect(time.alarmCount == 0)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aDelayMakesARaceAgainstTime(_ runtime: RuntimeUnderTest) async throws {
    let time = ManualScheduler()
    let begun = Transcript<String>()
    let running = start(runtime, time) {
      .race(
        .run { () -> String? in
          begun("slow")
          return "slow"
        }.delayed(by: .seconds(2)),
        .after(.seconds(1), "quick"))
    }
    try await time.untilAlarms(2)
    time.advance(by: .seconds(1))
    #expect(try await running.settled() == ["quick"])
    time.advance(by: .seconds(5))
    await running.idle()
    #expect(begun.entries == [])
  }
}
