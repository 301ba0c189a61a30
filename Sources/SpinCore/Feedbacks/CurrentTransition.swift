/// The newest transition of a loop, a part or a hosted spin, which is lent to feedbacks and observers.
///
/// The state of the loop is in its newest ``Moment``. If an observer has kept that, the next event is
/// reduced into a copy. Otherwise nothing is copied, and no reference in the state is counted. The
/// moment of a part or of a hosted spin is made when a feedback wants to see it.
///
/// *Isolation*: belongs to the owner of the drain.
package struct CurrentTransition: ~Copyable {
  /// The state.
  ///
  /// It does not change while feedbacks and observers use it.
  private(set) var state: StatePlace
  /// The transition as observers see it; without a moment if it was not seen yet.
  var view: MomentView
  /// The same moment.
  ///
  /// NB: uncounted, because a counted reference in memory is counted at each use.
  private var lent: Uncounted<Moment>?
  /// The transition before, if a feedback or an observer needs its state.
  var previous: Moment?
  /// Makes the moment of a hosted spin.
  private let source: (any MomentSource)?
  /// The origin of a hosted spin's transition.
  private let hostedOrigin: KeptOrigin?

  /// Creates the transition that a moment contains.
  init(_ moment: Moment, previous: Moment? = nil) {
    state = moment.state
    view = MomentView(moment: moment)
    lent = unsafe Uncounted(moment)
    self.previous = previous
    source = nil
    hostedOrigin = nil
  }

  /// Creates the transition of a hosted spin.
  init(
    in state: StatePlace, _ origin: KeptOrigin, previous: Moment?, from source: any MomentSource
  ) {
    self.state = state
    view = MomentView(moment: nil)
    lent = nil
    self.previous = previous
    self.source = source
    hostedOrigin = origin
  }

  /// Returns the transition as a moment, which is made at the first call.
  mutating func shown() -> Moment {
    if let moment = view.moment { return moment }
    guard let source else { unreachable("a transition has no moment") }
    let made = source.makeMoment(state, origin)
    view.moment = made
    lent = unsafe Uncounted(made)
    return made
  }

  /// Where the event came from.
  var origin: KeptOrigin { hostedOrigin ?? with(\.origin) }

  // MARK: The newest transition of a loop, which has a moment

  /// Calls a closure with the moment.
  @inline(__always)
  func with<Result>(_ body: (Moment) -> Result) -> Result {
    guard let lent else { unreachable("a transition has no moment") }
    return lent.lend(to: body)
  }

  var number: Int { with(\.number) }

  var eventIfAny: EventPlace? { with(\.event) }

  /// Names the element that the event came from.
  func name(_ element: ElementID) { with { $0.origin.element = element } }

  /// Forgets the event, so that observers that join later see the transition without it.
  ///
  /// - Returns: The old moment, if somebody has kept it and there is a new one.
  mutating func forgetEvent() -> Moment? {
    if isKnownUniquelyReferenced(&view.moment) {
      with { $0.forgetEvent() }
      return nil
    }
    let old = shown()
    replace(by: old.copy, keepsPrevious: false)
    return old
  }

  /// Ensures that a change of the state changes no transition that was kept.
  ///
  /// - Parameter keepsPrevious: Whether to keep the transition as the one before the next event.
  /// - Returns: The old moment, if there is a new one. The ``StateCell`` refers to its memory, so it
  ///   must live until the next event is reduced.
  @inline(__always)
  mutating func prepareToReduce(keepsPrevious: Bool) -> Moment? {
    if !keepsPrevious && isKnownUniquelyReferenced(&view.moment) { return nil }
    return renew(keepsPrevious: keepsPrevious)
  }

  @inline(never)
  private mutating func renew(keepsPrevious: Bool) -> Moment? {
    let old = shown()
    replace(by: old.copy, keepsPrevious: keepsPrevious)
    return old
  }

  /// Makes another moment the newest one.
  mutating func replace(by new: Moment, keepsPrevious: Bool) {
    if keepsPrevious { previous = view.moment }
    view.moment = new
    lent = unsafe Uncounted(new)
    state = new.state
  }
}

/// A scope that makes the moments of the spin that it hosts.
protocol MomentSource: AnyObject {
  /// Makes the moment of the newest transition, whose state is at a place in that of the host.
  func makeMoment(_ state: StatePlace, _ origin: KeptOrigin) -> Moment
}
