extension RunOptions {
  /// The options for a run of the larger loop, whose observers see the spin's transitions only.
  ///
  /// - Parameters:
  ///   - around: What the larger loop keeps beside the state.
  ///   - event: The spin's event in one of the larger loop, if it is one.
  package func enclosed<Around: Sendable, Outer: Sendable>(
    in around: Around.Type, event: @escaping @Sendable (Outer) -> Event?
  ) -> RunOptions<Enclosed<State, Event, Around>, Outer> {
    var options = RunOptions<Enclosed<State, Event, Around>, Outer>(
      observers: observers.map { $0.enclosed() })
    if let onDrop {
      options.onDrop = { drop in
        guard let event = event(drop.event) else { return }
        onDrop(DroppedEvent(event: event, reason: drop.reason, origin: drop.origin))
      }
    }
    return options
  }
}

extension Observer {
  fileprivate func enclosed<Around: Sendable, Outer: Sendable>() -> Observer<
    Enclosed<State, Event, Around>, Outer
  > {
    Observer<Enclosed<State, Event, Around>, Outer>(
      keepingPrevious: keepsPrevious,
      { [observe] transition in
        let whole = transition.state
        guard whole.isTransition else { return }
        observe(
          Transition(
            number: whole.number, event: whole.event, origin: transition.origin,
            state: whole.state, previous: whole.number == 0 ? nil : transition.previous?.state))
      }, atEnd: end)
  }
}
