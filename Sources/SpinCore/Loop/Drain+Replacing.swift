internal import Synchronization

/// Replacing the state of a loop, for stubs: a transition without an event.
extension Loop {
  /// Requests a transition to a state, without an event.
  package func replaceState(_ state: State) {
    context.mailbox.ask(.replace(StateBox.holding(state)), of: self)
  }
}

extension Drain {
  /// Makes a transition to a requested state.
  @usableFromInline
  mutating func replaceState(_ box: StateBox<State>, _ context: borrowing RunContext<State, Event>)
  {
    guard engine.phase == .running else { return }
    let old = current.replace(by: box, number: engine.stateReplaced(), keepsPrevious: keepsPrevious)
    context.cell.replace(by: box.address)
    withExtendedLifetime(old) {}  // A reader may have been copying it.
    context.trace?(.reduced(number: current.number))
    respond(context)
  }
}

extension Engine {
  /// The state was replaced.
  ///
  /// - Returns: The number of the transition.
  mutating func stateReplaced() -> Int {
    nextNumber += 1
    return nextNumber - 1
  }
}

extension CurrentTransition {
  /// Notes a state that comes from no event, and returns the box of the state before.
  mutating func replace(
    by box: StateBox<State>, number: Int, keepsPrevious: Bool
  ) -> StateBox<State>? {
    let old = shown.content.state
    if keepsPrevious { previous = old }
    shown.content.state = box
    shown.content.number = number
    shown.content.event = nil
    shown.content.origin.tag = .outside
    shown.content.origin.element = nil
    state = box.address
    return old
  }
}

extension StateCell {
  /// Makes readers find another state.
  ///
  /// Called by the drain.
  func replace(by state: Address<State>) {
    lock.withLock { _ in address.store(state, ordering: .relaxed) }
  }
}
