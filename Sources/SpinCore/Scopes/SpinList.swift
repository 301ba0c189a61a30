/// The list of a spin, for code that does not know its types.
struct SpinList: Sendable {
  let items: [ListItem]
  /// The spin's own reducer.
  let reducer: ReducerOps

  /// The list of a part, whose feedbacks are compared with those of others: see ``ScopeStack``.
  var inspected: SpinList { SpinList(items: items.map(\.inspected), reducer: reducer) }

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

#if DEBUG
  extension SpinList {
    /// Tells developers of feedbacks that have one name.
    ///
    /// It compares only the names in one list. The name of a part's feedback is preceded by the names of the
    /// scopes, and a feedback without a name has the number of its place.
    func tellOfSharedNames() {
      let names = items.compactMap { item in
        if case .feedback(let feedback) = item { feedback.traits.name } else { nil }
      }
      let groups = Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }
      for (name, all) in groups.sorted(by: { $0.key < $1.key }) {
        let spin = reducer.types.spinName
        Told.once(
          about: "name \(spin) \(name)",
          """
          the list of \(spin) has \(all.count) feedbacks named \(name), so logs, tests and origins do \
          not tell them apart. Give each a name of its own. If they differ by an element or an id only, \
          one Feedback(forEach:) serves all, and its origins name the element. (Reported in debug \
          builds only, once for each name.)
          """)
      }
    }
  }
#endif

/// Makes what belongs to a list for a run, given the memory of each scope of the list.
typealias Maker<Made> = @Sendable (_ scope: (Int) -> ScopeNode) -> Made

/// An item of a spin's list other than the reducer.
enum ListItem: Sendable {
  case feedback(FeedbackDefinition)
  case repeats(Maker<RepeatFilter>)
  case scope(ScopeDefinition)

  /// Returns the item with other settings of its feedbacks.
  func changing(_ changes: FeedbackChanges) -> ListItem {
    switch self {
    case .feedback(let feedback): .feedback(feedback.with(changes.apply))
    case .repeats: self
    case .scope(let scope): .scope(scope.changing(changes))
    }
  }

  /// Returns the item with the nature of its feedback noted.
  var inspected: ListItem {
    guard case .feedback(let feedback) = self else { return self }
    // Only the feedback of a scope needs the memory of the scope.
    let sample = feedback.makeInstance { _ in ScopeNode() }
    return .feedback(
      feedback.with { $0.nature = FeedbackNature(kind: sample.kind, form: sample.form) })
  }
}
