/// One turn of the wheel: an event was reduced, and this state came out.
public struct Transition<State: Sendable, Event: Sendable>: Sendable {
  /// The number of this transition; 0 is the start, and each event adds 1.
  public let number: Int

  /// The event that was reduced; `nil` for transition 0.
  public let event: Event?

  /// The state after the event.
  public let state: State

  /// Where the event came from.
  public let origin: Origin

  /// The state before, boxed so that a large state does not double the size of a transition.
  @usableFromInline let previousBox: Box<State>?

  @inlinable
  init(number: Int, event: Event?, state: State, origin: Origin, previousBox: Box<State>?) {
    self.number = number
    self.event = event
    self.state = state
    self.origin = origin
    self.previousBox = previousBox
  }

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
    return part(previousBox.value) != part(state)
  }
}

extension Transition: Equatable where State: Equatable, Event: Equatable {
  /// Compares everything, the previous states included.
  public static func == (left: Self, right: Self) -> Bool {
    left.number == right.number && left.event == right.event && left.state == right.state
      && left.origin == right.origin && left.previous == right.previous
  }
}

/// An immutable value on the heap: moves a large state without copying it.
@usableFromInline
final class Box<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
