extension RunOptions {
  /// Returns options for a run of the larger loop, whose observers see only the spin's transitions.
  ///
  /// - Parameters:
  ///   - around: The type of the state that the larger loop keeps beside the spin's state.
  ///   - event: Returns the spin's event in an event of the larger loop; `nil` if there is none.
  /// - Returns: The options of the larger loop.
  package func hosted<Around: Sendable, Outer: Sendable>(
    in around: Around.Type, event: @escaping @Sendable (Outer) -> Event?
  ) -> RunOptions<HostedState<State, Event, Around>, Outer> {
    var options = RunOptions<HostedState<State, Event, Around>, Outer>(
      observers: observers.map { $0.hosted() }, mailbox: mailbox.hosted(event: event),
      runaway: runaway?.hosted(event: event), seed: seed)
    options.frameRate = frameRate
    if let onDrop {
      options.onDrop = { drop in
        guard let event = event(drop.event) else { return }
        onDrop(DroppedEvent(event: event, reason: drop.reason, origin: drop.origin))
      }
    }
    return options
  }
}

extension RunawayAlarm {
  fileprivate func hosted<Outer: Sendable>(
    event: @escaping @Sendable (Outer) -> Event?
  ) -> RunawayAlarm<Outer> {
    RunawayAlarm<Outer>(limit: limit) { [report] whole in
      let newest = whole.newest.compactMap { cause in
        event(cause.event).map { RunawayReport.Cause(feedback: cause.feedback, event: $0) }
      }
      report(RunawayReport(count: whole.count, newest: newest))
    }
  }
}

extension Observer {
  fileprivate func hosted<Around: Sendable, Outer: Sendable>() -> Observer<
    HostedState<State, Event, Around>, Outer
  > {
    let types = LoopTypes(State.self, Event.self)
    return Observer<HostedState<State, Event, Around>, Outer>(
      keepingPrevious: keepsPrevious,
      { [observe] transition in
        let whole = transition.state
        guard whole.isTransition else { return }
        let isStart = whole.number == 0
        let origin = isStart ? KeptOrigin(tag: .start) : transition.moment.origin
        let moment = Moment.holding(whole.state, types, origin)
        moment.number = whole.number
        if let event = whole.event { withPlace(of: event) { moment.setEvent(taking: $0) } }
        let before = isStart ? nil : transition.previous?.state
        observe(MomentView(moment: moment, before: before.map { .holding($0, types, origin) }))
      }, atEnd: end)
  }
}
