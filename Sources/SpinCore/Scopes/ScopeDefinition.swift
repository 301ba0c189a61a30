/// A scope of a spin's list as it is written, for code that does not know its types.
struct ScopeDefinition: Sendable {
  /// The name in origins, with `[]` for the id of one of several parts.
  private(set) var name: String
  /// Reduces an event into the part that it belongs to, without any memory.
  let reduce: @Sendable (StatePlace, EventPlace) -> Void
  /// Returns the kind of the list of the part, given the scopes around the scope; `nil` without a part.
  let kind: (@Sendable (ScopeStack) -> ScopeStack.Kind)?
  /// Lays out the list of the part, given the scopes around the scope.
  let layOut: @Sendable (ScopeStack, _ name: String) throws(ScopeStack.Recursion) -> ScopeLayout
  /// What modifiers change about the feedbacks of the part.
  var changes = FeedbackChanges()

  func changing(_ changes: FeedbackChanges) -> ScopeDefinition {
    var scope = self
    scope.changes = scope.changes.followed(by: changes)
    return scope
  }

  /// Returns the scope with another name, which keeps its placeholder for an id.
  func renamed(_ name: String) -> ScopeDefinition {
    var scope = self
    scope.name = self.name.hasSuffix("[]") ? name + "[]" : name
    return scope
  }
}
