/// The newest transition of a loop, as the loop keeps it: a ``Transition`` that is changed in place,
/// and lent to those who look at it.
///
/// *Isolation*: owned by whoever drains the loop.
@usableFromInline
package struct CurrentTransition<State: Sendable, Event: Sendable>: ~Copyable {
  /// Where the state lives. It does not change while feedbacks and observers look at it.
  @usableFromInline package let state: UnsafeMutablePointer<State>
  /// The feedbacks' names, for origins.
  @usableFromInline let names: [String?]
  /// The transition. Its box for the state, if there is one, is empty while nobody is shown it.
  @usableFromInline var shown = Transition(TransitionContent<State, Event>())
  /// What its origin was made of.
  @usableFromInline var tag = EntryTag.outside
  /// The state before the event, if somebody asked for it.
  @usableFromInline var previous: StateBox<State>?

  @inlinable
  init(state: UnsafeMutablePointer<State>, names: [String?]) {
    self.state = state
    self.names = names
  }

  @inlinable package var number: Int { shown.content.number }

  @inlinable package var event: Event? { shown.content.event }

  /// Keeps the state as the one before the next event.
  @inlinable @inline(never)
  mutating func keepPrevious() {
    previous = StateBox(copying: state)
  }

  /// Takes note of an event that was reduced.
  @inlinable
  mutating func advance(to number: Int, _ event: Event, _ tag: EntryTag) {
    if tag != self.tag || self.number == 0 {
      self.tag = tag
      shown.content.origin = tag.bits == 0 ? .outside : tag.origin(names)
    }
    shown.content.number = number
    shown.content.event = event
  }

  /// Shows the transition to somebody.
  ///
  /// The copy of the state must be gone before the next event is reduced, or reducing would copy
  /// the collections in it. If nobody has kept the transition, its box serves for the next one.
  ///
  /// NB: it is lent as `inout`, so that it travels without being copied or counted.
  @inlinable
  package mutating func show<Result>(
    keepingPrevious: Bool, to body: (inout Transition<State, Event>) -> Result
  ) -> Result {
    if keepingPrevious { shown.content.previous = previous }
    if shown.content.state == nil { shown.content.state = StateBox() }
    shown.content.state?.fill(copying: state)
    defer { takeBack() }
    return body(&shown)
  }

  /// Shows the transition to somebody who has just begun to observe.
  mutating func introduce(to entry: ObserverEntry<State, Event>) {
    shown.content.isFirstSeen = true
    show(keepingPrevious: false) { entry.tell(&$0) }
    shown.content.isFirstSeen = false
  }

  @inlinable
  mutating func takeBack() {
    if shown.content.previous != nil { shown.content.previous = nil }
    if isKnownUniquelyReferenced(&shown.content.state) {
      shown.content.state?.empty()
    } else {
      shown.content.state = nil
    }
  }
}

extension EntryTag {
  /// Where an event with this tag came from, in the user's words.
  @usableFromInline
  func origin(_ names: [String?]) -> Origin {
    if kind == .outside { return .outside }
    return .feedback(
      FeedbackOrigin(index: feedback, name: names[feedback], isImmediate: kind == .immediate))
  }
}
