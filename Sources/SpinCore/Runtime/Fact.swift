/// Something that happens in a loop, without the types of the loop: see ``Monitor``.
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

  /// The work of an effect, or a stage of it, has started.
  case started(EffectFact)

  /// The effect, or a stage of it, has ended by itself.
  case finished(EffectFact)

  /// The effect, or a stage of it, was cancelled.
  case cancelled(EffectFact, CancelReason)

  /// An alarm was set for a delay, a period, a back-off or the end of a throttle's period.
  case alarmSet(EffectFact, AlarmFact)

  /// The alarm of a delay, a back-off or a throttle's period was due; other alarms deliver events.
  case alarmRang(EffectFact)

  /// The loop has noted that it was told to stop; what is alive is cancelled next.
  case stopped

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
      .alarmSet(let effect, _), .alarmRang(let effect):
      effect.feedback
    case .taken, .refused, .dropped, .reduced, .published, .stopped, .settled: nil
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

  /// The call that emitted it, if code outside of the loop did so by a direct call of `emit`.
  public let site: EmissionSite?

  /// The step that has led to it; `nil` for an event from outside that no monitored loop has emitted.
  public let cause: Cause?

  init(
    origin: Origin, accepted: Duration? = nil, waiting: Int? = nil, site: EmissionSite? = nil,
    cause: Cause? = nil
  ) {
    self.origin = origin
    self.accepted = accepted
    self.waiting = waiting
    self.site = site
    self.cause = cause
  }
}

/// The answer of a feedback to a state.
public enum FeedbackAnswer: Hashable, Sendable {
  /// It wants an effect: its closure is called in this step, unless the loop stops first.
  case wants

  /// It wants what it wanted before, so that nothing changes.
  case keeps(KeepReason)

  /// It wants no effect.
  case wantsNothing(NothingReason)

  /// It wants an effect, which must wait before the closure is called.
  case waits(WaitReason)

  /// It wants an effect that will never start.
  case skips(SkipReason)
}

/// Why a feedback keeps what it wanted before.
public enum KeepReason: Hashable, Sendable {
  /// The selected value is equal to the one before.
  case equalValue
  /// No element has changed, appeared or left.
  case equalElements
  /// The condition is still true.
  case stillTrue
  /// The pulse was not assigned.
  case notAssigned
  /// The part that the feedback belongs to has not changed, or there still is none.
  case samePart
}

/// Why a feedback wants no effect.
public enum NothingReason: Hashable, Sendable {
  /// The selected value is `nil`, or an older state has come back, which has fewer assignments of the pulse.
  case noValue
  /// The condition is false.
  case isFalse
  /// The state did not pass the filter.
  case filteredOut
  /// The element has left the collection.
  case elementLeft
  /// The part that the feedback belongs to is gone, or has become another one.
  case partEnded
}

/// What an effect waits for before it starts.
public enum WaitReason: Hashable, Sendable {
  /// A place: as many elements are at work as may be.
  case place
  /// The end of a throttle's period.
  case period
  /// The end of the effect before it, by ``ExecutionStrategy/queueNewState``.
  case queue
}

/// Why an effect that is wanted never starts.
public enum SkipReason: Hashable, Sendable {
  /// Another one runs, and the strategy is ``ExecutionStrategy/ignoreNewState``.
  case strategy
  /// A throttle's period has not passed, and the throttle keeps nothing for its end.
  case period
}

/// The effect that a closure has described.
public enum DescribedEffect: Hashable, Sendable {
  /// It does nothing, or the loop has been told to stop.
  case nothing
  /// It consists of events, which have joined the mailbox.
  case events(Int)
  /// Its work starts at the end of the step as this execution, after its immediate events.
  case execution(UInt64, events: Int)
  /// It waits for the end of the effect before it.
  case waits
}

/// An execution of an effect, or a stage of one: a delay, an attempt, or another part that begins late.
public struct EffectFact: Hashable, Sendable {
  /// The feedback and the element that it belongs to.
  public let feedback: FeedbackOrigin

  /// The number of the execution, which is different for each execution of its loop.
  public let execution: UInt64

  /// The number of the transition in whose step it was described.
  public let transition: Int

