/// One turn of the wheel: an event was reduced, and this state came out.
public struct Transition<State: Sendable, Event: Sendable>: Sendable {
  /// The number of this transition; 0 is the start, and each event adds 1.
  public let number: Int

  /// The event that was reduced; `nil` for transition 0.
  public let event: Event?

  /// Where the event came from.
  public let origin: Origin

  /// The states, boxed so that a transition with a large state is small, and cheap to copy.
  @usableFromInline let stateBox: Box<State>
  @usableFromInline let previousBox: Box<State>?

  @inlinable
  init(
    number: Int, event: Event?, origin: Origin, stateBox: Box<State>, previousBox: Box<State>?
  ) {
    self.number = number
    self.event = event
    self.origin = origin
    self.stateBox = stateBox
    self.previousBox = previousBox
  }

  /// The state after the event.
  @inlinable public var state: State { stateBox.value }

  /// The state before the event, for those who asked for it; `nil` for transition 0.
  @inlinable public var previous: State? { previousBox?.value }

  /// Tells whether a part of the state differs from the one before.
  ///
  /// At transition 0 everything is new.
  ///
  /// - Precondition: The previous state was asked for, see ``Observer/init(keepingPrevious:_:)``.
  @inlinable
  public func isNew<Value: Equatable>(_ part: (State) -> Value) -> Bool {
    guard number > 0 else { return true }
    guard let previousBox else {
      preconditionFailure(
        "isNew compares with the previous state, which this observer did not ask for: "
          + "observe with keepingPrevious: true.")
    }
    return part(previousBox.value) != part(stateBox.value)
  }
}

extension Transition: Equatable where State: Equatable, Event: Equatable {
  /// Compares everything, the previous states included.
  public static func == (left: Self, right: Self) -> Bool {
    left.number == right.number && left.event == right.event && left.state == right.state
      && left.origin == right.origin && left.previous == right.previous
  }
}
