/// What one run of a spin adds to its definition.
public struct RunOptions<State: Sendable, Event: Sendable>: Sendable {
  /// Observers from transition 0 on, in order of registration.
  public var observers: [Observer<State, Event>]

  /// Told every event that was not reduced, and why, for as long as the loop exists: an emitter that
  /// outlives the handle and the loop's last turn only gets the answer that the loop has stopped.
  ///
  /// *Isolation*: called by the loop, or, for an event that is refused at the door, by the thread
  /// that emitted it; if that is a reducer, as soon as its step is complete.
  ///
  /// *Reentrancy*: it may emit. An event that it emits into the same loop and that is refused is not
  /// reported again: the result of its `emit` says so.
  public var onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?

  /// Told everything that happens, for the tests that compare a run with a model.
  @usableFromInline package var trace: (@Sendable (LoopTrace<Event>) -> Void)?

  /// Shown every state where it lives, after the observers: for those who need no copy.
  @usableFromInline package var stateSink: (@Sendable (UnsafePointer<State>, Event?) -> Void)?

  /// Makes options.
  public init(
    observers: [Observer<State, Event>] = [],
    onDrop: (@Sendable (DroppedEvent<Event>) -> Void)? = nil
  ) {
    self.observers = observers
    self.onDrop = onDrop
  }
}
