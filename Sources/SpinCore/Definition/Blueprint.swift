/// The list of a spin as it is laid out for a run: with the feedbacks of all scopes.
@usableFromInline
final class Blueprint<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let feedbacks: [Feedback<State, Event>]
  @usableFromInline let repeats: [DropRepeats<State, Event>]
  /// The spin's own reducer.
  @usableFromInline let reducer: Reducer<State, Event>
  @usableFromInline let scopes: [ScopeLayout<State, Event>]
  /// The names of the feedbacks, for origins.
  @usableFromInline let names: [String?]
  /// The scopes around the list that scopes in it are recursions of, see ``ScopeStack``.
  @usableFromInline let recursions: Set<Int>

  /// Lays out the list of a scope.
  @usableFromInline
  init(_ list: SpinContent<State, Event>, in stack: ScopeStack) throws(ScopeStack.Recursion) {
    var feedbacks: [Feedback<State, Event>] = []
    var repeats: [DropRepeats<State, Event>] = []
    var scopes: [ScopeLayout<State, Event>] = []
    for item in list.feedbacks.items {
      switch item {
      case .feedback(let feedback): feedbacks.append(feedback)
      case .repeats(let filter): repeats.append(filter)
      case .scope(let scope):
        let (layout, place) = (try scope.part.layOut(in: stack), scopes.count)
        scopes.append(layout)
        feedbacks += layout.traits.enumerated().map { local, traits in
          Feedback(of: layout, ScopePlace(scope: place, local: local), scope.changed(traits))
        }
        repeats += (0..<layout.repeatCount).map { local in
          DropRepeats(of: layout, ScopePlace(scope: place, local: local))
        }
      }
    }
    require(
      feedbacks.count <= EntryTag.feedbackLimit,
      "A spin has at most \(EntryTag.feedbackLimit) feedbacks; this one has \(feedbacks.count).")
    self.feedbacks = feedbacks
    self.repeats = repeats
    self.scopes = scopes
    reducer = list.reducer
    names = feedbacks.map(\.traits.path)
    recursions = scopes.reduce(into: []) { $0.formUnion($1.recursions) }
  }

  /// Lays out the list of a spin.
  static func laidOut(_ list: SpinContent<State, Event>) -> Blueprint {
    ScopeStack().layOut { stack throws(ScopeStack.Recursion) in try Blueprint(list, in: stack) }
  }

  /// Whether the spin has a reducer of its own.
  var hasOwnReducer: Bool { !reducer.changesNothing }

  /// Makes an instance of a feedback, to inspect its kind.
  @usableFromInline
  func sample(_ feedback: Int) -> FeedbackInstance<State, Event> {
    feedbacks[feedback].makeInstance()
  }
}
