/// The newest transition of a loop: a ``Transition`` that changes in place and is lent to feedbacks
/// and observers.
///
/// The state is in the box that is lent. If an observer has kept a transition, the next event is
/// reduced into a copy. Otherwise nothing is copied, and no reference in the state is counted.
///
/// *Isolation*: belongs to the owner of the drain.
@usableFromInline
package struct CurrentTransition<State: Sendable, Event: Sendable>: ~Copyable {
  /// The state.
  ///
  /// It does not change while feedbacks and observers use it.
  @usableFromInline package var state: Address<State>
  /// The transition.
  ///
  /// A hosted transition has no box until it is shown, see ``HostedState``.
  @usableFromInline var shown = Transition(TransitionContent<State, Event>())
  /// The state before the event, if a feedback or an observer needs it.
  @usableFromInline var previous: StateBox<State>?

  /// Creates transition 0.
  ///
  /// `box` holds the initial state.
  @inlinable
  init(_ box: StateBox<State>, names: [String?]) {
    state = box.address
    shown.content.state = box
    shown.content.origin.source = .tag(names: names)
  }

  /// Creates a transition of a state that is part of a larger one.
  @inlinable
  init(in state: Address<State>) {
    self.state = state
  }

  @inlinable package var number: Int { shown.content.number }

  @inlinable package var event: Event? { shown.content.event }

  /// Ensures that a change of the state changes no transition that was kept.
  ///
  /// - Parameter keepsPrevious: Whether to keep the state as the one before the next event.
  /// - Returns: The old box, if there is a new one. The ``StateCell`` refers to its memory, so it
  ///   must live until the next event is reduced.
  @inlinable @inline(__always)
  mutating func prepareToReduce(keepsPrevious: Bool) -> StateBox<State>? {
    if !keepsPrevious && isKnownUniquelyReferenced(&shown.content.state) { return nil }
    return renewBox(keepsPrevious: keepsPrevious)
  }

  @inlinable @inline(never)
  mutating func renewBox(keepsPrevious: Bool) -> StateBox<State>? {
    let old = shown.content.state
    let copy = StateBox.copy(of: state)
    if keepsPrevious { previous = old }
    shown.content.state = copy
    state = copy.address
    return old
  }

  /// Notes an event that was reduced.
  @inlinable @inline(__always)
  mutating func advance(to number: Int, _ event: Event, _ tag: EntryTag) {
    shown.content.origin.tag = tag
    if shown.content.origin.element != nil { shown.content.origin.element = nil }
    shown.content.number = number
    shown.content.event = event
  }

  /// Notes the number of a transition whose event is no longer known.
  @usableFromInline
  mutating func note(number: Int) {
    shown.content.number = number
  }

  /// Notes a transition of a part, which may have no event of its own.
  @inlinable
  mutating func note(number: Int, _ event: Event?, _ origin: KeptOrigin) {
    shown.content.number = number
    shown.content.event = event
    shown.content.origin = origin
  }

  /// Names the element that the event came from.
  @inlinable
  mutating func name(_ element: ElementID) {
    shown.content.origin.element = element
  }

  /// Shows the transition to a closure.
  ///
  /// NB: lent as `inout`, so that it is passed without being copied or counted.
  @inlinable
  package mutating func show<Result>(
    keepingPrevious: Bool, to body: (inout Transition<State, Event>) -> Result
  ) -> Result {
    if shown.content.state == nil { shown.content.state = StateBox.copy(of: state) }
    guard keepingPrevious else { return body(&shown) }
    shown.content.previous = previous
    defer { shown.content.previous = nil }
    return body(&shown)
  }

  /// Forgets the event, so that observers that join later see the transition without it.
  @usableFromInline
  mutating func forgetEvent() {
    shown.content.event = nil
  }

  /// Forgets the state before the event.
  mutating func dropPrevious() {
    previous = nil
  }
}
