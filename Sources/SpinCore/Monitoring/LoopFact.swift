/// The facts inside a loop, in order, as its drain sees them: see ``LoopMonitors``.
///
/// Places, moments and feedbacks last as long as the call that tells the fact.
package enum LoopFact {
  /// An entry was taken from the mailbox.
  case taken(EntryTag, EventPlace?)
  /// A stream asked for a state; `taken` is the number of states that it had taken. Told instead of the
  /// entry.
  case asked(feedback: Int, serial: UInt64, taken: UInt64)
  /// The event of the taken entry is compared with those before it, by the time at which the mailbox accepted
  /// it.
  case compared(at: Duration)
  /// The event of the taken entry was not reduced.
  case dropped(EntryTag, EventPlace, DropReason)
  /// The event of the taken entry was reduced, or transition 0 was made.
  case reduced(number: Int, Uncounted<Moment>)
  /// A feedback was asked.
  case answered(feedback: Int, element: ElementID?, FeedbackAnswer, Answerer?)
  /// An execution, a branch or an alarm was cancelled.
  case cancelled(feedback: Int, serial: UInt64)
  /// A transition was published.
  case published(number: Int, Uncounted<Moment>)
  /// The engine has ordered what to do with an effect: one whose closure was just called, or one that has
  /// waited in a queue.
  case arranged(feedback: Int, Arrangement)
  /// The clock was read for a throttled feedback.
  case clockRead(feedback: Int, Duration)
  /// The start of an effect was held until an alarm.
  case held(feedback: Int, serial: UInt64, element: ElementID?)
  /// The immediate events of an effect joined the mailbox.
  case posted(feedback: Int, count: Int)
  /// An execution or a branch was started; its code may wait until its step is durable.
  case started(feedback: Int, serial: UInt64)
  /// A branch of an execution begins, such as the call of an attempt or the alarm of a timeout.
  case branched(serial: UInt64, of: UInt64, attempt: Int?)
  /// An alarm was set for an execution, a branch or a held start.
  case alarmed(feedback: Int, serial: UInt64, AlarmFact)
  /// An execution or a branch ended by itself.
  case ended(feedback: Int, serial: UInt64)
  /// The steps up to a transition are durable, so that their output leaves.
  case opened(Int)
  /// The code of an execution or a branch has waited for that, and begins.
  case released(feedback: Int, serial: UInt64)
  /// The drain noted a stop.
  case stopped
}

/// A feedback that has answered, or an element of it, and may know the value that it has selected.
package typealias Answerer = (feedback: Uncounted<FeedbackInstance>, element: Int)

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
  /// The effect, of which nothing has started yet.
  let sink: EffectSink
}
