/// Watches the states of a loop and responds with effects: the only place for side effects.
///
/// ```swift
/// Feedback(on: \.query) { query in .run { .found(await titles(matching: query)) } }
///   .named("search")
/// ```
///
/// The effect of this feedback starts when `query` differs from the value before. Another value, or
/// `nil`, cancels it.
///
/// A feedback is a value that can be part of any number of spins. Its memory, such as the last
/// selected value and the running effects, belongs to one run.
///
/// *Ordering*: at every step the loop asks each feedback, in order of declaration, whether it has
/// work (its selector, lens and filter), cancels the effects that are no longer wanted, publishes the
/// transition, and then calls the wanted effect closures in order of declaration. Once all have
/// been called, the immediate events join the mailbox and the work starts, in the same order.
///
/// *Isolation*: selectors, lenses, filters and effect closures are called by the loop, one at a
/// time. ``executor(_:)`` moves none of them.
///
/// *Reentrancy*: every closure may emit, which enqueues, and may stop the loop.
public struct Feedback<State: Sendable, Event: Sendable>: Sendable {
  let definition: FeedbackDefinition

  init(_ definition: FeedbackDefinition) {
    self.definition = definition
  }

  @usableFromInline
  package init(makeInstance: @escaping @Sendable () -> FeedbackInstance) {
    self.init(FeedbackDefinition { _ in makeInstance() })
  }

  /// Returns this feedback with a strategy for new work while an effect runs.
  ///
  /// A strategy does not apply to sources, side effects, streams, and feedbacks that send to a gear
  /// or receive from one.
  public func strategy(_ strategy: ExecutionStrategy) -> Feedback {
    with { $0.set(strategy) }
  }

  /// Returns this feedback with an executor for the bodies of its effects: async closures, callback
  /// registrations and their cancellations.
  ///
  /// Selectors, filters, lenses and effect closures stay with the loop. If there are several
  /// executors, the last one counts.
  public func executor(_ executor: any TaskExecutor) -> Feedback {
    with { $0.set(executor) }
  }

  /// Returns this feedback with a name for origins, tests and reports, see ``FeedbackOrigin``.
  public func named(_ name: String) -> Feedback {
    with { $0.name = name }
  }

  /// The feedback, whose closure a rehearsal does not call.
  @usableFromInline
  var markedAsSideEffect: Feedback { with { $0.isSideEffect = true } }

  /// The feedback, whose effect gets each state at once.
  package var markedAsStream: Feedback { with { $0.isStream = true } }

  func with(_ change: (inout FeedbackTraits) -> Void) -> Feedback {
    Feedback(definition.with(change))
  }
}
