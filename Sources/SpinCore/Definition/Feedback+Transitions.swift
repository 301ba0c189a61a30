extension Feedback {
  /// Responds to every transition with an effect, given the event and the state after it.
  ///
  /// ```swift
  /// Feedback.transitions { transition in
  ///   if case .saved = transition.event { .after(.seconds(3), .noticeHidden) } else { .none }
  /// }
  /// ```
  ///
  /// An effect continues at the next transition, because the next event does not revoke the one
  /// that it responds to. Use ``strategy(_:)`` with ``ExecutionStrategy/cancelOnNewState`` to
  /// cancel it.
  ///
  /// - Parameters:
  ///   - keepingPrevious: Whether transitions have their previous state, which
  ///     ``Transition/isNew(_:)`` needs. The loop then keeps the state before each event, so a
  ///     collection in the state is copied when it changes. Otherwise it changes in place.
  ///   - effect: Called with every transition, beginning with transition 0.
  /// - Returns: A feedback that sees events.
  @inlinable
  public static func transitions(
    keepingPrevious: Bool = false,
    _ effect: @escaping @Sendable (Transition<State, Event>) -> Effect<Event>
  ) -> Feedback {
    Feedback {
      FeedbackInstance(
        keepsPrevious: keepingPrevious
      ) { (transition: Transition<State, Event>, sink) in
        sink.take(effect(transition))
      }
    }
    .strategy(.continueOnNewState)
  }

  /// Responds to selected events with an effect.
  ///
  /// ```swift
  /// Feedback.events(\.found) { titles in .sideEffect { show("\(titles.count) found") } }
  /// ```
  ///
  /// It is a form of ``transitions(keepingPrevious:_:)``: an effect continues when other events come,
  /// and so do the effects of the events before it. ``strategy(_:)`` changes that. With
  /// ``ExecutionStrategy/ignoreNewState``, an event that comes while an effect runs has none; with
  /// ``ExecutionStrategy/queueNewState``, the effects run one after another. With
  /// ``ExecutionStrategy/cancelOnNewState``, every next event cancels the effect, even an event that is
  /// not selected and an event of the effect itself.
  ///
  /// For an effect that also depends on the state, use ``transitions(keepingPrevious:_:)``.
  ///
  /// - Parameters:
  ///   - select: Called with every event that the loop has reduced; it can be a key path. `nil` means
  ///     that the event has no effect.
  ///   - effect: Called with each selected value.
  /// - Returns: A feedback that sees events.
  @inlinable
  public static func events<Value>(
    _ select: @escaping @Sendable (Event) -> Value?,
    effect: @escaping @Sendable (Value) -> Effect<Event>
  ) -> Feedback {
    .transitions { transition in transition.event.flatMap(select).map(effect) ?? .none }
  }

  /// Runs a closure for its side effect at every state.
  ///
  /// - Parameter body: Called by the loop with every state, when it calls effect closures.
  /// - Returns: A feedback without effects.
  @inlinable
  public static func sideEffect(
    _ body: @escaping @Sendable (State) -> Void
  ) -> Feedback {
    Feedback { state in
      body(state)
      return .none
    }
    .markedAsSideEffect
  }

  /// Runs a closure for its side effect whenever a selected value changes.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - body: Called by the loop with each value that differs from the one before, but not with
  ///     `nil`.
  /// - Returns: A feedback without effects.
  @inlinable
  public static func sideEffect<Value: Equatable & SendableMetatype>(
    on select: @escaping @Sendable (State) -> Value?,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Feedback {
    Feedback(on: select) { value in
      body(value)
      return .none
    }
    .markedAsSideEffect
  }

  /// Listens to the outside for as long as the loop runs, in every state.
  ///
  /// Its effect starts at transition 0 and only stopping the loop cancels it, so its events are
  /// never stale. A source does not keep a loop from being settled.
  ///
  /// - Parameter effect: Called once in each run, at transition 0.
  /// - Returns: A feedback with one effect for each run.
  public static func source(_ effect: @escaping @Sendable () -> Effect<Event>) -> Feedback {
    Feedback { .source { sink in sink.take(effect()) } }
  }
}

extension FeedbackInstance {
  /// Makes the instance of a feedback that describes one effect, at the first state.
  static func source(
    _ kind: FeedbackKind = .source, _ describe: @escaping (EffectSink) -> Void
  ) -> FeedbackInstance {
    let isStarted = Memory<Bool>()
    return FeedbackInstance(
      kind: kind, form: .once,
      ask: { _ in
        defer { isStarted.value = true }
        return isStarted.value == nil ? .wanted : .unchanged
      },
      describe: { _, sink in describe(sink) })
  }

  /// Makes the instance of a feedback that hands every state to a stream.
  ///
  /// - Parameters:
  ///   - hand: Takes each state, and never waits.
  ///   - effect: The effect that consumes the states, which starts at transition 0. It reports when
  ///     none is left, see ``Emitter/askedForState(taken:)``.
  /// - Returns: The instance of a stream feedback.
  package static func stream<State, Event>(
    hand: @escaping (State) -> Void, effect: Effect<Event>
  ) -> FeedbackInstance {
    var pending = Optional(effect)
    return FeedbackInstance(
      kind: .stream,
      always: { state, sink in
        state.lend(to: hand)
        if let effect = pending.take() { sink.take(effect) }
      })
  }
}

extension FeedbackInstance {
  /// Creates the instance of a feedback on transitions, which may have their previous states.
  ///
  /// NB: a transition has a previous state only if this feedback keeps it. So `isNew` traps in each run or
  /// in none.
  @usableFromInline
  convenience init<State, Event>(
    kind: FeedbackKind = .reacting, keepsPrevious: Bool,
    transitions describe: @escaping (Transition<State, Event>, EffectSink) -> Void
  ) {
    self.init(
      .nobody, kind: kind, needsPrevious: keepsPrevious,
      seesTransitions: true,
      describeTransition: { _, step, sink in
        describe(Transition(step.shown, before: keepsPrevious ? step.previous : nil), sink)
      })
  }
}
