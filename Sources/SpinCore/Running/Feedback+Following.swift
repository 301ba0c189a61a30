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
  /// already stopped when this one starts, its last value is the only one. If its handle has
  /// already been released, there is no value.
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
    let other = WeakSpin(other)
    return .source {
      .registering { emit in
        let latest = Latest<Value>()
        return other.observe(
          { transition in
            let value = select(transition.state)
            if latest.isNew(value), !emit(event(value)).isAccepted { latest.forget() }
          }, atEnd: { emit.finish() })
      }
    }
  }
}

/// A weak reference to a running spin.
///
/// NB: a class, because a weak capture inside another `@Sendable` closure does not compile.
final class WeakSpin<State: Sendable, Event: Sendable>: Sendable {
  private weak let running: RunningSpin<State, Event>?

  init(_ running: RunningSpin<State, Event>) {
    self.running = running
  }

  /// Emits an event into the loop, if there still is one.
  func emit(_ event: Event) {
    guard let loop = running?.loop else { return }
    withPlace(of: event) { _ = loop.emit(taking: $0, at: .unknown) }
  }

  /// Observes the loop until it has stopped, or the observation is cancelled.
  func observe(
    _ observe: @escaping @Sendable (Transition<State, Event>) -> Void,
    atEnd end: @escaping @Sendable () -> Void
  ) -> Cancellation {
    guard let loop = running?.loop else {
      end()
      return .none
    }
    return loop.observe(Observer(observe, atEnd: end))
  }
}
