/// The result of reducing one event: its number, the event, its origin and the new state.
public struct Transition<State: Sendable, Event: Sendable>: Sendable {
  /// The number of this transition; 0 is the start, and each event adds 1.
  @inlinable public var number: Int { content.number }

  /// The event that was reduced; `nil` for transition 0.
  @inlinable public var event: Event? { content.event }

  /// Where the event came from.
  @inlinable public var origin: Origin { content.origin.value }

  @usableFromInline var content: TransitionContent<State, Event>

  @inlinable
  init(_ content: TransitionContent<State, Event>) {
    self.content = content
  }

  @inlinable var stateBox: StateBox<State> {
    guard let box = content.state else { unreachable("a transition is seen without its state") }
    return box
  }

  /// Creates a value for comparing, or for testing an observer or a feedback.
  ///
  /// - Parameters:
  ///   - number: The number; 0 is the start.
  ///   - event: The event; `nil` for the start.
  ///   - origin: Where the event came from.
  ///   - state: The state after the event.
  ///   - previous: The state before the event; ``isNew(_:)`` needs it unless `number` is 0.
  public init(
    number: Int, event: Event?, origin: Origin = .outside, state: State, previous: State? = nil
  ) {
    self.init(number, event, KeptOrigin(given: number == 0 ? .start : origin), state, previous)
  }

  /// Creates a transition from an origin in its short form.
  init(_ number: Int, _ event: Event?, _ origin: KeptOrigin, _ state: State, _ previous: State?) {
    content = TransitionContent()
    content.number = number
    content.event = event
    content.origin = origin
    content.state = StateBox.holding(state)
    content.previous = previous.map { StateBox.holding($0) }
  }

  /// The state after the event.
  @inlinable public var state: State { stateBox.value }

  /// The state before the event; `nil` for transition 0, for an observer that does not keep
  /// previous states, and for the first transition of an observer that joins later.
  @inlinable public var previous: State? { content.previous?.value }

  /// Returns whether a part of the state differs from the one before.
  ///
  /// Every part is new at transition 0, and at the first transition of an observer that joins
  /// later.
  ///
  /// - Precondition: The observer keeps previous states, see ``Observer/init(keepingPrevious:_:)``.
  @inlinable
  public func isNew<Value: Equatable>(_ part: (State) -> Value) -> Bool {
    if number == 0 || content.isFirstSeen { return true }
    guard let previous = content.previous else {
      refuse(
        "isNew compares with the previous state, which this observer did not ask for: "
          + "observe with keepingPrevious: true.")
    }
    return part(previous.value) != part(stateBox.value)
  }
}

/// The content of a transition, which the loop changes in place from one transition to the next.
@usableFromInline
struct TransitionContent<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline var number = 0
  @usableFromInline var event: Event?
  /// Whether it is shown to an observer that has just joined.
  ///
  /// NB: behind the event, whose size often leaves room for it.
  @usableFromInline var isFirstSeen = false
  @usableFromInline var origin = KeptOrigin(tag: .start)
  /// The state, boxed so that a transition with a large state is small and cheap to copy.
  ///
  /// Only a hosted transition that was not yet shown has no state.
  @usableFromInline var state: StateBox<State>?
  @usableFromInline var previous: StateBox<State>?

  @inlinable
  init() {}
}

extension Transition: Equatable where State: Equatable, Event: Equatable {
  /// Compares all properties, including the previous states.
  public static func == (left: Self, right: Self) -> Bool {
    left.number == right.number && left.event == right.event && left.state == right.state
      && left.origin == right.origin && left.previous == right.previous
  }
}
