/// The newest transition of a loop or a part, which is lent to feedbacks and observers.
///
/// The state of the loop is in its newest ``Moment``. If an observer has kept that, the next event is
/// reduced into a copy. Otherwise nothing is copied, and no reference in the state is counted.
///
/// *Isolation*: belongs to the owner of the drain.
package struct CurrentTransition: ~Copyable {
  /// The state.
  ///
  /// It does not change while feedbacks and observers use it.
  private(set) var state: StatePlace
  /// The transition as observers see it.
  var view: MomentView
  /// The moment of ``view``.
  ///
  /// NB: uncounted, because a counted reference in memory is counted at each use.
  // Guard: `view` keeps it alive.
  private(set) var lent: Uncounted<Moment>
  /// The transition before, if a feedback or an observer needs its state.
  var previous: Moment?

  /// Creates the transition that a moment contains.
  init(_ moment: Moment, previous: Moment? = nil) {
    state = moment.state
    view = MomentView(moment: moment)
    lent = Uncounted(moment)
    self.previous = previous
  }

  /// The transition as a moment.
  var shown: Moment { view.moment }

  /// Where the event came from.
  var origin: KeptOrigin { with(\.origin) }

  /// Calls a closure with the moment.
  @inline(__always)
  func with<Result>(_ body: (Moment) -> Result) -> Result {
    lent.lend(to: body)
  }

  var number: Int { with(\.number) }

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
    let old = shown
    replace(by: old.copy, keepsPrevious: false)
    return old
  }

  /// Ensures that a change of the state changes no transition that was kept.
  ///
  /// - Parameter keepsPrevious: Whether to keep the transition as the one before the next event.
  /// - Returns: The old moment, if there is a new one. The ``StateCell`` refers to its memory, so it
  ///   must live until the next event is reduced.
  mutating func prepareToReduce(keepsPrevious: Bool) -> Moment? {
    if !keepsPrevious && isKnownUniquelyReferenced(&view.moment) { return nil }
    return renew(keepsPrevious: keepsPrevious)
  }

  private mutating func renew(keepsPrevious: Bool) -> Moment? {
    let old = shown
    replace(by: keepsPrevious ? reused() : old.copy, keepsPrevious: keepsPrevious)
    return old
  }

  /// Returns a moment with the same state: the moment of the transition before, unless somebody has kept it.
  ///
  /// No reader uses the moment before: readers find the newest moment, or one that the step keeps for them.
  private mutating func reused() -> Moment {
    guard previous != nil, isKnownUniquelyReferenced(&previous), let moment = previous.take()
    else { return shown.copy }
    moment.become(shown)
    return moment
  }

  /// Makes another moment the newest one.
  mutating func replace(by new: Moment, keepsPrevious: Bool) {
    if keepsPrevious { previous = view.moment }
    view.moment = new
    lent = Uncounted(new)
    state = new.state
  }
}
