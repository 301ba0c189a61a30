/// A ``DropRepeats``, for code that does not know its types.
struct RepeatDefinition: Sendable {
  let makeFilter: @Sendable () -> RepeatFilter
  /// Its place in a scope, if it belongs to a part.
  var place: ScopePlace?

  /// Makes the filter for a run with the given scopes.
  func filter(_ scopes: [ScopeNode]) -> RepeatFilter {
    guard let place else { return makeFilter() }
    return scopes[place.scope].makeFilter(place.local)
  }
}
