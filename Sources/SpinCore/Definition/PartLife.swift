/// One life of a part: from the step in which it appears to the step in which it is gone or
/// replaced by another identity.
///
/// It holds the instances of the part's feedbacks, and counts the part's transitions.
///
/// *Isolation*: owned and called by the owner of the drain.
@usableFromInline
package final class PartLife<Part: Sendable, PartEvent: Sendable> {
  @usableFromInline let scopes: ScopeRun<Part, PartEvent>
  @usableFromInline let feedbacks: [FeedbackInstance<Part, PartEvent>]
  @usableFromInline let filters: [RepeatFilter<Part, PartEvent>]
  /// The feedbacks and filters of recursions in the part, made when they are first needed.
  private var inner: [RecursionKey: [FeedbackInstance<Part, PartEvent>]] = [:]
  private var innerFilters: [RecursionKey: [RepeatFilter<Part, PartEvent>]] = [:]
  /// Whether a feedback of the part needs the state before each transition.
  @usableFromInline let keepsPrevious: Bool
  /// The number of the newest transition.
  @usableFromInline @safe @exclusivity(unchecked) var number = 0
  /// The event of the newest transition; `nil` if the whole has changed the part.
  @usableFromInline @safe @exclusivity(unchecked) var event: PartEvent?
  /// Whether the newest transition had one of the part's own events.
  @usableFromInline @safe @exclusivity(unchecked) var isOwn = false
  /// The origin of that event, if an effect for it may be described in a later step.
  @usableFromInline @safe @exclusivity(unchecked) var origin: KeptOrigin?
  /// The part as of the newest transition.
  ///
  /// It is kept until the part's next own event is about to be reduced or, if a feedback needs
  /// the state before each transition, until the next transition.
  @usableFromInline @safe @exclusivity(unchecked) var shown: StateBox<Part>?
  /// The part as of the transition before.
  @usableFromInline @safe @exclusivity(unchecked) var previous: StateBox<Part>?

  /// Begins a life with a part, which is transition 0.
  @usableFromInline
  init(_ blueprint: Blueprint<Part, PartEvent>, _ part: inout Part) {
    let scopes = ScopeRun(blueprint, isRoot: false)
    scopes.begin(&part)
    feedbacks = blueprint.feedbacks.map { $0.instance(scopes.nodes) }
    filters = blueprint.repeats.map { $0.filter(scopes.nodes) }
    keepsPrevious = feedbacks.contains(where: \.needsPrevious)
    self.scopes = scopes
    shown = StateBox.copy(of: &part)
  }

  /// Lends the feedbacks that make up one of the whole to a closure, with their numbers.
  @inlinable
  func forEach(
    _ feedbacks: PartFeedbacks, _ kind: FeedbackKind,
    _ body: (Int, FeedbackInstance<Part, PartEvent>) -> Void
  ) {
    if let own = feedbacks.own, own < self.feedbacks.count { body(0, self.feedbacks[own]) }
    guard let key = feedbacks.inside else { return }
    for (number, feedback) in inner(key, kind).enumerated() {
      body(feedbacks.ownCount + number, feedback)
    }
  }

  /// Returns one of the feedbacks that make up one of the whole, by its number.
  @inlinable
  func feedback(
    _ number: Int, of feedbacks: PartFeedbacks, _ kind: FeedbackKind
  ) -> FeedbackInstance<Part, PartEvent>? {
    if number == 0, let own = feedbacks.own {
      return own < self.feedbacks.count ? self.feedbacks[own] : nil
    }
    return feedbacks.inside.map { inner($0, kind)[number - feedbacks.ownCount] }
  }

  @usableFromInline
  func inner(
    _ key: RecursionKey, _ kind: FeedbackKind
  ) -> [FeedbackInstance<Part, PartEvent>] {
    if let known = inner[key] { return known }
    let made = scopes.nodes.compactMap { $0.makeInner(key, kind) }
    inner[key] = made
    return made
  }

  /// Returns the repeat filters that make up one of the whole.
  @usableFromInline
  func filters(_ filters: PartFeedbacks) -> [RepeatFilter<Part, PartEvent>] {
    let own = filters.own.flatMap { $0 < self.filters.count ? [self.filters[$0]] : nil } ?? []
    guard let key = filters.inside else { return own }
    let inner = innerFilters[key] ?? scopes.nodes.compactMap { $0.makeInnerFilter(key) }
    innerFilters[key] = inner
    return own + inner
  }

  /// Notes a transition.
  @inlinable
  func advance(_ event: PartEvent?, _ part: inout Part) {
    number &+= 1
    self.event = event
    isOwn = event != nil
    origin = nil
    if keepsPrevious { previous = shown }
    shown = StateBox.copy(of: &part)
  }

  /// Notes the origin of the newest transition's event.
  @inlinable
  func note(_ origin: KeptOrigin) {
    if keepsPrevious { self.origin = origin }
    scopes.note(origin)
  }

  /// Forgets the event of the newest transition.
  @inlinable
  func forgetEvent() {
    event = nil
    scopes.forgetEvents()
  }

  /// Releases the copy of the part, so that the reducer changes the part in place.
  @inlinable
  func forgetShown() {
    if !keepsPrevious { shown = nil }
  }

  /// Describes an effect with the newest transition, in a step of the whole.
  ///
  /// - Parameters:
  ///   - step: The step of the whole.
  ///   - isNewest: Whether the part is unchanged since the newest transition. Otherwise the whole
  ///     may have changed it in a way that `==` ignores.
  ///   - copy: Copies the part.
  ///   - embed: Makes an event of the whole from an event of the part.
  ///   - describe: Describes the effect.
  /// - Returns: The effect, with events of the whole.
  @inlinable
  func describe<Whole: Sendable, WholeEvent: Sendable>(
    in step: inout CurrentTransition<Whole, WholeEvent>, isNewest: Bool = true,
    _ copy: (Whole) -> Part?,
    _ embed: @escaping @Sendable (PartEvent) -> WholeEvent,
    _ describe: (inout CurrentTransition<Part, PartEvent>) -> Effect<PartEvent>
  ) -> Effect<WholeEvent> {
    let newest = isNewest ? shown : nil
    guard let box = newest ?? copy(step.state.value).map({ StateBox.holding($0) }) else {
      return .none
    }
    var inner = CurrentTransition<Part, PartEvent>(of: self, box, in: step)
    return withExtendedLifetime(box) { describe(&inner).map(embed) }
  }
}

extension CurrentTransition {
  /// Creates the transition of a part in a step of the whole.
  @inlinable
  init(
    of life: PartLife<State, Event>, _ part: StateBox<State>,
    in whole: borrowing CurrentTransition<some Sendable, some Sendable>
  ) {
    self.init(in: part.address)
    if life.number == 0 { return }
    // A held effect is described in a later step, which has an origin of its own.
    let origin = life.isOwn ? life.origin ?? whole.shown.content.origin : KeptOrigin(tag: .whole)
    note(number: life.number, life.event, origin)
    if life.keepsPrevious { previous = life.previous }
  }
}
