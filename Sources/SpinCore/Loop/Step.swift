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

  @inlinable
  init(state: UnsafeMutablePointer<State>, names: [String?]) {
    self.state = state
    self.names = names
  }

  /// Makes the transition that users see.
  @inlinable
  package func transition(keepingPrevious: Bool) -> Transition<State, Event> {
    Transition(
      number: number, event: event, state: state.pointee,
      origin: number == 0 ? .start : tag.bits == 0 ? .outside : tag.origin(names),
      previousBox: keepingPrevious ? previous : nil)
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
