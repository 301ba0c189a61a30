public import SpinCore

/// A run without behaviour, for tests of code that shows states and emits events.
///
/// ```swift
/// let stub = Stub<Search, Search.Event>(Search())
/// let view = SearchView(stub.running)
/// stub.show(Search(items: ["swift"]))
/// #expect(view.rows == ["swift"])
/// view.tap(0)
/// #expect(stub.emitted == [.chose("swift")])
/// ```
///
/// The run is a real one: it can be observed, and it has the streams and handles of every run. An
/// emitted event is recorded, and makes a transition to the same state.
///
/// *Isolation*: any thread. Observers are called on the thread that shows a state or emits an
/// event, as on `CallbackRuntime.callersThread`, or by the given runtime.
public final class Stub<State: Sendable, Event: Sendable>: Sendable {
  /// The handle to give to the code under test.
  public let running: RunningSpin<State, Event>

  private let log: Collected<Event>

  /// Starts the run.
  ///
  /// - Parameter state: The first state.
  public convenience init(_ state: State) {
    self.init(state, on: CallersThread())
  }

  /// Starts the run on a runtime, for code that depends on its isolation.
  ///
  /// - Parameters:
  ///   - state: The first state.
  ///   - runtime: The runtime that executes the loop.
  public init(_ state: State, on runtime: any SpinRuntime) {
    let log = Collected<Event>()
    self.log = log
    running = Spin<State, Event>(
      initialState: state, feedbacks: [], reducer: Reducer { _, event in log.append(event) }
    ).start(on: runtime)
  }

  /// The emitted events, in the order in which the loop took them.
  public var emitted: [Event] { log.all }

  /// Makes a transition with this state and without an event.
  ///
  /// *Ordering*: states are shown in the order of the calls. If the loop has its own thread, a
  /// state may be shown before events that were emitted earlier are taken.
  ///
  /// A stopped run shows no more states.
  public func show(_ state: State) {
    running.loop.replaceState(state)
  }
}

/// Values that closures add to.
final class Collected<Value: Sendable>: Sendable {
  private let list = Guarded<[Value]>([])

  var all: [Value] { list.withLock { $0 } }

  func append(_ value: Value) { list.withLock { $0.append(value) } }
}

/// Runs turns on the emitting thread.
private struct CallersThread: SpinRuntime {
  let scheduler: any SpinScheduler = ManualScheduler()

  var isolation: LoopIsolation { .callersThread }

  var runsTurnsAtOnce: Bool { true }

  func schedule(_ turn: Turn) {
    turn.runUnnested()
  }

  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    Cancellation(
      Task.detached(executorPreference: executor) {
        if let turn = await body() { schedule(turn) }
      })
  }
}
