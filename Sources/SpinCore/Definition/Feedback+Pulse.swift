extension Feedback {
  /// Answers each assignment of a ``Pulse`` with an effect.
  ///
  /// The first state that the feedback sees starts nothing. Several assignments in one step are
  /// answered once, with the last value. The strategy decides what happens to an answer when the next
  /// one comes: with the default strategy it is replaced. A step without an assignment keeps it.
  ///
  /// A step that brings back an older state, as undo does, starts nothing and cancels the answer. The
  /// next assignment is answered again.
  ///
  /// NB: disfavored, or it would be taken for an optional pulse as well, with `nil`, where the closure
  /// puts the value where an optional one is expected.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do, such as `\.$counter`.
  ///   - effect: Called with the value that was assigned.
  @_disfavoredOverload
  @inlinable
  public init<Value>(
    on select: @escaping @Sendable (State) -> PulseSignal<Value>,
    effect: @escaping @Sendable (Value) -> Effect<Event>
  ) {
    self.init { .pulse(select, { $0 }, effect) }
  }

  /// Answers each assignment of a ``Pulse`` with an effect, except that of `nil`.
  ///
  /// ```swift
  /// Feedback(on: \.$notice) { notice in .run { await show(notice) } }
  /// ```
  ///
  /// Assigning `nil` cancels the answers that run or wait. All else is as for a pulse that is not optional.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do.
  ///   - effect: Called with the value that was assigned.
  @inlinable
  public init<Value>(
    on select: @escaping @Sendable (State) -> PulseSignal<Value?>,
    effect: @escaping @Sendable (Value) -> Effect<Event>
  ) {
    self.init { .pulse(select, { $0 }, effect) }
  }

  /// Runs a closure for its side effect at each assignment of a ``Pulse``.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do, such as `\.$counter`.
  ///   - body: Called by the loop with the value that was assigned.
  /// - Returns: A feedback without effects.
  @_disfavoredOverload
  @inlinable
  public static func sideEffect<Value>(
    on select: @escaping @Sendable (State) -> PulseSignal<Value>,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Feedback {
    Feedback(on: select) { (value: Value) in
      body(value)
      return .none
    }
  }

  /// Runs a closure for its side effect at each assignment of a ``Pulse``, except that of `nil`.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do.
  ///   - body: Called by the loop with the value that was assigned.
  /// - Returns: A feedback without effects.
  @inlinable
  public static func sideEffect<Value>(
    on select: @escaping @Sendable (State) -> PulseSignal<Value?>,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Feedback {
    Feedback(on: select) { (value: Value) in
      body(value)
      return .none
    }
  }
}

extension FeedbackInstance {
  /// Watches a pulse, and remembers the number of assignments whether or not it was acted upon.
  ///
  /// - Parameters:
  ///   - select: Selects the pulse.
  ///   - wanted: The value to answer; `nil` if there is none.
  ///   - effect: Answers the value.
  /// - Returns: The instance of a feedback on a pulse.
  @inlinable
  static func pulse<Value, Wanted>(
    _ select: @escaping (State) -> PulseSignal<Value>, _ wanted: @escaping (Value) -> Wanted?,
    _ effect: @escaping (Wanted) -> Effect<Event>
  ) -> FeedbackInstance {
    let seen = Memory<Int>()
    let newest = Memory<Wanted>()
    return FeedbackInstance(
      ask: { state in
        let signal = select(state)
        let last = seen.value ?? signal.count
        seen.value = signal.count
        if signal.count == last { return .unchanged }
        // An older state has come back: what answers an assignment that it does not have is over.
        guard signal.count > last, let value = wanted(signal.value) else { return .withdrawn }
        newest.value = value
        return .wanted
      },
      forget: { newest.value = nil },
      describe: { _ in
        guard let value = newest.value.take() else {
          unreachable("a pulse is described before it is asked")
        }
        return effect(value)
      })
  }
}
