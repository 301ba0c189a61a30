/// One life of a part: from the step in which it appears to the step in which it is gone or
/// replaced by another identity.
///
/// It holds the instances of the part's feedbacks, and counts the part's transitions.
///
/// *Isolation*: owned and called by the owner of the drain.
final class PartLife {
  let scopes: ScopeRun
  let feedbacks: [FeedbackInstance]
  /// The repeat filters, made for the first event that they are asked about.
  private(set) lazy var filters = blueprint.repeats.map { $0(scopes.node) }
  private let blueprint: Blueprint
  /// Makes events of the whole from events of the part.
  let embedding: Conversion
  /// The feedbacks of recursions in the part, made when they are first needed.
  private var inner: [RecursionKey: [FeedbackInstance]] = [:]
  /// Whether a feedback of the part needs the state before each transition.
  let keepsPrevious: Bool
  /// The newest transition of the part.
  ///
  /// It has the state until the part's next own event is about to be reduced or, if a feedback needs
  /// the state before each transition, until the next transition.
  private var moment: Moment
  /// The transition before.
  private var previous: Moment?
  /// The event of an earlier transition, until ``release()``; made for the first event with references.
  private var spent: EventSlot?
  /// A transition that nothing needs any more, until ``release()``.
  private var replaced: Moment?
  /// Whether the moment has its origin, which belongs to the step of that transition.
  private var hasOrigin = true

  /// Begins a life with a part, which is transition 0.
  init(_ blueprint: Blueprint, _ part: StatePlace, _ embedding: Conversion) {
    self.blueprint = blueprint
    self.embedding = embedding
    let scopes = ScopeRun(blueprint, isRoot: false)
    scopes.begin(part)
    feedbacks = blueprint.feedbacks.map { $0.makeInstance(scopes.node) }
    keepsPrevious = feedbacks.contains(where: \.needsPrevious)
    self.scopes = scopes
    moment = Moment(blueprint.reducer.types, copying: part, KeptOrigin(tag: .start))
  }

  /// The part as of the newest transition, if it is still there.
  var shown: StatePlace? { moment.hasState ? moment.state : nil }

  /// The part as of the newest transition and the object that keeps it, if it is still there.
  var keptShown: Moment? { moment.hasState ? moment : nil }

  /// Returns the answer of a feedback about the newest transition.
  func answer(_ local: Int) -> Answer { shown.map { feedbacks[local].answer($0) } ?? .unchanged }

  /// Calls a closure with the part's feedbacks that one feedback of the whole serves, and with their numbers.
  func forEach(
    _ feedbacks: PartFeedbacks, _ kind: FeedbackKind, _ body: (Int, FeedbackInstance) -> Void
  ) {
    if let own = feedbacks.own { body(0, self.feedbacks[own]) }
    guard let key = feedbacks.inside else { return }
    for (number, feedback) in inner(key, kind).enumerated() {
      body(feedbacks.ownCount + number, feedback)
    }
  }

  /// Returns one of the part's feedbacks that one feedback of the whole serves, by its number.
  func feedback(
    _ number: Int, of feedbacks: PartFeedbacks, _ kind: FeedbackKind
  ) -> FeedbackInstance? {
    if number == 0, let own = feedbacks.own { return self.feedbacks[own] }
    return feedbacks.inside.map { inner($0, kind)[number - feedbacks.ownCount] }
  }

  private func inner(_ key: RecursionKey, _ kind: FeedbackKind) -> [FeedbackInstance] {
    if let known = inner[key] { return known }
    let made = scopes.nodes.compactMap { $0.makeInner(key, kind) }
    inner[key] = made
    return made
  }

  /// Makes a transition.
  ///
  /// - Parameters:
  ///   - event: One of the part's own events, which is taken; `nil` if the whole has changed the part.
  ///   - part: The part.
  func advance(taking event: EventPlace?, _ part: StatePlace) {
    hasOrigin = event == nil
    // If the whole has changed the part, the moment may be the last one with the old objects. It must live
    // until `release()`.
    if keepsPrevious || moment.hasState || !isKnownUniquelyReferenced(&moment) { renew() }
    Uncounted(moment).lend { moment in
      if moment.hasEvent { moveEvent(of: moment) }
      moment.number &+= 1
      if let event {
        moment.setEvent(taking: event)
        if moment.origin.element != nil { moment.origin.element = nil }
      } else {
        moment.origin = KeptOrigin(tag: .whole)
      }
      moment.setState(copying: part)
    }
  }

  /// Ends the step of one of the part's own events, after which the whole may have changed the part.
  func settle(_ part: StatePlace) {
    scopes.settle(part, before: nil)
    Uncounted(moment).lend { $0.setState(copying: part) }
  }

  private func renew() {
    replaced = keepsPrevious ? previous : moment
    if keepsPrevious { previous = moment }
    let number = moment.number
    moment = Moment(moment.types, KeptOrigin(tag: .whole))
    moment.number = number
  }

  /// Keeps an event, which user code may hold as well, until ``release()``.
  private func moveEvent(of moment: Moment) {
    if moment.types.event.isTrivial { return moment.forgetEvent() }
    let slot = spent ?? EventSlot(moment.types.event)
    spent = slot
    moment.moveEvent(to: slot)
  }

  /// Releases the events that the step has replaced; see ``ScopeRun/release()``.
  func release() {
    spent?.clear()
    if replaced != nil { replaced = nil }
    scopes.release()
  }

  /// Notes the origin of the newest transition's event, unless it is known.
  func note(_ origin: KeptOrigin) {
    if !hasOrigin {
      hasOrigin = true
      moment.origin = origin
    }
    scopes.note(origin)
  }

  /// Forgets the event of the newest transition.
  func forgetEvent() {
    if isKnownUniquelyReferenced(&moment) {
      moment.forgetEvent()
    } else {
      moment = moment.copy(withState: shown, keepsEvent: false)
    }
    scopes.forgetEvents()
  }

  /// Releases the copy of the part, so that the reducer changes the part in place.
  func forgetShown() {
    if keepsPrevious || !moment.hasState { return }
    if isKnownUniquelyReferenced(&moment) {
      moment.forgetState()
    } else {
      moment = moment.copy(withState: nil)
    }
  }

  /// Describes an effect with the newest transition, in a step of the whole.
  ///
  /// - Parameters:
  ///   - step: The step of the whole.
  ///   - isNewest: Whether the part is unchanged since the newest transition. Otherwise the whole
  ///     may have changed it in a way that `==` ignores.
  ///   - lend: Lends the part in the newest state of the whole to a closure.
  ///   - sink: Takes the effect, as one of the whole.
  ///   - describe: Describes the effect.
  func describe(
    in step: inout CurrentTransition, isNewest: Bool = true,
    _ lend: (StatePlace, (StatePlace) -> Void) -> Void, to sink: EffectSink,
    _ describe: (PartLife, inout CurrentTransition) -> Void
  ) {
    if !hasOrigin { note(step.origin) }
    var shown = isNewest ? keptShown : nil
    if shown == nil { lend(step.state) { shown = moment.copy(withState: $0) } }
    guard let shown else { return }
    var inner = CurrentTransition(shown, previous: previous)
    sink.converting(by: embedding) { describe(self, &inner) }
  }
}
