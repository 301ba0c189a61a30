import Foundation
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// The forms of effects. Each is described by a feedback that answers the first state only.
extension Conformance {
  /// An object of a library that knows no `Sendable`.
  private final class Downloader {
    private let counted: Counted
    private let log: Transcript<String>
    private var receive: (@Sendable (Int) -> Void)?

    init(_ census: Census, _ log: Transcript<String>) {
      counted = Counted(in: census)
      self.log = log
    }

    func start(_ receive: @escaping @Sendable (Int) -> Void) {
      log("started")
      self.receive = receive
      receive(1)
    }

    func cancel() {
      log("cancelled")
      receive = nil
    }
  }

  @Test(.promises("6.7"), arguments: RuntimeUnderTest.all)
  func aCancellationEndsAnObjectThatIsNotSendable(_ runtime: RuntimeUnderTest) async throws {
    let (census, log) = (Census(), Transcript<String>())
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { $0 < 2 }) {
        .callback { emit in
          let downloader = Downloader(census, log)
          downloader.start { emit($0) }
          return Cancellation(ending: downloader) { $0.cancel() }
        }
      }
      Reducer { sum, number in sum += number }
    }
    let running = spin.start(on: runtime)
    _ = try await running.first { $0 == 1 }
    await running.idle()
    #expect(log.entries == ["started"])
    running.emit(1)
    #expect(try await running.settled() == 2)
    #expect(log.entries == ["started", "cancelled"])
    try await census.untilEmpty()
  }

  @Test
  func aCancellationEndsItsObjectOnceAndReleasesIt() async throws {
    let (census, log) = (Census(), Transcript<String>())
    let cancelled = Cancellation(ending: Downloader(census, log)) { $0.cancel() }
    cancelled.cancel()
    try await census.untilEmpty()
    cancelled.cancel()
    #expect(log.entries == ["cancelled"])
    var forgotten: Cancellation? = Cancellation(ending: Downloader(census, log)) { $0.cancel() }
    #expect(forgotten != nil)
    forgotten = nil
    try await census.untilEmpty()
    #expect(log.entries == ["cancelled"])
  }

  struct EffectForm: Sendable, CustomStringConvertible {
    let description: String
    let expected: [String]
    let effect: @Sendable () -> Effect<String>

    init(
      _ description: String, yields expected: [String],
      _ effect: @escaping @Sendable () -> Effect<String>
    ) {
      self.description = description
      self.expected = expected
      self.effect = effect
    }
  }

  static let effectForms: [EffectForm] = [
    EffectForm("none", yields: []) { .none },
    EffectForm("just", yields: ["a"]) { .just("a") },
    EffectForm("several", yields: ["a", "b", "c"]) { .several("a", "b", "c") },
    EffectForm("several of an array", yields: ["a", "b"]) { .several(["a", "b"]) },
    EffectForm("several of nothing", yields: []) { .several([]) },
    EffectForm("a body with an event", yields: ["a"]) { .run { "a" } },
    EffectForm("a body without an event", yields: []) { .run { nil } },
    EffectForm("a side effect", yields: []) { .sideEffect { await Gate.opened.wait() } },
    EffectForm("a longer side effect", yields: []) {
      .sideEffect {
        let isOpen = await Gate.opened.wait()
        if isOpen { return }
        await Gate.opened.waitStubbornly()
      }
    },
    EffectForm("a body that throws", yields: ["broken"]) {
      .run({ throw Failure.broken }, catch: { "\($0)" })
    },
    EffectForm("a body that throws a typed error", yields: ["broken"]) {
      .run({ () throws(Failure) in throw .broken }, catch: \.word)
    },
    EffectForm("a side effect that throws", yields: ["broken"]) {
      .sideEffect({ throw Failure.broken }, catch: { "\($0)" })
    },
    EffectForm("a side effect that throws a typed error", yields: ["broken"]) {
      .sideEffect({ () throws(Failure) in throw .broken }, catch: \.word)
    },
    EffectForm("a retried side effect that throws", yields: ["broken"]) {
      .sideEffect(retrying: .never, { throw Failure.broken }, catch: { "\($0)" })
    },
    EffectForm("a body that emits", yields: ["a", "b"]) {
      .run { emit in
        emit("a")
        emit("b")
      }
    },
    EffectForm("a body that emits and throws", yields: ["a", "broken"]) {
      .run(
        { emit in
          emit("a")
          throw Failure.broken
        }, catch: { "\($0)" })
    },
    EffectForm("a body that passes its emitter on", yields: ["a", "b"]) {
      .run { emit in
        let other: Emitter<Int> = emit.map { $0 == 1 ? "a" : "b" }
        Thread {
          other(1)
          other(2)
        }.start()
      }
    },
    EffectForm("a sequence", yields: ["a", "b"]) { .sequence { AsyncStream(of: ["a", "b"]) } },
    EffectForm("a sequence that fails", yields: ["a", "broken"]) {
      .sequence({ AsyncThrowingStream(of: ["a"], failure: Failure.broken) }, catch: { "\($0)" })
    },
    EffectForm("a callback", yields: ["a", "b"]) {
      .callback { emit in
        emit("a")
        emit("b")
        return .none
      }
    },
    EffectForm("a callback that throws", yields: ["broken"]) {
      .callback({ _ in throw Failure.broken }, catch: { "\($0)" })
    },
    EffectForm("a callback on a thread", yields: ["a", "b"]) {
      .callback { emit in
        Thread {
          emit("a")
          emit("b")
        }.start()
        return .none
      }
    },
    EffectForm("a callback that finishes early", yields: ["a"]) {
      .callback { emit in
        emit("a")
        emit.finish()
        emit("b")
        return .none
      }
    },
    EffectForm("a delay", yields: ["a"]) { .after(.milliseconds(1), "a") },
    EffectForm("merge", yields: ["a", "b", "c"]) {
      .merge(.run { "c" }, .just("a"), .none, .several("b"))
    },
    EffectForm("merge of an array", yields: ["a"]) { .merge([.just("a")]) },
    EffectForm("merge of nothing", yields: []) { .merge() },
    EffectForm("map of nothing", yields: []) { Effect<Int>.none.map { "\($0)" } },
    EffectForm("map of events", yields: ["1", "2"]) { Effect.several(1, 2).map { "\($0)" } },
    EffectForm("map of a body", yields: ["1"]) { Effect.run { 1 }.map { "\($0)" } },
    EffectForm("map of an emitting body", yields: ["1", "2"]) {
      Effect<Int>.run { emit in
        emit(1)
        emit(2)
      }.map { "\($0)" }
    },
    EffectForm("map of a callback", yields: ["1"]) {
      Effect<Int>.callback { emit in
        emit(1)
        return .none
      }.map { "\($0)" }
    },
    EffectForm("map of a delay", yields: ["1"]) { Effect.after(.zero, 1).map { "\($0)" } },
    EffectForm("map of a mixture", yields: ["1", "2", "3"]) {
      Effect.merge(.run { 3 }, .just(1), .just(2)).map { "\($0)" }
    },
  ]

  /// Where the events are `Void`, a body that returns yields one.
  @Test(arguments: RuntimeUnderTest.all)
  func aBodyThatReturnsNothingYieldsAnEventThatIsNothing(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<Int, Void>(initialState: 0) {
      Feedback(filteredBy: { $0 == 0 }) { _ in .run { await Gate.opened.waitStubbornly() } }
      Reducer { count, _ in count += 1 }
    }
    #expect(try await spin.run(on: runtime()) == 1)
  }

  @Test(.promises("10.1"), arguments: RuntimeUnderTest.all, effectForms)
  func anEffectYieldsItsEventsAndThenIsFinished(
    _ runtime: RuntimeUnderTest, _ form: EffectForm
  ) async throws {
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) { form.effect() }
      Reducer.appending
    }
    #expect(try await spin.run(on: runtime()) == form.expected)
    // Again, with the effect waiting for its turn behind another.
    let queued = Spin<Events, String>(initialState: []) {
      Feedback(on: { min($0.count, 1) }) { $0 == 0 ? .several("first", "second") : form.effect() }
        .strategy(.queueNewState)
      Reducer.appending
    }
    #expect(try await queued.run(on: runtime()) == ["first", "second"] + form.expected)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func eachRunOfASequenceEffectHasASequenceOfItsOwn(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.count / 2 }) { round in
        round < 3 ? .sequence { AsyncStream(of: ["a\(round)", "b\(round)"]) } : .none
      }
      Reducer.appending
    }
    #expect(try await spin.run(on: runtime()) == ["a0", "b0", "a1", "b1", "a2", "b2"])
  }

  @Test(.promises("1.4"), arguments: RuntimeUnderTest.all)
  func aOneShotEffectNoLongerRunsInTheStepOfItsEvent(_ runtime: RuntimeUnderTest) async throws {
    let scheduler = ManualScheduler()
    let spin = Spin<Events, String>(initialState: []) {
      // With .ignoreNewState the answer to the effect's own event is skipped if the effect still runs.
      Feedback(filteredBy: { $0.count < 3 }) { events in .run { "\(events.count)" } }
        .strategy(.ignoreNewState)
      Feedback(filteredBy: { (3..<6).contains($0.count) }) { .after(.seconds(1), "\($0.count)") }
        .strategy(.ignoreNewState)
      Reducer.appending
    }
    let running = spin.start(on: runtime, scheduler: scheduler)
    for _ in 0..<3 {
      try await scheduler.untilAlarms(1)
      scheduler.advance(by: .seconds(1))
    }
    #expect(try await running.settled() == ["0", "1", "2", "3", "4", "5"])
  }

  @Test(.promises("1.7", "6.7"), arguments: RuntimeUnderTest.all)
  func droppingTheLastCopyOfAnEmitterFinishesItsEffectAndCleansUp(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) { remote.effect("work") }
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    try await remote.log.until("+work")
    remote.emit("last words", from: "work")
    remote.finish("work")
    #expect(try await running.settled() == ["last words"])
    #expect(remote.log.entries == ["+work", "-work"])
    await running.end()
    #expect(remote.log.entries == ["+work", "-work"])  // Exactly once.
  }

  @Test(.promises("1.8"), arguments: RuntimeUnderTest.all)
  func anEffectThatFinishesWhileItsClosureRunsCanBeCancelledUntilThatReturns(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (begun, gate) = (Gate(), Gate())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.isEmpty ? 0 : nil }) { _ in
        .run { emit in
          emit.finish()
          emit("too late")
          begun.open()
          let isOpen = await gate.wait()
          precondition(!isOpen)
        }
      }
      Feedback.source {
        .run { emit in
          await begun.wait()
          emit("ready")
          emit.finish()
          _ = await gate.wait()
        }
      }
      Reducer.appending
    }
    let drops = Drops()
    let running = spin.start(on: runtime(), options: drops.options())
    // The first is superseded by the event of the second; only then is the loop settled.
    #expect(try await running.settled() == ["ready"])
    await running.end()
    #expect(drops.entries == ["too late finished 0 delivered"])
  }
}
