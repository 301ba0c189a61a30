internal import Dispatch
internal import SpinAsync
internal import SpinCallbacks
internal import SpinTTY

/// A spin whose closures need more stack than there is, on a runtime that a test names.
enum ProbeSpin {
  enum Event: Sendable {
    /// The reducer, the observer, a selector or an effect closure overflows.
    case reduce, observe, select, describe
    /// A bare thread delivers an event, and makes the step where the runtime lets it.
    case deliver
  }

  struct State: Sendable {
    var newest: Event?
    var depth = 0
  }

  private static let spin = Spin<State, Event>(initialState: State()) {
    Feedback(on: { $0.newest == .select ? overflow(1) : nil }) { _ in .none }
    Feedback(on: { $0.newest == .describe ? 1 : nil }) {
      .just(overflow($0) > 0 ? .reduce : .observe)
    }
    Feedback(on: { $0.newest == .deliver ? true : nil }) { _ in
      .callback { emit in
        onThread { emit(.reduce) }
        return .none
      }
    }
    Reducer { state, event in
      state.newest = event
      if event == .reduce { state.depth = overflow(1) }
    }
  }

  private static let ui = UISpin(spin) { state, _ in
    Text("ready \(state.depth)")
  } keys: {
    Key("r", help: "reduce", .reduce)
    Key("o", help: "observe", .observe)
    Key("s", help: "select", .select)
    Key("d", help: "describe", .describe)
    Key("t", help: "deliver", .deliver)
    Key.quit("q")
  }

  /// Runs on a runtime by its name; the process ends with the run.
  static func run(on name: String) {
    switch name {
    case "async": start(.async)
    case "callbacks": start(.callbacks)
    case "callersThread": start(.callersThread)
    default:
      onThread { start(.mainActor) }
      dispatchMain()
    }
  }

  private static func start(_ runtime: some SpinRuntime) {
    let options = RunOptions<State, Event>(observers: [
      Observer { if $0.state.newest == .observe { Output.tell("\(overflow(1))", 4) } }
    ])
    do {
      try ui.run(on: runtime, options: options)
    } catch {
      Output.complain("\(error)")
      Output.exit(3)
    }
    Output.exit(0)
  }

  /// Calls itself forever.
  private static func overflow(_ level: Int) -> Int {
    level < 0 ? 0 : overflow(level + 1) + (level.hashValue & 1)
  }
}