  /// The number of the stage, which is different for each stage and execution of the loop; `nil` for the
  /// execution itself.
  public let stage: UInt64?

  /// The number of the attempt, counted from 1, if the stage calls a closure that may be called again.
  public let attempt: Int?

  init(
    _ feedback: FeedbackOrigin, _ execution: UInt64, since transition: Int, stage: UInt64? = nil,
    attempt: Int? = nil
  ) {
    self.feedback = feedback
    self.execution = execution
    self.transition = transition
    self.stage = stage
    self.attempt = attempt
  }
}

/// Why an effect was cancelled.
public enum CancelReason: Hashable, Sendable {
  /// The selected value has become `nil`.
  case noValue
  /// The condition has become false.
  case isFalse
  /// Another value was selected, or the element has changed.
  case valueChanged
  /// The feedback answers every state, and there is a newer one.
  case newerState
  /// The newer state did not pass the filter.
  case filteredOut
  /// An event of the effect itself has led to the state that replaces it.
  case ownEvent
  /// The element has left the collection.
  case elementLeft
  /// The part that the feedback belongs to is gone, or has become another one.
  case partEnded
  /// Another effect of a race has yielded an event first.
  case raced
  /// It took longer than its timeout permits.
  case timedOut
  /// It is the alarm of a timeout, and the effect was in time.
  case inTime
  /// The loop was told to stop.
  case stopped
}

/// An alarm of an effect.
public struct AlarmFact: Hashable, Sendable {
  /// The purpose of an alarm.
  public enum Purpose: Hashable, Sendable {
    case delay, period, frames, backoff, timeout, throttle
  }

  /// What it is set for.
  public let purpose: Purpose

  /// The time until it is due; for a period, from one event to the next.
  public let delay: Duration

  init(_ purpose: Purpose, _ delay: Duration) {
    self.purpose = purpose
    self.delay = delay
  }
}

/// An effect that is alive or waits, see ``RunningSpin/effects``.
public struct RunningEffect: Hashable, Sendable, CustomStringConvertible {
  /// What an effect waits for.
  public enum Waiting: Hashable, Sendable {
    /// Nothing: it is at work.
    case nothing
    /// The alarm of a delay, a period, a back-off or a throttle.
    case alarm(AlarmFact.Purpose)
    /// The end of the effect before it.
    case queue
    /// A place among the elements that may be at work at the same time.
    case place
  }

  /// The feedback and the element that it belongs to.
  public let feedback: FeedbackOrigin

  /// The number of the execution; `nil` if its closure has not been called or it waits in a queue.
  public let execution: UInt64?

  /// The number of the transition in whose step it was described, or began to wait.
  public let transition: Int

  /// What it waits for.
  public let waiting: Waiting

  /// The time by the loop's scheduler at which its next alarm is due; `nil` if it has none.
  public let alarm: Duration?

  /// The numbers of its stages that have begun.
  package let stages: [UInt64]

  init(
    _ feedback: FeedbackOrigin, _ execution: UInt64?, since transition: Int,
    waiting: Waiting = .nothing, alarm: Duration? = nil, stages: [UInt64] = []
  ) {
    self.stages = stages
    self.feedback = feedback
    self.execution = execution
    self.transition = transition
    self.waiting = waiting
    self.alarm = alarm
  }

  /// The effect in words, such as `search #3, since 12`, or `jobs[7], since 4: waits for a place`.
  public var description: String {
    let number = execution.map { " #\($0)" } ?? ""
    return "\(feedback)\(number), since \(transition)\(state)"
  }

  private var state: String {
    let time = alarm.map { " at \($0)" } ?? ""
    return switch waiting {
    case .nothing: ""
    case .queue: ": waits for the effect before it"
    case .place: ": waits for a place"
    case .alarm(.delay): ": waits for its delay\(time)"
    case .alarm(.period): ": its next event is due\(time)"
    case .alarm(.frames): ": emits with each frame"
    case .alarm(.backoff): ": waits for its next attempt\(time)"
    case .alarm(.timeout): ": must end before its timeout\(time)"
    case .alarm(.throttle): ": waits for the end of its period\(time)"
    }
  }
}
