extension Feedback {
  /// Emits an event into another running spin for each event of this one: the counterpart of
  /// ``following(_:_:_:)``.
  ///
  /// ```swift
  /// let log = logSpin.start(on: .async)
  /// let board = Spin<Board, BoardEvent>(initialState: Board()) {
  ///   Feedback.forwarding(to: log) { event in
  ///     if case .saved(let name) = event { .note("saved \(name)") } else { nil }
  ///   }
  ///   Reducer { board, event in board.reduce(event) }
  /// }
  /// ```
  ///
  /// When this loop has reduced an event, the other event is emitted and cannot be taken back: neither a
  /// later state nor the end of the forwarding part withdraws it. Only stopping this loop in the same step
  /// keeps it from being emitted. This loop is not settled until the event is emitted, so `settled(a, b)` is
  /// exact. A throttled feedback forwards only the events that its period permits.
  ///
  /// If the other loop has stopped, or its mailbox has no room, the event is dropped there: the other loop
  /// reports it to its ``RunOptions/onDrop``, and this one goes on. If the handle of the other loop has been
  /// released, nobody reports anything.
  ///
  /// Neither loop keeps the other alive, and they may run on different runtimes. Loops may forward to, follow
  /// or send to each other in a circle. The circle uses constant stack. It comes to rest only when a closure
  /// returns `nil`. A ``RunawayAlarm`` does not notice it, because each loop gets its events from outside.
  ///
  /// *Ordering*: the events of a step are emitted when the step is complete, in the order of the
  /// feedbacks, and before the next step. So the other mailbox gets them in the order in which this
  /// loop has reduced the events that they come from.
  ///
  /// *Isolation*: this loop calls `event`, as it calls an effect closure. The other loop reduces the
  /// event in its own isolation, never inside a step of this one. Strategies and executors do not
  /// apply.
  ///
  /// - Parameters:
  ///   - other: The handle of the other loop, which is held weakly.
  ///   - event: Makes an event of the other loop from an event of this one; `nil` for none.
  /// - Returns: A feedback without events.
  public static func forwarding<Other, OtherEvent>(
    to other: RunningSpin<Other, OtherEvent>,
    _ event: @escaping @Sendable (Event) -> OtherEvent?
  ) -> Feedback {
    weak let other = other
    return Feedback {
      FeedbackInstance(
        kind: .sender, keepsPrevious: false
      ) { (transition: Transition<State, Event>, sink) in
        guard let own = transition.event, let event = event(own) else { return }
        // NB: the registration is called when the step is complete, in the order of the feedbacks. It is
        // never cancelled, because an event cannot be taken back.
        sink.take(
          Effect<Event>(
            work: .registration { emitter in
              if let loop = other?.loop {
                withPlace(of: event) { _ = loop.emit(taking: $0, at: .unknown) }
              }
              emitter.finish()
              return .none
            }))
      }
    }
    .fixed(.continueOnNewState)
  }
}
