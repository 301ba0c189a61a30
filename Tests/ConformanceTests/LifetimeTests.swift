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
