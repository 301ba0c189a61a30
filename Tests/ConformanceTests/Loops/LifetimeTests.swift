import Dispatch
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// When a loop lets go of what is the user's, and that it holds no lock meanwhile.
extension Conformance {
  /// The object keeps the emitter, and the registering closure keeps the object.
  @Test(arguments: RuntimeUnderTest.all, [false, true])
  func aRegisteringClosureIsLetGoOnceItWasCalled(
    _ runtime: RuntimeUnderTest, _ hasExecutor: Bool
  ) async throws {
    let alive = Census()
    let registered = Gate()
    let source = Feedback<Events, String>.source {
      let keeper = EmitterKeeper(in: alive)
      return .callback { emit in
        keeper.keep(emit)
        registered.open()
        return .none
      }
    }
    let spin = Spin<Events, String>(initialState: []) {
      hasExecutor ? source.executor(.queue(.global())) : source
      Reducer.appending
    }
    var running: RunningSpin? = spin.start(on: runtime())
    await registered.wait()
    await running?.end()
    running = nil
    try await alive.untilEmpty()
  }

  /// A closure that is never called is let go as well.
  @Test(arguments: RuntimeUnderTest.all)
  func aRegisteringClosureThatComesTooLateIsLetGo(_ runtime: RuntimeUnderTest) async throws {
    let alive = Census()
    let held = HeldRuntime(runtime(), bodies: true)
    let handle = Handle<Events, String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.isEmpty ? true : nil }) { _ in
        // Its end, in the loop, calls into the loop.
        let counted = Counted(in: alive) { handle.emit("gone") }
        return .callback { emit in
          withExtendedLifetime(counted) {}
          return .none
        }
      }
      .executor(.queue(.global()))
      Reducer.appending
    }
    let running = spin.start(on: held, handle: handle)
    running.emit("a")
    #expect(try await running.settled().first == "a")
    held.release()
    try await alive.untilEmpty()
    await running.end()
    handle.set(nil)
  }

  /// What a scheduler of the user's gives back to cancel an alarm ends when the next is set.
  @Test(arguments: RuntimeUnderTest.all)
  func theCancellationOfAnAlarmIsLetGoUnderNoLock(_ runtime: RuntimeUnderTest) async throws {
    let (alive, time) = (Census(), ManualScheduler())
    let handle = Handle<Int, Int>()
    let isGone = Gate()
    let scheduler = CountingScheduler(base: time) {
      Counted(in: alive) {
        handle.stop()  // Which cancels the period, and with it the alarm.
        isGone.open()
      }
    }
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { _ in true }) { .every(.seconds(1), 1) }
      Reducer { sum, number in sum += number }
    }
    let running = spin.start(on: runtime(scheduler: scheduler), handle: handle)
    try await time.untilAlarms(1)
    time.advance(by: .seconds(2))
    await isGone.wait()
    await running.finished()
    handle.set(nil)
    try await alive.untilEmpty()
    #expect(time.alarmCount == 0)
  }
}

/// An object that keeps an emitter.
private final class EmitterKeeper: Sendable {
  private let emitter = Guarded<Emitter<String>?>(nil)
  private let counted: Counted

  init(in census: Census) {
    counted = Counted(in: census)
  }

  func keep(_ emitter: Emitter<String>) {
    self.emitter.withLock { $0 = emitter }
  }
}

/// A scheduler whose cancellations each have an object.
private struct CountingScheduler: SpinScheduler {
  let base: ManualScheduler
  let makeObject: @Sendable () -> Counted

  var now: Duration { base.now }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    let object = makeObject()
    let alarm = base.after(delay, action)
    return Cancellation { withExtendedLifetime(object) { alarm.cancel() } }
  }
}
