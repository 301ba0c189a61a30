extension Feedback {
  /// Follows a value of another running spin: first the newest value, and then each different one.
  ///
  /// ```swift
  /// let session = sessionSpin.start(on: .async)
  /// let board = Spin<Board, Event>(initialState: Board()) {
  ///   Feedback.following(session, \.token) { .token($0) }
  ///   Reducer { board, event in board.reduce(event) }
  /// }
  /// ```
  ///
  /// It is a source: it runs in every state, its events are never stale, and it does not keep the
  /// loop from being settled. It ends when the other loop has stopped. If the other loop has
  /// already stopped when this one starts, its last value is the only one. If the handle of the other loop
  /// has already been released, there is no value.
  ///
  /// Neither loop keeps the other alive, and they may run on different runtimes. A loop cannot
  /// follow itself, because its feedbacks are made before its handle. To watch its own state, use
  /// ``init(on:effect:)``. For the other direction, from events of this loop to events of the other,
  /// use ``forwarding(to:_:)``.
  ///
  /// *Ordering*: the other loop puts each event into this loop's mailbox before its step ends, in
  /// the order of its steps. Events from several loops come in the order in which the mailbox
  /// accepted them.
  ///
  /// *Isolation*: the other loop calls `select` and `event`, as it calls an observer.
  ///
  /// - Parameters:
  ///   - other: The handle of the other loop, which is held weakly.
  ///   - select: Called once with every state of the other loop; it can be a key path.
  ///   - event: Makes an event from a value that differs from the one before.
  /// - Returns: A feedback with one effect for each run.
  public static func following<Other, OtherEvent, Value: Equatable & Sendable>(
    _ other: RunningSpin<Other, OtherEvent>, _ select: @escaping @Sendable (Other) -> Value,
    _ event: @escaping @Sendable (Value) -> Event
  ) -> Feedback {
    weak let other = other
    return .source {
      .registering { emit in
        guard let loop = other?.loop else {
          emit.finish()
          return .none
        }
        let latest = Latest<Value>()
        return loop.observe(
          ObserverEntry(
            Observer<Other, OtherEvent>(
              { transition in
                let value = select(transition.state)
                if latest.isNew(value), !emit(event(value)).isAccepted { latest.forget() }
              }, atEnd: { emit.finish() })))
      }
    }
  }
}
