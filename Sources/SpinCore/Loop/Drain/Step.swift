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
  /// A box for the state of a transition; empty while none is shown.
  @usableFromInline var box: Box<State>?

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

  /// Shows the transition to somebody.
  ///
  /// The copy of the state must be gone before the next event is reduced, or reducing would copy
  /// the collections in it. If nobody has kept the transition, its box serves for the next one.
  @inlinable
  package mutating func show<Result>(
    keepingPrevious: Bool, to body: (Transition<State, Event>) -> Result
  ) -> Result {
    defer { emptyBox() }
    return lend(keepingPrevious: keepingPrevious, to: body)
  }

  @inlinable
  mutating func lend<Result>(
    keepingPrevious: Bool, to body: (Transition<State, Event>) -> Result
  ) -> Result {
    let box = self.box.take() ?? Box()
    box.fill(copying: state)
    let transition = transition(box, keepingPrevious)
    let result = body(transition)
    self.box = transition.stateBox
    return result
  }

  @inlinable
  func transition(_ box: Box<State>, _ keepingPrevious: Bool) -> Transition<State, Event> {
    Transition(
      number: number, event: event,
      origin: number == 0 ? .start : tag.bits == 0 ? .outside : tag.origin(names),
      stateBox: box, previousBox: keepingPrevious ? previous : nil)
  }

  @inlinable
  mutating func emptyBox() {
    if isKnownUniquelyReferenced(&box) { box?.empty() } else { box = nil }
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
