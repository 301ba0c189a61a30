/// The newest transition of a loop, as the loop keeps it: what a ``Transition`` is made of for those
/// who look at it.
///
/// *Isolation*: owned by whoever drains the loop.
@usableFromInline
package struct Step<State: Sendable, Event: Sendable>: ~Copyable {
  /// Where the state lives. It does not change while feedbacks and observers look at it.
  @usableFromInline package let state: UnsafeMutablePointer<State>
  /// The feedbacks' names, for origins.
  @usableFromInline let names: [String?]
  @usableFromInline package var number = 0
  @usableFromInline package var event: Event?
  @usableFromInline var tag = Tag.outside
  /// The state before the event, if somebody asked for it.
  @usableFromInline var previous: Box<State>?
  /// An empty box for the state of the next transition.
  @usableFromInline var spare: Box<State>?

  @inlinable
  init(state: UnsafeMutablePointer<State>, names: [String?]) {
    self.state = state
    self.names = names
  }

  /// Keeps the state as the one before the next event.
  @inlinable @inline(never)
  mutating func keepPrevious() {
    previous = Box(copying: state)
  }

  /// Makes the transition that users see.
  @inlinable
  package mutating func transition(keepingPrevious: Bool) -> Transition<State, Event> {
    let box = spare ?? Box()
    spare = nil
    box.fill(copying: state)
    return Transition(
      number: number, event: event,
      origin: number == 0 ? .start : tag.bits == 0 ? .outside : tag.origin(names),
      stateBox: box, previousBox: keepingPrevious ? previous : nil)
  }

  /// Takes back the box of a transition that nobody has kept, for the next one; the copy of the
  /// state must be gone before the next event is reduced, or reducing would copy collections.
  @inlinable
  mutating func recycle(_ transition: consuming Transition<State, Event>) {
    var box = transition.stateBox
    _ = consume transition
    guard isKnownUniquelyReferenced(&box) else { return }
    box.empty()
    spare = box
  }
}

extension Tag {
  /// Where an event with this tag came from, in the user's words.
  @usableFromInline
  func origin(_ names: [String?]) -> Origin {
    if kind == .outside { return .outside }
    return .feedback(
      FeedbackOrigin(index: slot, name: names[slot], isImmediate: kind == .immediate))
  }
}
