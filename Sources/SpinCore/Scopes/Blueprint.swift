/// The list of a spin as it is laid out for a run: with the feedbacks of all scopes.
final class Blueprint: Sendable {
  let feedbacks: [FeedbackDefinition]
  /// A filter for each ``DropRepeats``, and one for each scope whose parts may have filters.
  let repeats: [Maker<RepeatFilter>]
  /// Whether there is a filter, apart from those of recursions.
  let hasRepeats: Bool
  /// The spin's own reducer.
  let reducer: ReducerOps
  let scopes: [ScopeLayout]
  /// The names of the feedbacks, for origins.
  let names: [String?]
  /// The numbers of outer scopes that a scope in the list repeats, see ``ScopeStack``.
  let recursions: Set<Int>

  /// Lays out the list of a scope.
  init(_ list: SpinList, in stack: ScopeStack) throws(ScopeStack.Recursion) {
    var feedbacks: [FeedbackDefinition] = []
    var repeats: [Maker<RepeatFilter>] = []
    var hasRepeats = false
    var scopes: [ScopeLayout] = []
    for item in list.items {
      switch item {
      case .feedback(let feedback): feedbacks.append(feedback.with(stack.changes.apply))
      case .repeats(let makeFilter):
        repeats.append(makeFilter)
        hasRepeats = true
      case .scope(let scope):
        let (layout, place) = (try scope.layOut(stack.within(scope), scope.name), scopes.count)
        scopes.append(layout)
        feedbacks += layout.traits.enumerated().map { local, traits in
          FeedbackDefinition(makeInstance: { $0(place).makeInstance(local) }, traits: traits)
        }
        if layout.hasRepeats { hasRepeats = true }
        if layout.hasRepeats || !layout.recursions.isEmpty {
          repeats.append { $0(place).makeFilter() }
        }
      }
    }
    require(
      feedbacks.count <= EntryTag.feedbackLimit,
      "A spin has at most \(EntryTag.feedbackLimit) feedbacks; this one has \(feedbacks.count).")
    self.feedbacks = feedbacks
    self.repeats = repeats
    self.hasRepeats = hasRepeats
    self.scopes = scopes
    reducer = list.reducer
    names = feedbacks.map(\.traits.path)
    recursions = scopes.reduce(into: []) { $0.formUnion($1.recursions) }
    #if DEBUG
      list.tellOfSharedNames()
    #endif
  }

  /// Lays out the list of a spin.
  static func laidOut(_ list: SpinList) -> Blueprint {
    ScopeStack().layOut { stack throws(ScopeStack.Recursion) in try Blueprint(list, in: stack) }
  }

  /// Whether the spin has a reducer of its own.
  var hasOwnReducer: Bool { !reducer.changesNothing }

  /// Makes an instance of a feedback, to inspect its kind.
  func sample(_ feedback: Int) -> FeedbackInstance {
    feedbacks[feedback].makeInstance { scopes[$0].makeNode(false) }
  }
}
