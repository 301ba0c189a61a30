import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinCore
import SpinTestSupport
import Testing

/// Callbacks that call back when it is too late.
extension Conformance {
  private static let lateShapes: [@Sendable (Effect<String>) -> Effect<String>] = [
    { $0 },
    { .merge($0, .run { _ in await Gate().wait() }) },
    { .race($0, .callback { emit in Cancellation { emit.finish() } }) },
    { .merge(.none, $0).timeout(after: .seconds(1_000), "late").then(.just("then")) },
  ]

  /// Its cancellation emits, and so does the code that has kept the emitter.
  @Test(.promises("6.2", "6.3", "6.7"), arguments: RuntimeUnderTest.all, lateShapes.indices)
  func aCallbackThatEmitsWhileItIsCancelledAndAfterwardsIsStale(
    _ runtime: RuntimeUnderTest, _ index: Int
  ) async throws {
    let (log, drops) = (Transcript<String>(), Drops())
    let kept = Guarded<Emitter<String>?>(nil)
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { !$0.contains("over") }) {
        Self.lateShapes[index](
          .callback { emit in
            log("registered")
            kept.withLock { $0 = emit }
            emit("in the registration")
            return Cancellation {
              log("cancelled \(emit("in the cancellation"))")
            }
          })
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, options: drops.options())
    await running.idle()
    running.emit("over")
    await running.idle()
    await onThreads(2) { _ in kept.withLock { $0 }?("afterwards") }
    kept.withLock { $0 }?.finish()
    #expect(try await running.settled() == ["in the registration", "over"])
    let stale = DropReason.stale
    #expect(log.entries == ["registered", "cancelled \(EmitResult.dropped(stale))"])
    #expect(
      drops.entries == ["in the cancellation \(stale) 0 delivered"]
        + Array(repeating: "afterwards \(stale) 0 delivered", count: 2))
    kept.withLock { $0 = nil }
  }

  /// It emits, finishes and emits again, all before its closure returns.
  @Test(.promises("6.7"), arguments: RuntimeUnderTest.all, lateShapes.indices.dropLast())
  func aCallbackThatFinishesInItsRegistrationIsCancelledOnceWhenThatHasReturned(
    _ runtime: RuntimeUnderTest, _ index: Int
  ) async throws {
    let (log, drops) = (Transcript<String>(), Drops())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { !$0.contains("over") }) {
        Self.lateShapes[index](
          .callback { emit in
            emit("first")
            emit.finish()
            emit.finish()
            emit("second")
            log("registered")
            return Cancellation { log("cancelled") }
          })
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime, options: drops.options())
    await running.idle()
    #expect(log.entries == ["registered", "cancelled"])
    running.emit("over")
    #expect(try await running.settled() == ["first", "over"])
    await running.end()
    #expect(log.entries == ["registered", "cancelled"])
    #expect(drops.entries == ["second \(DropReason.finished) 0 delivered"])
  }

  /// The parts stand in stages of several kinds.
  @Test(arguments: RuntimeUnderTest.all)
  func thePartsOfNestedEffectsAreCancelledInWrittenOrder(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: \.isEmpty) {
        .merge(
          remote.effect("a"),
          .race(remote.effect("b"), .merge(remote.effect("c"), remote.effect("d"))),
          remote.effect("e").timeout(after: .seconds(1_000), "late"),
          remote.effect("f").then(.just("then")), remote.effect("g"))
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    try await remote.log.until("+g")
    await running.idle()
    running.emit("over")
    try await running.settled()
    #expect(remote.log.entries.map(\.last) == Array("abcdefgabcdefg"))
  }
}
