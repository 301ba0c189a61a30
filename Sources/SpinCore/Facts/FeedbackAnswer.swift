/// The answer of a feedback to a state.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum FeedbackAnswer: Hashable, Sendable {
  /// It wants an effect: its closure is called in this step, unless the loop stops first.
  case wants

  /// It wants what it wanted before, so that nothing changes.
  case keeps(KeepReason)

  /// It wants no effect.
  case wantsNothing(NothingReason)

  /// It wants an effect, which must wait before the effect closure is called.
  case waits(WaitReason)

  /// It wants an effect that will never start.
  case skips(SkipReason)
}

/// Why a feedback keeps what it wanted before; the raw value says it in words.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum KeepReason: String, Sendable {
  /// The selected value is equal to the one before.
  case equalValue = "the value has not changed"
  /// No element has appeared or left, and none has another value.
  case equalElements = "no element has come, left or changed"
  /// The condition is still true.
  case stillTrue = "the condition is still true"
  /// The pulse was not assigned.
  case notAssigned = "the pulse was not assigned"
  /// The part that the feedback belongs to has not changed.
  case samePart = "its part has not changed"
  /// None of the parts that the feedback belongs to has appeared or changed.
  case sameParts = "none of its parts has changed"
}

/// Why a feedback wants no effect; the raw value says it in words.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum NothingReason: String, Sendable {
  /// The selected value is `nil`, or an older state has come back, which has fewer assignments of the pulse.
  case noValue = "the value is nil"
  /// The condition is false.
  case isFalse = "the condition is false"
  /// The state did not pass the filter.
  case filteredOut = "the state does not pass the filter"
  /// The element has left the collection.
  case elementLeft = "the element has left"
  /// The part that the feedback belongs to is gone, or has become another one.
  case partEnded = "its part is gone"
  /// The part that the feedback belongs to is not there, as before.
  case noPart = "its part is absent"
}

/// What an effect waits for before it starts; the raw value says it in words.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum WaitReason: String, Sendable {
  /// A place: as many elements are at work as may be.
  case place = "a free place: the feedback's limit is reached"
  /// The end of a throttle's period.
  case period = "the end of the throttle's period"
  /// The end of the effect before it, by ``ExecutionStrategy/queueNewState``.
  case queue = "the effect before it"
}

/// Why an effect that is wanted never starts; the raw value says it in words.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum SkipReason: String, Sendable {
  /// Another one runs, and the strategy is ``ExecutionStrategy/ignoreNewState``.
  case strategy = "its effect still runs, and its strategy ignores new states"
  /// A throttle's period has not passed, and the throttle keeps nothing for its end.
  case period = "the throttle's period has not passed"
}

extension FeedbackAnswer: CustomStringConvertible {
  /// The answer in words, such as `wants nothing: the value is nil`.
  public var description: String {
    switch self {
    case .wants: "wants an effect"
    case .keeps(let reason): "keeps what it has: \(reason.rawValue)"
    case .wantsNothing(let reason): "wants nothing: \(reason.rawValue)"
    case .waits(let reason): "waits for \(reason.rawValue)"
    case .skips(let reason): "skips an effect: \(reason.rawValue)"
    }
  }
}
