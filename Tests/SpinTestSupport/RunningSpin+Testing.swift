internal import SpinAsync
internal import SpinCallbacks
package import SpinCore

extension RunningSpin {
  /// Stops the loop and waits until all of its user code has returned.
  package func end() async {
    stop()
    await finished()
  }

  /// Waits until the loop has done what it was asked to do before, and has told the news.
  ///
  /// For tests of what must not happen: it has had every occasion to. Two observers join, one after
  /// the other; between their turns the loop finds its mailbox empty.
  package func lap() async {
    for _ in 0..<2 {
      let gate = Gate()
      let observation = observe { _ in gate.open() }
      await gate.waitStubbornly()
      observation.cancel()
    }
  }
}

extension Spin {
  /// Starts a run whose handle is set before anybody emits from outside.
  package func start(
    on runtime: any SpinRuntime, handle: Handle<State, Event>,
    options: RunOptions<State, Event> = RunOptions(),
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    let running = start(on: runtime, options: options, observer: observer)
    handle.set(running)
    return running
  }
}

extension Reducer where State == [Event] {
  /// The state as transcript: keeps all events.
  package static var appending: Reducer {
    Reducer { events, event in events.append(event) }
  }
}

extension Origin {
  /// The origin in few words.
  package var summary: String {
    switch self {
    case .start: "start"
    case .outside: "outside"
    case .feedback(let feedback):
      "\(feedback.name ?? "\(feedback.index)") \(feedback.isImmediate ? "immediate" : "delivered")"
    }
  }
}
