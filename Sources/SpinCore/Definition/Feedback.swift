/// Watches the states of a loop and responds with effects: the only place for side effects.
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
/// time. ``executor(_:)`` moves only the body of an effect.
///
/// *Reentrancy*: every closure may emit, which enqueues, and may stop the loop.
public struct Feedback<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let makeInstance: @Sendable () -> FeedbackInstance<State, Event>
  @usableFromInline var traits = FeedbackTraits()
  /// Its place in a scope, if it belongs to a part.
  @usableFromInline var place: ScopePlace?

  @inlinable
  package init(makeInstance: @escaping @Sendable () -> FeedbackInstance<State, Event>) {
    self.makeInstance = makeInstance
  }

  /// Creates a feedback of the whole from a feedback of a part.
  @usableFromInline
  init(of scope: ScopeLayout<State, Event>, _ place: ScopePlace, _ traits: FeedbackTraits) {
    self.init { scope.makeNode(false).makeInstance(place.local) }
    self.place = place
    self.traits = traits
  }

  /// Makes the instance of the feedback for a run with the given scopes.
  @inlinable
  func instance(_ scopes: [ScopeNode<State, Event>]) -> FeedbackInstance<State, Event> {
    guard let place else { return makeInstance() }
    return scopes[place.scope].makeInstance(place.local)
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

  /// Returns this feedback with a name for traces and diagnostics.
  public func named(_ name: String) -> Feedback {
    with { $0.name = name }
  }

  func with(_ change: (inout FeedbackTraits) -> Void) -> Feedback {
    var copy = self
    change(&copy.traits)
    return copy
  }
}

/// The settings that the modifiers of a feedback change.
@usableFromInline
struct FeedbackTraits: Sendable {
  @usableFromInline var strategy = ExecutionStrategy.cancelOnNewState
  @usableFromInline var executor: (any TaskExecutor)?
  @usableFromInline var name: String?
  /// The names of the scopes around it, from the outermost.
  @usableFromInline var scopes: [String] = []
  /// The maximum number of elements that have effects at the same time.
  @usableFromInline var limit = Int.max
  @usableFromInline var throttle: Throttle?
  /// Whether ``Feedback/strategy(_:)`` and ``Feedback/executor(_:)`` have no effect.
  @usableFromInline var isFixed = false

  @usableFromInline var isThrottled: Bool { throttle != nil }

  @usableFromInline
  init() {}

  /// The name, preceded by the names of the scopes, such as `board.clock.tick`.
  var path: String? {
    if scopes.isEmpty { return name }
    return (scopes + (name.map { [$0] } ?? [])).joined(separator: ".")
  }

  mutating func set(_ strategy: ExecutionStrategy) {
    if !isFixed { self.strategy = strategy }
  }

  mutating func set(_ executor: any TaskExecutor) {
    if !isFixed { self.executor = executor }
  }

  /// Returns the same traits for a feedback of a part.
  @usableFromInline
  func nested(in scope: String) -> FeedbackTraits {
    var traits = self
    traits.scopes.insert(scope, at: 0)
    return traits
  }
}
