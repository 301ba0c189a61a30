internal import Synchronization

/// Giving a loop another state, for stubs: a transition without an event.
extension Loop {
  /// Asks for a transition that has this state and no event.
  package func replaceState(_ state: State) {
    context.mailbox.ask(.replace(StateBox(state)), of: self)
  }
}

extension Drain {
  /// Makes a transition to a state that somebody has asked for.
  @usableFromInline
  mutating func replaceState(_ box: StateBox<State>, _ context: RunContext<State, Event>) {
    guard engine.phase == .running else { return }
    let old = current.replace(by: box, number: engine.stateReplaced(), keepsPrevious: keepsPrevious)
    context.cell.replace(by: box.address)
    withExtendedLifetime(old) {}  // Readers may have been at it.
    context.trace?(.reduced(number: current.number))
    respond(context)
  }
}

extension Engine {
  /// The state was replaced; returns the number of the transition.
  mutating func stateReplaced() -> Int {
    nextNumber += 1
    return nextNumber - 1
  }
}

extension CurrentTransition {
  /// Notes a state that no event has made; returns the box before.
  mutating func replace(
    by box: StateBox<State>, number: Int, keepsPrevious: Bool
  ) -> StateBox<State>? {
    let old = shown.content.state
    if keepsPrevious { previous = old }
    shown.content.state = box
    shown.content.number = number
    shown.content.event = nil
    shown.content.origin = .outside
    tag = .outside
    state = box.address
    return old
  }
}

extension StateCell {
  /// Lets readers find another state.
  ///
  /// Called by the drain.
  func replace(by state: Address<State>) {
    lock.withLock { _ in address.store(state, ordering: .relaxed) }
  }
}
