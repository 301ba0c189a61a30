/// Watches the states of a loop and answers with effects: the only place for side effects.
///
/// A feedback is a value that can be part of any number of spins. What it remembers during a run
/// (the value last selected, the effects that run) belongs to that run.
///
/// *Ordering*: at every step the loop asks each feedback, in order of declaration, whether it has
/// work (its selector, lens and filter), cancels what is no longer wanted, publishes the
/// transition, and then calls the wanted effect closures in order of declaration. Once all have
/// been called, the immediate events join the mailbox and the work starts, in the same order.
///
/// *Isolation*: selectors, lenses, filters and effect closures are called by the loop, one at a
/// time. ``executor(_:)`` moves only the body of an effect.
///
/// *Reentrancy*: every closure may emit, which enqueues, and may stop the loop.
public struct Feedback<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let makeInstance: @Sendable () -> FeedbackInstance<State, Event>
  @usableFromInline var traits = FeedbackTraits()

  @inlinable
  package init(makeInstance: @escaping @Sendable () -> FeedbackInstance<State, Event>) {
    self.makeInstance = makeInstance
  }

  /// Returns this feedback with another strategy for new work while an effect runs.
  ///
  /// Sources, side effects and streams have no use for one.
  public func strategy(_ strategy: ExecutionStrategy) -> Feedback {
    with { $0.strategy = strategy }
  }

  /// Returns this feedback with the bodies of its effects moved to an executor: async closures,
  /// callback registrations and their cancellations.
  ///
  /// Selectors, filters, lenses and effect closures stay with the loop. Of several executors the
  /// last one given wins.
  public func executor(_ executor: any TaskExecutor) -> Feedback {
    with { $0.executor = executor }
  }

  /// Returns this feedback with a name for traces and diagnoses.
  public func named(_ name: String) -> Feedback {
    with { $0.name = name }
  }

  func with(_ change: (inout FeedbackTraits) -> Void) -> Feedback {
    var copy = self
    change(&copy.traits)
    return copy
  }
}

/// What the modifiers of a feedback say.
@usableFromInline
struct FeedbackTraits: Sendable {
  @usableFromInline var strategy = ExecutionStrategy.cancelOnNewState
  @usableFromInline var executor: (any TaskExecutor)?
  @usableFromInline var name: String?
  /// How many elements may have effects at the same time.
  @usableFromInline var limit = Int.max
  @usableFromInline var throttle: Throttle?

  @usableFromInline var isThrottled: Bool { throttle != nil }

  @usableFromInline
  init() {}
}
