/// A scope, for code that does not know its types.
struct ScopeDefinition: Sendable {
  var part: ScopePart
  /// What modifiers change about the feedbacks of the part, in order.
  private var changes: [@Sendable (inout FeedbackTraits) -> Void] = []

  init(_ part: ScopePart) {
    self.part = part
  }

  func changing(
    _ change: @escaping @Sendable (inout FeedbackTraits) -> Void
  ) -> ScopeDefinition {
    var scope = self
    scope.changes.append(change)
    return scope
  }

  /// Returns the settings of a feedback of the part with the changes of the modifiers.
  func changed(_ traits: FeedbackTraits) -> FeedbackTraits {
    changes.reduce(into: traits) { traits, change in change(&traits) }
  }
}
