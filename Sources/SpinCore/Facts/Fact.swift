/// Something that happens in a loop, without the types of the loop: see ``Monitor``.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum Fact: Sendable {
  /// An event was taken from the mailbox.
  ///
  /// It is about to be reduced or dropped; `number` is that of its transition, if it makes one.
  case taken(EntryFact)

  /// An event of the mailbox, or on its way there, was given up before the loop took it.
  ///
  /// The loop has stopped, the effect had finished or was cancelled, the mailbox was full, or another event
  /// took its place.
  case refused(DropReason, EntryFact)

  /// The event that was taken last was not reduced.
  case dropped(DropReason, EntryFact)

  /// The event that was taken last was reduced; the fact has the transition.
  case reduced

  /// The observers have seen the transition.
  case published

  /// A feedback was asked about the new state.
  case answered(FeedbackOrigin, FeedbackAnswer)

  /// The effect closure of a feedback was called.
  case described(FeedbackOrigin, DescribedEffect)

  /// An effect, or a stage of it, has started.
  ///
  /// In a durable loop, its code may wait until the event of its step is kept, see
  /// ``RunningEffect/Waiting/durability``.
  case started(EffectFact)

  /// The effect, or a stage of it, has ended by itself.
  case finished(EffectFact)

  /// The effect, or a stage of it, was cancelled, or has ended by its own event: see
  /// ``CancelReason/ownEvent``.
  case cancelled(EffectFact, CancelReason)

  /// An alarm was set: for a delay, a period, frames, a backoff, a timeout, or the end of a throttle's
  /// period.
  case alarmSet(EffectFact, AlarmFact)

  /// The alarm of a delay, a backoff or a throttle's period was due; other alarms deliver events.
  case alarmRang(EffectFact)

  /// The loop has taken the message that a part of an effect, or of a stage of it, has ended without an
  /// event.
  ///
  /// What follows from it, such as ``finished(_:)`` or the alarm of the next attempt, is told next.
  case ended(EffectFact, EndReason)

  /// A sequence of states has asked for the next state; `taken` is the number of states that it had taken.
  ///
  /// It is told for the sequences that a feedback hands its states to.
  case asked(EffectFact, taken: UInt64)

  /// The loop takes nothing until it is resumed, see ``RunningSpin/suspend()``.
  case suspended

  /// The loop, which was suspended, takes events again.
  case resumed

  /// The loop has noted that it was told to stop, and why; next it cancels the effects that are alive.
  case stopped(StopReason)

  /// Nothing waits, and no effect other than sources is alive.
  ///
  /// An event may arrive at that moment, so how often this is told depends on the runtime.
  case settled
}

extension Fact {
  /// The feedback that the fact is about, if it is about one.
  public var feedback: FeedbackOrigin? {
    switch self {
    case .answered(let feedback, _), .described(let feedback, _): feedback
    case .started(let effect), .finished(let effect), .cancelled(let effect, _),
      .alarmSet(let effect, _), .alarmRang(let effect), .ended(let effect, _),
      .asked(let effect, _):
      effect.feedback
    case .taken, .refused, .dropped, .reduced, .published, .suspended, .resumed, .stopped,
      .settled:
      nil
    }
  }
}

/// An event of a ``Fact``, as far as its type does not matter.
public struct EntryFact: Sendable {
  /// Where it came from.
  public let origin: Origin

  /// The time at which the mailbox accepted it, by the loop's scheduler; `nil` for a refused event.
  public let accepted: Duration?

  /// How many events and ends of effects waited behind it when the loop took it from the mailbox; `nil` for
  /// a refused event.
  public let waiting: Int?

  /// The place of the call that emitted it.
  package let place: CodeSite?

  /// The call that emitted it, if code outside of the loop did so by a direct call, such as `emit` or `send`.
  public var site: EmissionSite? { place.flatMap { EmissionSite($0) } }

  /// Whether the loop keeps no copy of it after its step, because it carries a `Reply`.
  public let isForgotten: Bool

  /// Whether a part of the effect, or of the stage of it, has ended with it.
  public let endsPart: Bool

  /// The cause that the mailbox has noted with the event.
  let kept: KeptCause?

  /// The step that has led to it; `nil` for an event from outside that no monitored loop has emitted.
  public var cause: Cause? { kept?.cause }

  /// The execution of an effect, or the stage of one, that has delivered the event.
  ///
  /// It is also the execution whose subscription has emitted the event as it began. It is `nil` for an event
  /// from outside, and for an event of a description.
  ///
  /// The execution is one of the event's own loop, even if the ``cause`` is a step of another loop.
  public var effect: EffectFact? { kept?.effect }
}
