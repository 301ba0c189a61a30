import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Effects that begin one after another.
extension Conformance {
  @Test(.promises("1.3", "17.11"), arguments: RuntimeUnderTest.all)
  func theNextEffectBeginsWhenTheLastEventOfTheOneBeforeHasBeenReduced(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let running = start(
      runtime, ManualScheduler(), observer: { remote.log("\($0.event ?? "start")") }
    ) { remote.effect("a").then(.run { "b" }).then(remote.effect("c")) }
    try await remote.log.until("+a")
    remote.emit("1", from: "a")
    remote.emit("2", from: "a")
    remote.finish("a")
    try await remote.log.until("+c")
    remote.finish("c")
    #expect(try await running.settled() == ["1", "2", "b"])
    #expect(remote.log.entries == ["start", "+a", "1", "2", "-a", "b", "+c", "-c"])
  }

  @Test(.promises("5.1", "17.2", "17.12"), arguments: RuntimeUnderTest.all)
  func theNextEffectWaitsUntilTheImmediateEventsBeforeItAreReduced(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let running = start(
      runtime, ManualScheduler(), observer: { log("\($0.event ?? "") \($0.origin.summary)") }
    ) {
      .several("a", "b").then(
        .callback { emit in
          log("+c")
          emit("c")
          return .none
        }
      ).then(.several("d", "e")).then(.just("f"))
    }
    #expect(try await running.settled() == ["a", "b", "c", "d", "e", "f"])
    #expect(
      log.entries == [
        " start", "a staged immediate", "b staged immediate", "+c", "c staged delivered",
        "d staged delivered", "e staged delivered", "f staged delivered",
      ])
  }

  @Test(.promises("17.12"), arguments: RuntimeUnderTest.all)
  func theNextEffectWaitsUntilAllImmediateEventsOfItsStepAreReduced(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) {
        .just("a").then(
          .callback { emit in
            log("+b")
            emit("b")
            return .none
          })
      }
      Feedback(while: { _ in true }) { .several("x", "y") }
      Reducer.appending
    }
    let running = spin.start(on: runtime) { if let event = $0.event { log(event) } }
    try await running.settled()
    #expect(log.entries == ["a", "x", "y", "+b", "b"])
  }

  @Test(.promises("17.1"), arguments: RuntimeUnderTest.all)
  func anEffectWithEventsAndWorkEndsWithBoth(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let running = start(runtime, ManualScheduler()) {
      .merge(.just("a"), remote.effect("work"), .run { "b" }).then(.just("then"))
    }
    try await remote.log.until("+work")
    await running.idle()
    remote.emit("c", from: "work")
    await running.idle()
    remote.finish("work")
    let end = try await running.settled()
    #expect(end.first == "a" && end.last == "then" && end.sorted() == ["a", "b", "c", "then"])
  }

  @Test(.promises("17.13"), arguments: RuntimeUnderTest.all)
  func aChainGoesOnAfterATimeoutOrAnErrorButNotAfterItsCancellation(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let time = ManualScheduler()
    let running = start(runtime, time) {
      .run {
        throw Failure.broken
      } catch: {
        "\($0)"
      }
      .then(.after(.seconds(9), "late").timeout(after: .seconds(1), "timed out"))
      .then(.after(.seconds(1), "after"))
      .then(.after(.seconds(1), "never"))
    }
    try await time.untilAlarms(2)
    time.advance(by: .seconds(1))
    await running.idle()
    try await time.untilAlarms(1)
    time.advance(by: .seconds(1))
    await running.idle()
    #expect(running.state == ["broken", "timed out", "after"])
    running.emit("change")
    #expect(try await running.settled().last == "change")
    #expect(time.alarmCount == 0)
  }

  @Test(.promises("17.13"), arguments: RuntimeUnderTest.all)
  func theEventThatCancelsAChainKeepsItsNextEffectFromBeginning(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback { $0.isEmpty ? .run { "a" }.then(remote.effect("never")) : .none }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    #expect(try await running.settled() == ["a"])
    #expect(remote.log.entries == [])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func nothingIsNoPartOfAChain(_ runtime: RuntimeUnderTest) async throws {
    let running = start(runtime, ManualScheduler()) {
      Effect.none.then(.just("a")).then(.none).then(.run { "b" }).then(.none)
    }
    #expect(try await running.settled() == ["a", "b"])
  }

  @Test(arguments: RuntimeUnderTest.all, [true, false])
  func aChainOfAnyLengthIsFlat(_ runtime: RuntimeUnderTest, _ appends: Bool) async throws {
    let count =
      runtime.isCallersThread
      ? inRelease(100_000, inDebug: 10_000) : inRelease(10_000, inDebug: 3_000)
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(while: { _ in true }) {
        var chain = Effect.just(0)
        for number in 1..<count {
          let part: Effect = number % 2 == 0 ? .just(number) : .several(number, -1)
          chain = appends ? chain.then(part) : part.then(chain)
        }
        return chain
      }
      Reducer { numbers, number in if number >= 0 { numbers.append(number) } }
    }
    let numbers = try await spin.run(on: runtime())
    #expect(numbers == (appends ? Array(0..<count) : (0..<count).reversed()))
  }

  @Test
  func chainsAreAssociative() {
    let (a, b, c, d) = (
      Effect.just("a"), Effect.run { "b" }, Effect.merge(.just("c"), .run { "d" }), Effect.just("e")
    )
    #expect(a.then(b).then(c).then(d).description == a.then(b.then(c.then(d))).description)
    #expect(a.then(b.then(c)).then(d).description == a.then(b).then(c.then(d)).description)
  }
}
