/// The facts inside a loop, in order, as its drain sees them.
package enum LoopTrace: Sendable {
  /// An entry was taken from the mailbox; the place of the event lasts as long as the call.
  case taken(EntryTag, EventPlace?)
  /// A stream asked for a state, after it had taken so many; told instead of its entry.
  case asked(feedback: Int, taken: UInt64)
  /// Its event is compared with those before it, by the time at which it was accepted.
  case compared(at: Duration)
  /// Its event was not reduced.
  case dropped(EntryTag, DropReason)
  /// Its event was reduced, or transition 0 was made.
  case reduced(number: Int)
  /// An execution, a branch or an alarm was cancelled.
  case cancelled(feedback: Int, serial: UInt64)
  /// A transition was published.
  case published(number: Int)
  /// An effect closure was called.
  case described(feedback: Int)
  /// An effect was queued behind the one before it.
  case waited(feedback: Int)
  /// The clock was read for a throttled feedback.
  case clockRead(feedback: Int, Duration)
  /// The start of an effect was held until an alarm.
  case held(feedback: Int, serial: UInt64)
  /// The immediate events of an effect joined the mailbox.
  case posted(feedback: Int, count: Int)
  /// The work of an execution or a branch was started.
  case started(feedback: Int, serial: UInt64)
  /// An execution or a branch ended by itself.
  case ended(feedback: Int, serial: UInt64)
  /// The drain noted a stop.
  case stopped
}
