import SpinCore
import SpinTesting
import Synchronization
import Testing

/// What a runtime learns about the bodies and turns that it is given.
struct RuntimeIdentityTests {
  /// Runs turns at once, bodies never, and keeps both.
  private final class Registry: SpinRuntime {
    let turns = Mutex<[ObjectIdentifier]>([])
    let bodies = Mutex<[EffectBody]>([])
    let isolation = LoopIsolation.callersThread
    let scheduler: any SpinScheduler = ManualScheduler()

    func schedule(_ turn: Turn) {
      turns.withLock { $0.append(turn.loopID) }
      turn.runUnnested()
    }

    func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
      bodies.withLock { $0.append(body) }
      return .none
    }
  }

  private let spin = Spin<Int, Int>(initialState: 0) {
    Feedback(filteredBy: { $0 < 0 }) { _ in .run { nil } }
    Feedback { _ in .run { nil } }.named("each")
    Reducer { state, event in state = event }
  }

  @Test func aBodyKnowsItsFeedbackAndItsExecution() {
    let runtime = Registry()
    let running = spin.start(on: runtime)
    running.emit(1)
    running.emit(-1)
    let bodies = runtime.bodies.withLock { $0 }
    let each = FeedbackOrigin(index: 1, name: "each")
    #expect(bodies.map(\.origin) == [each, each, FeedbackOrigin(index: 0), each])
    #expect(bodies.map(\.execution) == [1, 2, 3, 4])
    running.stop()
  }

  @Test func turnsAndBodiesOfOneLoopHaveItsIdentity() {
    let runtime = Registry()
    let loops = [spin.start(on: runtime), spin.start(on: runtime)]
    for running in loops + loops { running.emit(1) }
    let turns = runtime.turns.withLock { $0 }
    #expect(Set(turns).count == 2)
    #expect(turns == [turns[0], turns[1], turns[0], turns[1], turns[0], turns[1]])
    #expect(runtime.bodies.withLock { $0.map(\.loopID) } == turns)
    for running in loops { running.stop() }
  }
}
