public import SpinCore

/// A store as users write it: generic over the state and the event, in a separate module, so that
/// the compiler does not specialise it.
public final class Store<State: Sendable, Event: Sendable>: Sendable {
  /// The handle of the run.
  public let running: RunningSpin<State, Event>

  /// Starts a spin.
  public init(_ spin: Spin<State, Event>, on runtime: any SpinRuntime) {
    running = spin.start(on: runtime)
  }

  /// Emits an event.
  public func send(_ event: Event) {
    running.emit(event)
  }
}
