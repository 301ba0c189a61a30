extension RunningSpin {
  /// Makes the closure of an observer that passes each assignment of a pulse on.
  ///
  /// - Parameters:
  ///   - select: Selects the pulse; called once with every state.
  ///   - wanted: Returns the value to pass on; `nil` if there is none.
  ///   - take: Called with each value, in order.
  /// - Returns: A closure for one observer, which remembers the number of assignments.
  package static func assignments<Value, Wanted>(
    of select: @escaping @Sendable (State) -> PulseSignal<Value>,
    as wanted: @escaping @Sendable (Value) -> Wanted?, _ take: @escaping @Sendable (Wanted) -> Void
  ) -> @Sendable (Transition<State, Event>) -> Void {
    let seen = Guarded<Int?>(nil)
    return { transition in
      let signal = select(transition.state)
      let change = seen.withLock { signal.change(since: &$0) }
      if change == .assigned, let value = wanted(signal.value) { take(value) }
    }
  }
}
