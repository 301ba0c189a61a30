/// Shows a loop, and decides what an input means when the loop takes it.
///
/// An input is an entry of the mailbox that has no event but a number. When the drain takes the entry,
/// the newest state decides which event the input means, if any:
///
/// ```
///                           ┌─ an event ─▶ reduce ─▶ stepped      as an event from outside
/// enter ─▶ mailbox ─▶ event ┤
///                           └─ none ─────▶ change ─▶ stepped      no transition
/// ```
///
/// *Isolation*: called by the owner of the drain.
package protocol LoopHost: AnyObject, Sendable {
  /// Moves the event that an input means to a place, if it means one.
  ///
  /// - Parameters:
  ///   - input: The number of the input.
  ///   - state: The newest state.
  ///   - place: Memory for an event, which contains none.
  /// - Returns: What the input means. There is an event at the place, unless the result is
  ///   ``InputMeaning/noEvent``.
  func event(of input: UInt64, in state: StatePlace, movingTo place: EventPlace) -> InputMeaning

  /// Reduces an event by the loop's reducer.
  ///
  /// Called under the lock of the state: a reader finds the state and what the host keeps beside it as they
  /// were after the same step.
  func reduce(
    _ state: StatePlace, _ event: EventPlace, by reducer: (StatePlace, EventPlace) -> Void)

  /// Changes what the host keeps beside the state.
  ///
  /// The loop calls this method for an input that means no event. The host may also change the state if the
  /// loop has no feedbacks and no observers: they would not learn of the change.
  ///
  /// Called under the lock of the state.
  func change(beside state: StatePlace)

  /// Looks at the state of a step, after the observers and before effects are described.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - isTransition: Whether the step made a transition; `false` for an input that means no event.
  func stepped(to state: StatePlace, isTransition: Bool)

  /// The user's code that the host calls at this moment under the lock of the state, in words; `nil` if it
  /// calls none.
  var closureUnderWay: String? { get }

  /// Notes that the newest input means no event after all, because its event was dropped as a repeat.
  func droppedEvent()

  /// Notes that an input was not taken, because the loop has stopped.
  func dropped(_ input: UInt64)
}

/// What an input means in a state.
package enum InputMeaning: Sendable {
  case noEvent
  case event
  /// An event that is never dropped as a repeat.
  case eventEvenIfRepeated
}
