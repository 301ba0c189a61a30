/// The list of a spin, for code that does not know its types.
struct SpinList: Sendable {
  let items: [ListItem]
  /// The spin's own reducer.
  let reducer: ReducerOps

  /// The scopes among the items.
  var scopes: [ScopeDefinition] {
    items.compactMap { if case .scope(let scope) = $0 { scope } else { nil } }
  }

  /// Reduces an event by the reducers of the scopes, in written order, and then by the spin's own.
  var composedReducer: ReducerOps {
    let scopes = scopes
    if scopes.isEmpty { return reducer }
    return ReducerOps(types: reducer.types) { [own = reducer.body] state, event in
      for scope in scopes { scope.reduce(state, event) }
      own(state, event)
    }
  }
}

/// Makes what belongs to a list for a run, given the memory of each scope of the list.
typealias Maker<Made> = @Sendable (_ scope: (Int) -> ScopeNode) -> Made

/// An item of a spin's list other than the reducer.
enum ListItem: Sendable {
  case feedback(FeedbackDefinition)
  case repeats(Maker<RepeatFilter>)
  case scope(ScopeDefinition)

  /// Returns the item with other settings of its feedbacks.
  func changing(_ change: @escaping @Sendable (inout FeedbackTraits) -> Void) -> ListItem {
    switch self {
    case .feedback(let feedback): .feedback(feedback.with(change))
    case .repeats: self
    case .scope(let scope): .scope(scope.changing(change))
    }
  }
}
