import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// The event that is made of an error is the end of its effect.
extension Conformance {
  private static let fails: @Sendable (any Error) -> String = { _ in "failed" }

  private static let failing: [(name: String, effect: @Sendable () -> Effect<String>)] = [
    ("body that returns", { .run({ throw Failure.broken }, catch: fails) }),
    ("body that emits", { .run({ _ in throw Failure.broken }, catch: fails) }),
    ("body with a clock", { .run({ _, _ in throw Failure.broken }, catch: fails) }),
    (
      "retried body",
      {
        .run(
          retrying: .constant(.zero, attempts: 2), { (_: Emitter<String>) in throw Failure.broken },
          catch: fails)
      }
    ),
    (
      "sequence",
      {
        .sequence({ AsyncThrowingStream<String, any Error> { throw Failure.broken } }, catch: fails)
      }
    ),
    ("callback", { .callback({ _ in throw Failure.broken }, catch: fails) }),
    (
      "translated body",
      {
        let effect: Effect<Int> = .run({ _ in throw Failure.broken }, catch: { _ in 1 })
        return effect.map { "failed \($0)" }
      }
    ),
    (
      "translated callback",
      {
        let effect: Effect<Int> = .callback({ _ in throw Failure.broken }, catch: { _ in 1 })
        return effect.map { "failed \($0)" }
      }
    ),
    (
      "callback in a timeout",
      {
        .callback({ _ in throw Failure.broken }, catch: fails).timeout(
          after: .seconds(3600), "timed out")
      }
    ),
    (
      "body in a chain",
      { .merge([.run({ _ in throw Failure.broken }, catch: fails)]).then(.none) }
    ),
  ]

  @Test(.promises("1.5"), arguments: RuntimeUnderTest.all, failing.indices)
  func inTheStepOfItsErrorAnEffectHasEnded(_ runtime: RuntimeUnderTest, _ index: Int) async throws {
    let (name, effect) = Self.failing[index]
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(filteredBy: { $0 < 3 }) { _ in effect() }.strategy(.ignoreNewState)
      Reducer { tries, _ in tries += 1 }
    }
    #expect(try await spin.run(on: runtime()) == 3, "\(name)")
  }

  /// With a place for one element, the next begins in the step of the error.
  @Test(.promises("1.5"), arguments: RuntimeUnderTest.all, failing.indices)
  func inTheStepOfItsErrorAnEffectHasGivenUpItsPlace(
    _ runtime: RuntimeUnderTest, _ index: Int
  ) async throws {
    let (name, effect) = Self.failing[index]
    let log = Transcript<String>()
    let spin = Spin<[Int], String>(initialState: [1, 2]) {
      Feedback(forEach: { $0 }, atMost: 1) { number in
        log("\(number)")
        return effect()
      }
      Reducer { numbers, _ in numbers.removeFirst() }
    }
    try await spin.run(on: runtime()) { log("\($0.number) \($0.state.count)") }
    #expect(log.entries == ["0 2", "1", "1 1", "2", "2 0"], "\(name)")
  }

  @Test(.promises("1.3"), arguments: RuntimeUnderTest.all)
  func whatWasEmittedBeforeAnErrorComesBeforeItsEvent(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { _ in
        .run { emit in
          for event in ["a", "b"] { emit(event) }
          throw Failure.broken
        } catch: {
          "\($0)"
        }
      }
      Reducer.appending
    }
    #expect(try await spin.run(on: runtime()) == ["a", "b", "broken"])
  }

  @Test(.promises("1.5"), arguments: RuntimeUnderTest.all)
  func whatAnEmitterThatEscapedYieldsAfterAnErrorIsDropped(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let escaped = Guarded<[Emitter<String>]>([])
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { _ in
        .run { emit in
          escaped.withLock { $0.append(emit) }
          throw Failure.broken
        } catch: {
          "body \($0)"
        }
      }
      Feedback(on: { $0.first == nil ? nil : 1 }) { _ in
        .callback { emit in
          escaped.withLock { $0.append(emit) }
          throw Failure.broken
        } catch: {
          "callback \($0)"
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    #expect(try await running.settled() == ["body broken", "callback broken"])
    let emitters = escaped.withLock { $0 }
    #expect(emitters.map { $0("late") } == [.dropped(.finished), .dropped(.finished)])
    await running.end()
    #expect(running.state == ["body broken", "callback broken"])
  }

  @Test(.promises("17.15"), arguments: RuntimeUnderTest.all)
  func theErrorOfAnEffectThatHasFinishedIsReported(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { _ in
        .run { emit in
          emit.finish()
          throw Failure.broken
        } catch: {
          "body \($0)"
        }
      }
      .named("a")
      Feedback(on: \.changes) { _ in
        .callback { emit in
          emit.finish()
          throw Failure.broken
        } catch: {
          "callback \($0)"
        }
      }
      .named("b")
      Feedback(on: \.changes) { _ in
        .run(retrying: .constant(.zero, attempts: 3)) { emit in
          emit.finish()
          throw Failure.broken
        } catch: {
          "attempt \($0)"
        }
      }
      .named("c")
      Reducer.appending
    }
    #expect(try await spin.run(on: runtime(), options: drops.options()) == [])
    #expect(
      drops.entries.sorted() == [
        "attempt broken finished c delivered", "body broken finished a delivered",
        "callback broken finished b delivered",
      ])
  }

  @Test(.promises("1.5"), arguments: RuntimeUnderTest.all)
  func aCallbackThatFailsFinishesItsEffectAlsoIfItsEmitterWasKept(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let kept = Guarded<Emitter<String>?>(nil)
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .callback(
          { emit throws(Failure) in
            kept.withLock { $0 = emit }
            throw .broken
          }, catch: { "\($0)" })
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    #expect(try await running.settled() == ["broken"])
    let emitter = kept.withLock { $0.take() }
    #expect(emitter?("late") == .dropped(.finished))
  }
}
