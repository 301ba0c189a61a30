public import SpinCore

/// A store as users write it: generic over the state and the event, in a module of its own, so that the
/// compiler specialises nothing in it.
public final class Store<State: Sendable, Event: Sendable>: Sendable {
  public let running: RunningSpin<State, Event>

  public init(_ spin: Spin<State, Event>, on runtime: any SpinRuntime) {
    running = spin.start(on: runtime)
  }

  public func send(_ event: Event) {
    running.emit(event)
  }
}
