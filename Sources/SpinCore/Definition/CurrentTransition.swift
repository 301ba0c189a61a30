/// The newest transition of a loop: a ``Transition`` that is changed in place, and lent to feedbacks
/// and observers.
///
/// The state lives in the box that is lent. If somebody has kept a transition, the next event is
/// reduced into a copy; otherwise nothing is copied, and no reference in the state is counted.
///
/// *Isolation*: belongs to the owner of the drain.
@usableFromInline
package struct CurrentTransition<State: Sendable, Event: Sendable>: ~Copyable {
  /// The state.
  ///
  /// It does not change while feedbacks and observers look at it.
  @usableFromInline package var state: Address<State>
  /// The feedbacks' names, for origins.
  @usableFromInline let names: [String?]
  /// The transition.
  ///
  /// A hosted one has no box until it is shown, see ``HostedState``.
  @usableFromInline var shown = Transition(TransitionContent<State, Event>())
  /// What its origin was made of.
  @usableFromInline var tag = EntryTag.outside
  /// The state before the event, if somebody asked for it.
  @usableFromInline var previous: StateBox<State>?

  /// Makes transition 0.
  ///
  /// `box` has the initial state.
  @inlinable
  init(_ box: StateBox<State>, names: [String?]) {
    state = box.address
    self.names = names
    shown.content.state = box
  }

  /// Makes a transition of a state that lives elsewhere, in a larger one.
  @inlinable
  init(in state: Address<State>, names: [String?]) {
    self.state = state
    self.names = names
  }

  @inlinable package var number: Int { shown.content.number }

  @inlinable package var event: Event? { shown.content.event }

  /// Makes sure that changing the state changes no transition that somebody has kept.
  ///
  /// - Parameter keepsPrevious: Whether the state is to be kept as the one before the next event.
  /// - Returns: The box before, if there is a new one. The ``StateCell`` knows its memory, so it must
  ///   live until the next event is reduced.
  @inlinable @inline(__always)
  mutating func prepareToReduce(keepsPrevious: Bool) -> StateBox<State>? {
    if !keepsPrevious && isKnownUniquelyReferenced(&shown.content.state) { return nil }
    return renewBox(keepsPrevious: keepsPrevious)
  }

  @usableFromInline @inline(never)
  mutating func renewBox(keepsPrevious: Bool) -> StateBox<State>? {
    let old = shown.content.state
    let copy = StateBox(copying: state)
    if keepsPrevious { previous = old }
    shown.content.state = copy
    state = copy.address
    return old
  }

  /// Notes an event that was reduced.
  @inlinable @inline(__always)
  mutating func advance(to number: Int, _ event: Event, _ tag: EntryTag) {
    if tag != self.tag || self.number == 0 {
      self.tag = tag
      shown.content.origin = tag.bits == 0 ? .outside : tag.origin(names)
    }
    shown.content.number = number
    shown.content.event = event
  }

  /// Notes the number of a transition whose event is not known any more.
  @usableFromInline
  mutating func note(number: Int) {
    shown.content.number = number
  }

  /// Notes a transition of a part, which may have no event of its own.
  @inlinable
  mutating func note(number: Int, _ event: Event?, _ origin: Origin) {
    shown.content.number = number
    shown.content.event = event
    shown.content.origin = origin
  }

  /// Names the element that the event came from.
  @inlinable
  mutating func name(_ element: ElementID, _ tag: EntryTag) {
    shown.content.origin = tag.origin(names, element: element)
    self.tag = EntryTag(bits: .max)  // No entry has it, so the next origin is made again.
  }

  /// Shows the transition to a closure.
  ///
  /// NB: it is lent as `inout`, so that it travels without being copied or counted.
  @inlinable
  package mutating func show<Result>(
    keepingPrevious: Bool, to body: (inout Transition<State, Event>) -> Result
  ) -> Result {
    if shown.content.state == nil { shown.content.state = StateBox(copying: state) }
    guard keepingPrevious else { return body(&shown) }
    shown.content.previous = previous
    defer { shown.content.previous = nil }
    return body(&shown)
  }

  /// Forgets the event: those who begin to observe later are shown the transition without it.
  @usableFromInline
  mutating func forgetEvent() {
    shown.content.event = nil
  }

  /// Forgets the state before the event.
  mutating func dropPrevious() {
    previous = nil
  }
}
