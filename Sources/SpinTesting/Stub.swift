public import SpinCore

/// A run that does nothing by itself, for tests of what shows states and emits events.
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
/// The run is a real one: it can be observed, and its streams and handles are those of every run. An
/// event that is emitted is kept, and makes a transition to the same state.
///
/// *Isolation*: any thread. Observers are called on the thread that shows a state or emits, as on
/// `CallbackRuntime.callersThread`, or where a runtime that is given calls them.
public final class Stub<State: Sendable, Event: Sendable>: Sendable {
  /// The run.
  public let running: RunningSpin<State, Event>

  private let log: EventLog<Event>

  /// Starts the run.
  ///
  /// - Parameter state: The state that is shown first.
  public convenience init(_ state: State) {
    self.init(state, on: CallersThread())
  }

  /// Starts the run on a runtime, for code that depends on where it is called.
  ///
  /// - Parameters:
  ///   - state: The state that is shown first.
  ///   - runtime: The runtime that executes the loop.
  public init(_ state: State, on runtime: any SpinRuntime) {
    let log = EventLog<Event>()
    self.log = log
    running = Spin<State, Event>(
      initialState: state, feedbacks: [], reducer: Reducer { _, event in log.append(event) }
    ).start(on: runtime)
  }

  /// The events that were emitted, in the order in which the loop has taken them.
  public var emitted: [Event] { log.events }

  /// Makes a transition that has this state and no event.
  ///
  /// *Ordering*: states are shown in the order of the calls. Where the loop has a thread of its own,
  /// a state may be shown before events are taken that were emitted earlier.
  ///
  /// A run that was stopped shows nothing more.
  public func show(_ state: State) {
    running.loop.replaceState(state)
  }
}

private final class EventLog<Event: Sendable>: Sendable {
  private let log = Guarded<[Event]>([])

  var events: [Event] { log.withLock { $0 } }

  func append(_ event: Event) {
    log.withLock { $0.append(event) }
  }
}

/// Runs turns where they come about.
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
