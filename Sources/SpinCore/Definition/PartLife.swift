/// One life of a part: from the step in which it appears to the step in which it is gone, or another
/// identity takes its place.
///
/// It has what the part's feedbacks remember, and counts the part's transitions.
///
/// *Isolation*: owned and called by whoever drains the loop.
@usableFromInline
package final class PartLife<Part: Sendable, PartEvent: Sendable> {
  @usableFromInline let scopes: ScopeRun<Part, PartEvent>
  @usableFromInline let feedbacks: [FeedbackInstance<Part, PartEvent>]
  @usableFromInline let filters: [RepeatFilter<Part, PartEvent>]
  /// Whether a feedback of the part wants the state before each transition.
  @usableFromInline let keepsPrevious: Bool
  /// The number of the newest transition.
  @usableFromInline var number = 0
  /// The event of the newest transition; `nil` if the whole has changed the part.
  @usableFromInline var event: PartEvent?
  /// The part as of the newest transition, from its step to the next step of the loop.
  @usableFromInline var shown: StateBox<Part>?
  /// The part as of the transition before.
  @usableFromInline var previous: StateBox<Part>?

  /// Begins a life with a part, which is transition 0.
  @usableFromInline
  init(_ blueprint: Blueprint<Part, PartEvent>, _ part: inout Part) {
    let scopes = ScopeRun(blueprint, isRoot: false)
    scopes.begin(&part)
    feedbacks = blueprint.feedbacks.map { $0.instance(scopes.nodes) }
    filters = blueprint.repeats.map { $0.filter(scopes.nodes) }
    keepsPrevious = feedbacks.contains(where: \.needsPrevious)
    self.scopes = scopes
    shown = StateBox(part)
  }

  /// Notes a transition.
  @inlinable
  func advance(_ event: PartEvent?, _ part: Part) {
    number &+= 1
    self.event = event
    shown = StateBox(part)
  }

  /// Lets go of the event of the newest transition.
  @inlinable
  func forgetEvent() {
    event = nil
    scopes.forgetEvents()
  }

  /// Lets go of the copies of the part, so that its reducer changes it in place.
  @inlinable
  func forgetShown() {
    if keepsPrevious { if let shown { previous = shown } }
    shown = nil
  }
}

extension CurrentTransition {
  /// The step of a part that a step of the whole comes to.
  @inlinable
  init(
    of life: PartLife<State, Event>, _ part: StateBox<State>,
    in whole: borrowing CurrentTransition<some Sendable, some Sendable>
  ) {
    self.init(in: part.pointer, names: whole.names)
    if life.number == 0 { return }
    // An effect that was held back is described between two transitions of the part.
    note(number: life.number, life.shown == nil ? nil : life.event, whole.shown.content.origin)
    if life.keepsPrevious { previous = life.previous }
  }
}
