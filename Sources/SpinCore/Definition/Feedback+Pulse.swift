extension Feedback {
  /// Responds to each assignment of a ``Pulse`` with an effect.
  ///
  /// The first state that the feedback sees starts nothing. Several assignments in one step start
  /// one effect, with the last value. The strategy decides what happens to that effect at the next
  /// assignment: the default strategy replaces it. A step without an assignment keeps it.
  ///
  /// A step that brings back an older state, as undo does, starts nothing and cancels the effect.
  /// The next assignment starts an effect again.
  ///
  /// ```swift
  /// Feedback(pulse: \.$bounces) { count in .sideEffect { await play(.bounce, count) } }
  /// ```
  ///
  /// NB: disfavoured. Otherwise the compiler would choose this form for an optional pulse if the
  /// closure uses the value where an optional is accepted, and assigning `nil` would then start an
  /// effect.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path, such as `\.$bounces`.
  ///   - effect: Called with the assigned value.
  @_disfavoredOverload
  @inlinable
  public init<Value>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value>,
    effect: @escaping @Sendable (Value) -> Effect<Event>
  ) {
    self.init { .pulse(select, { $0 }, effect) }
  }

  /// Responds to each assignment of a ``Pulse`` other than `nil` with an effect.
  ///
  /// ```swift
  /// Feedback(pulse: \.$notice) { notice in .sideEffect { await show(notice) } }
  /// ```
  ///
  /// Assigning `nil` cancels the effects that run or wait. Otherwise it works as for a pulse that
  /// is not optional.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - effect: Called with the assigned value.
  @inlinable
  public init<Value>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value?>,
    effect: @escaping @Sendable (Value) -> Effect<Event>
  ) {
    self.init { .pulse(select, { $0 }, effect) }
  }

  /// Runs a closure for its side effect at each assignment of a ``Pulse``.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path, such as `\.$bounces`.
  ///   - body: Called by the loop with the assigned value.
  /// - Returns: A feedback without effects.
  @_disfavoredOverload
  @inlinable
  public static func sideEffect<Value>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value>,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Feedback {
    Feedback(pulse: select) { (value: Value) in
      body(value)
      return .none
    }
    .markedAsSideEffect
  }

  /// Runs a closure for its side effect at each assignment of a ``Pulse`` other than `nil`.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; it can be a key path.
  ///   - body: Called by the loop with the assigned value.
  /// - Returns: A feedback without effects.
  @inlinable
  public static func sideEffect<Value>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value?>,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Feedback {
    Feedback(pulse: select) { (value: Value) in
      body(value)
      return .none
    }
    .markedAsSideEffect
  }
}

extension FeedbackInstance {
  /// Watches a pulse, and remembers the number of assignments even if the strategy skips one.
  ///
  /// - Parameters:
  ///   - select: Selects the pulse.
  ///   - wanted: Returns the value that starts an effect; `nil` if there is none.
  ///   - effect: Describes the effect for the value.
  /// - Returns: The instance of a feedback on a pulse.
  @inlinable
  static func pulse<State, Event, Value, Wanted>(
    _ select: @escaping (State) -> PulseSignal<Value>, _ wanted: @escaping (Value) -> Wanted?,
    _ effect: @escaping (Wanted) -> Effect<Event>
  ) -> FeedbackInstance {
    let seen = Memory<Int>()
    return .keeping(.pulse, effect) { state, newest in
      let signal = state.lend(to: select)
      switch signal.change(since: &seen.value) {
      case .none: return .unchanged
      // Effects for assignments that the older state does not have are cancelled.
      case .restored: return .withdrawn
      case .assigned:
        guard let value = wanted(signal.value) else { return .withdrawn }
        newest.value = value
        return .wanted
      }
    }
  }
}
