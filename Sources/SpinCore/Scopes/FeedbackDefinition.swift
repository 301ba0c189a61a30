/// A feedback, for code that does not know its types.
package struct FeedbackDefinition: Sendable {
  let makeInstance: Maker<FeedbackInstance>
  var traits = FeedbackTraits()

  func with(_ change: (inout FeedbackTraits) -> Void) -> FeedbackDefinition {
    var copy = self
    change(&copy.traits)
    return copy
  }
}

/// The settings that the modifiers of a feedback change.
struct FeedbackTraits: Sendable {
  var strategy = ExecutionStrategy.cancelOnNewState
  var executor: (any TaskExecutor)?
  var name: String?
  /// The names of the scopes around it, from the outermost.
  var scopes: [String] = []
  /// The maximum number of elements that have effects at the same time.
  var limit = Int.max
  var throttle: Throttle?
  /// Whether ``Feedback/strategy(_:)`` and ``Feedback/executor(_:)`` have no effect.
  var isFixed = false
  /// Whether the closure is called for its side effect, and describes nothing.
  var isSideEffect = false
  /// Whether its effect consumes the states.
  var isStream = false
  /// What the feedback is; known if it is one of a part.
  var nature: FeedbackNature?

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
  func nested(in scope: String) -> FeedbackTraits {
    var traits = self
    traits.scopes.insert(scope, at: 0)
    return traits
  }
}

/// What a feedback is, apart from its settings.
struct FeedbackNature: Hashable, Sendable {
  let kind: FeedbackKind
  let form: FeedbackForm
}

/// What the modifiers of a group or a scope change about all of its feedbacks.
struct FeedbackChanges: Sendable {
  var strategy: ExecutionStrategy?
  var executor: (any TaskExecutor)?

  /// Returns these changes, followed by others.
  func followed(by later: FeedbackChanges) -> FeedbackChanges {
    FeedbackChanges(
      strategy: later.strategy ?? strategy, executor: later.executor ?? executor)
  }

  func apply(to traits: inout FeedbackTraits) {
    if let strategy { traits.set(strategy) }
    if let executor { traits.set(executor) }
  }
}
