/// What one run of a spin adds to its definition.
public struct RunOptions<State: Sendable, Event: Sendable>: Sendable {
  /// Observers from transition 0 on, in order of registration.
  public var observers: [Observer<State, Event>]

  /// Told every event that was not reduced, and why.
  ///
  /// *Isolation*: called by the loop, or, for an event that is refused at the door, by the thread
  /// that emitted it.
  public var onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?

  /// Told everything that happens, for the tests that compare a run with a model.
  @usableFromInline package var probe: (@Sendable (LoopFact<Event>) -> Void)?

  /// Makes options.
  public init(
    observers: [Observer<State, Event>] = [],
    onDrop: (@Sendable (DroppedEvent<Event>) -> Void)? = nil
  ) {
    self.observers = observers
    self.onDrop = onDrop
  }
}

/// What happens inside a loop, in order, as whoever drains it sees it.
@usableFromInline
package enum LoopFact<Event: Sendable>: Sendable {
  /// An entry was taken from the mailbox.
  case taken(Tag, Event?)
  /// Its event was not reduced.
  case dropped(Tag, DropReason)
  /// Its event was reduced, or this is transition 0.
  case reduced(number: Int)
  /// A run was cancelled.
  case cancelled(slot: Int, serial: UInt64)
  /// A transition was published.
  case published(number: Int)
  /// An effect closure was called.
  case described(slot: Int)
  /// An effect waits for its turn.
  case waited(slot: Int)
  /// The immediate events of an effect joined the mailbox.
  case posted(slot: Int, count: Int)
  /// The work of a run was started.
  case started(slot: Int, serial: UInt64)
  /// A run ended by itself.
  case ended(slot: Int, serial: UInt64)
  /// The loop took notice of a stop.
  case stopped
}
