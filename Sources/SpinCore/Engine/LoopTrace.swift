/// What happens inside a loop, in order, as whoever drains it sees it.
@usableFromInline
package enum LoopTrace<Event: Sendable>: Sendable {
  /// An entry was taken from the mailbox.
  case taken(EntryTag, Event?)
  /// Its event is compared with those before it, by the moment at which it was accepted.
  case compared(at: Duration)
  /// Its event was not reduced.
  case dropped(EntryTag, DropReason)
  /// Its event was reduced, or this is transition 0.
  case reduced(number: Int)
  /// A run was cancelled.
  case cancelled(feedback: Int, serial: UInt64)
  /// A transition was published.
  case published(number: Int)
  /// An effect closure was called.
  case described(feedback: Int)
  /// An effect waits for its turn.
  case waited(feedback: Int)
  /// The clock was asked for a feedback that is throttled.
  case clockRead(feedback: Int, Duration)
  /// The start of an effect is held back for a while.
  case held(feedback: Int, serial: UInt64)
  /// The immediate events of an effect joined the mailbox.
  case posted(feedback: Int, count: Int)
  /// The work of an execution was started.
  case started(feedback: Int, serial: UInt64)
  /// A run ended by itself.
  case ended(feedback: Int, serial: UInt64)
  /// The loop took notice of a stop.
  case stopped
}
