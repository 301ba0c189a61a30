/// A scope of a spin's list as it is written, for code that does not know its types.
struct ScopeDefinition: Sendable {
  /// The name in origins, with `[]` for the id of one of several parts.
  private(set) var name: String
  /// Reduces an event into the part that it belongs to, without any memory.
  let reduce: @Sendable (StatePlace, EventPlace) -> Void
  /// Lays out the list of the part, given the scopes around the scope.
  let layOut: @Sendable (ScopeStack, _ name: String) throws(ScopeStack.Recursion) -> ScopeLayout
  /// What modifiers change about the feedbacks of the part, in order.
  var changes: [@Sendable (inout FeedbackTraits) -> Void] = []

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

  /// Returns the scope with another name, which keeps its placeholder for an id.
  func renamed(_ name: String) -> ScopeDefinition {
    var scope = self
    scope.name = self.name.hasSuffix("[]") ? name + "[]" : name
    return scope
  }
}
