/// The facts inside a loop, in order, as its drain sees them: see ``LoopMonitors``.
///
/// Places and views of moments last as long as the call that tells the fact.
package enum LoopFact {
  /// An entry was taken from the mailbox.
  case taken(EntryTag, EventPlace?)
  /// A stream asked for a state, after it had taken so many; told instead of its entry.
  case asked(feedback: Int, serial: UInt64, taken: UInt64)
  /// Its event is compared with those before it, by the time at which it was accepted.
  case compared(at: Duration)
  /// Its event was not reduced.
  case dropped(EntryTag, EventPlace, DropReason)
  /// Its event was reduced, or transition 0 was made.
  case reduced(MomentView)
  /// A feedback was asked.
  case answered(feedback: Int, element: ElementID?, FeedbackAnswer, value: () -> Any?)
  /// An execution, a branch or an alarm was cancelled.
  case cancelled(feedback: Int, serial: UInt64)
  /// A transition was published.
  case published(MomentView)
  /// An effect closure was called, and the engine has ordered what to do with the effect; or it has ordered that
  /// for an effect that has waited.
  case arranged(feedback: Int, Arrangement)
  /// The clock was read for a throttled feedback.
  case clockRead(feedback: Int, Duration)
  /// The start of an effect was held until an alarm.
  case held(feedback: Int, serial: UInt64, element: ElementID?)
  /// The immediate events of an effect joined the mailbox.
  case posted(feedback: Int, count: Int)
  /// The work of an execution or a branch was started.
  case started(feedback: Int, serial: UInt64)
  /// What was started belongs to an execution, as the call of an attempt or the alarm of a timeout.
  case branched(serial: UInt64, of: UInt64, attempt: Int?)
  /// An alarm was set for an execution, a branch or a held start.
  case alarmed(feedback: Int, serial: UInt64, AlarmFact)
  /// An execution or a branch ended by itself.
  case ended(feedback: Int, serial: UInt64)
  /// The steps up to a transition are durable, so that their output leaves.
  case opened(Int)
  /// The drain noted a stop.
  case stopped
}

/// What becomes of an effect that was described.
package struct Arrangement {
  let element: ElementID?
  package let disposition: Engine.Disposition
  /// How many immediate events and pieces of work it has.
  let events, works: Int
  /// The number of the transition in whose step it was described.
  let since: Int
  /// Whether it was described just now, rather than taken out of a queue.
  package let isNew: Bool
  /// Returns what the effect consists of; called before anything of it is started.
  let shape: () -> String
}
