internal import SpinAsync
internal import SpinCallbacks
package import SpinCore

extension RunningSpin {
  /// Stops the loop and waits until all of its user code has returned.
  ///
  /// For loops that end before their test does, and for those that no ``EndsLoops`` knows.
  package func end() async {
    stop()
    await finished()
  }

  /// Gives a suspended loop opportunities to take its waiting events, which it must not use.
  ///
  /// Two observers join, one after the other, and get the newest transition.
  package func tempt() async {
    for _ in 0..<2 {
      let gate = Gate()
      let observation = observe { _ in gate.open() }
      await gate.waitStubbornly()
      observation.cancel()
    }
  }
}

extension Spin {
  /// Starts a run whose handle is set before transition 0.
  package func start(
    on runtime: any SpinRuntime, handle: Handle<State, Event>,
    options: RunOptions<State, Event> = RunOptions(),
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    var options = options
    if let observer { options.observers.append(Observer(observer)) }
    let running = prepare(on: runtime, options: options)
    handle.set(running)
    running.begin()
    return running
  }
}

extension Reducer where State == [Event] {
  /// The state as transcript: keeps all events.
  package static var appending: Reducer {
    Reducer { events, event in events.append(event) }
  }
}

extension [String] {
  /// The number of events that are "change".
  package var changes: Int? { count { $0 == "change" } }
}

extension Origin {
  /// A short description of the origin.
  package var summary: String {
    switch self {
    case .start: "start"
    case .outside: "outside"
    case .whole: "whole"
    case .feedback(let feedback):
      "\(feedback.name ?? "\(feedback.index)") \(feedback.isImmediate ? "immediate" : "delivered")"
    }
  }
}
