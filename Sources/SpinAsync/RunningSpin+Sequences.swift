public import SpinCore

extension RunningSpin {
  /// The newest state and all that follow, buffered without a limit.
  public var states: Updates<State> { states(buffering: .all) }

  /// The newest state and those that follow.
  ///
  /// Every event produces a state, even if the state stays equal, see
  /// ``/SpinAsync/Updates/removingDuplicates()``. The buffer holds its states, so a collection in
  /// the state is copied if it changes meanwhile.
  ///
  /// - Parameter buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate.
  public func states(buffering: Buffering) -> Updates<State> {
    Updates(of: loop, buffering) { subscription in
      // NB: the state is copied from place to place, which needs no types.
      ObserverEntry(
        keepsPrevious: false,
        { [queue = subscription.queue] in queue.push(copying: $0.state.asValue) },
        atEnd: { [queue = subscription.queue] in queue.end() })
    }
  }

  /// The newest transition and all that follow, buffered without a limit.
  public var transitions: Updates<Transition<State, Event>> { transitions(buffering: .all) }

  /// The newest transition and those that follow.
  ///
  /// - Parameters:
  ///   - buffering: The elements to keep for a slow consumer.
  ///   - keepingPrevious: Whether transitions have their previous state, see ``Observer``; the
  ///     first one has none.
  /// - Returns: A sequence that any number of tasks may iterate.
  public func transitions(
    buffering: Buffering, keepingPrevious: Bool = false
  ) -> Updates<Transition<State, Event>> {
    Updates(of: self, buffering, keepingPrevious: keepingPrevious) { $0 }
  }
}
