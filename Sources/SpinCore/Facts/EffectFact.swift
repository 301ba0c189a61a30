/// The effect that a closure has described.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
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

/// An execution of an effect, or a stage of one: a delay, an attempt, or other work that begins by itself.
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
}

/// What has ended without an event: see ``Fact/ended(_:_:)``.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum EndReason: String, Hashable, Sendable {
  /// One of several parts, such as those of merged effects; others are alive.
  case part
  /// The last part, so that the effect, or the stage of it, is finished.
  case last
  /// An attempt, which has failed and is made again.
  case failedAttempt
}

/// Why an effect was cancelled.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum CancelReason: Hashable, Sendable {
  /// Its feedback wants no effect any more, see ``FeedbackAnswer/wantsNothing(_:)``.
  case unwanted(NothingReason)
  /// Another value was selected, or the element has changed.
  case valueChanged
  /// The feedback answers every state, and there is a newer one.
  case newerState
  /// An event of the effect itself has changed what it was started for: the value, the condition, the element
  /// or the part.
  ///
  /// The effect has ended by its own event, as an effect that has succeeded does. Nobody else has cancelled
  /// it.
  case ownEvent
  /// Another effect of a race has yielded an event first.
  case raced
  /// It took longer than its timeout permits.
  case timedOut
  /// It is the alarm of a timeout, and the effect was in time.
  case inTime
  /// The loop was told to stop.
  case stopped
}

extension CancelReason: CustomStringConvertible {
  /// The reason in words, such as `the value has changed`.
  public var description: String {
    switch self {
    case .unwanted(let reason): reason.rawValue
    case .valueChanged: "the value has changed"
    case .newerState: "there is a newer state"
    case .ownEvent: "its own event has changed what it was started for"
    case .raced: "another one was first"
    case .timedOut: "its time is over"
    case .inTime: "the effect was in time"
    case .stopped: "the loop stops"
    }
  }
}

extension CancelReason {
  /// The end of the effect in words, such as `cancelled: the loop stops`.
  package var asEnd: String {
    self == .ownEvent ? "ended by its own event" : "cancelled: \(self)"
  }
}

/// An alarm of an effect.
public struct AlarmFact: Hashable, Sendable {
  /// The purpose of an alarm.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Purpose: Hashable, Sendable {
    /// The end of a delay, as of ``Effect/delayed(by:)`` and ``Effect/after(_:_:)``.
    case delay
    /// The next event of ``Effect/every(_:_:)``.
    case period
    /// The next event of ``Effect/frames(_:)``.
    case frames
    /// The next attempt, by a ``Backoff``.
    case backoff
    /// The end of the time that ``Effect/timeout(after:_:)`` permits.
    case timeout
    /// The end of the period of ``Feedback/throttled(for:latest:)``.
    case throttle
  }

  /// What it is set for.
  public let purpose: Purpose

  /// The time until it is due; for a period, from one event to the next.
  public let delay: Duration
}
