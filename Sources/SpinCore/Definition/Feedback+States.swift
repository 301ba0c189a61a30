extension Feedback {
  /// Responds to every state with an effect.
  ///
  /// - Parameter effect: Called with every state, beginning with the initial one.
  @inlinable
  public init(effect: @escaping @Sendable (State) -> Effect<Event>) {
    self.init {
      FeedbackInstance(always: { $1.take($0.lend(to: effect)) })
    }
  }

  /// Responds to the states that pass a filter with an effect.
  ///
  /// The filter works like a guard in the effect closure that returns no effect: with the default
  /// strategy, a state that does not pass cancels the running effect.
  ///
  /// - Parameters:
  ///   - isIncluded: Called once with every state.
  ///   - effect: Called with the states that pass.
  @inlinable
  public init(
    filteredBy isIncluded: @escaping @Sendable (State) -> Bool,
    effect: @escaping @Sendable (State) -> Effect<Event>
  ) {
    self.init {
      FeedbackInstance(
        form: .filter,
        ask: { $0.lend(to: isIncluded) ? .wanted : .declined },
        describe: { $1.take($0.lend(to: effect)) })
    }
  }

  /// Responds to a part of every state with an effect.
  ///
  /// A lens does not compare: the feedback has work at every state, even if the part stays equal.
  /// For a feedback that works only when a part changes, use ``init(on:effect:)``.
  ///
  /// - Parameters:
  ///   - lens: Called once with every state; it can be a key path.
  ///   - effect: Called with the part.
  @inlinable
  public init<Part>(
    lensingOn lens: @escaping @Sendable (State) -> Part,
    effect: @escaping @Sendable (Part) -> Effect<Event>
  ) {
    self.init { .lens(lens, { _ in true }, effect) }
  }

  /// Responds to a part of every state with an effect, if the part passes a filter.
  ///
  /// - Parameters:
  ///   - lens: Called once with every state; it can be a key path.
  ///   - isIncluded: Called once with every part, as a guard: see ``init(filteredBy:effect:)``.
  ///   - effect: Called with the parts that pass.
  @inlinable
  public init<Part>(
    lensingOn lens: @escaping @Sendable (State) -> Part,
    filteredBy isIncluded: @escaping @Sendable (Part) -> Bool,
    effect: @escaping @Sendable (Part) -> Effect<Event>
  ) {
    self.init { .lens(lens, isIncluded, effect) }
  }

  /// Keeps an effect running for as long as a selected value stays equal.
  ///
  /// ```swift
  /// Feedback(on: \.query) { query in
  ///   .run { .found(await titles(matching: query)) }
  /// }
  /// ```
  ///
  /// An equal value keeps the effect and never restarts it. Another value replaces it; with other
  /// strategies it starts a further effect, is skipped, or waits. `nil` cancels the effects that
  /// run or wait. The feedback keeps the value for the comparison, so a selected collection is
  /// copied when it changes.
  ///
  /// - Parameters:
  ///   - select: Called once with every state. It can be a key path, even to a value that is not
  ///     optional.
  ///   - effect: Called with each value that differs from the one before.
  @inlinable
  public init<Value: Equatable & SendableMetatype>(
    on select: @escaping @Sendable (State) -> Value?,
    effect: @escaping @Sendable (Value) -> Effect<Event>
  ) {
    self.init {
      .selection(form: Value.self == State.self ? .whole : .selection, select) {
        (value, _: State) in effect(value)
      }
    }
  }
}

extension Feedback {
  /// Keeps an effect running for as long as a condition is true.
  ///
  /// The effect starts when the condition becomes true or is true in the first state, and is
  /// cancelled when the condition becomes false. An effect that has ended by itself starts again
  /// only after the condition was false.
  ///
  /// ```swift
  /// Feedback(while: \.isCounting) { .every(.seconds(1), .tick) }
  /// ```
  ///
  /// - Parameters:
  ///   - isTrue: Called once with every state; it can be a key path.
  ///   - effect: Called each time the condition becomes true.
  @inlinable
  public init(
    while isTrue: @escaping @Sendable (State) -> Bool,
    effect: @escaping @Sendable () -> Effect<Event>
  ) {
    self.init {
      .selection(form: .condition, { isTrue($0) ? true : nil }) { (_, _: State) in effect() }
    }
  }

  /// Keeps an effect running for as long as a condition stays equal, for `false` as for `true`.
  @available(
    *, deprecated,
    message: "on: runs an effect for false as well: Feedback(while:) runs one while it is true."
  )
  public init(
    on select: @escaping @Sendable (State) -> Bool,
    effect: @escaping @Sendable (Bool) -> Effect<Event>
  ) {
    self.init { .selection({ select($0) }) { (value, _: State) in effect(value) } }
  }

  /// Keeps an effect running for as long as an attempt stays equal, in all of its phases.
  @available(
    *, deprecated,
    message: "on: runs an effect for each phase: Feedback(attempting:) runs one for each attempt."
  )
  public init<Success: Equatable, Failure: Equatable>(
    on select: @escaping @Sendable (State) -> Attempt<Success, Failure>,
    effect: @escaping @Sendable (Attempt<Success, Failure>) -> Effect<Event>
  ) {
    self.init { .selection({ select($0) }) { (value, _: State) in effect(value) } }
  }
}

extension FeedbackInstance {
  /// Watches a part of every state, and keeps it until the effect is described.
  @inlinable
  static func lens<State, Event, Part>(
    _ lens: @escaping (State) -> Part, _ isIncluded: @escaping (Part) -> Bool,
    _ effect: @escaping (Part) -> Effect<Event>
  ) -> FeedbackInstance {
    .keeping(.lens, effect) { state, kept in
      let part = state.lend(to: lens)
      guard isIncluded(part) else { return .declined }
      kept.value = part
      return .wanted
    }
  }

  /// Makes the instance of a feedback whose answer keeps a value until the effect is described.
  @inlinable
  static func keeping<Event, Value>(
    _ form: FeedbackForm, _ effect: @escaping (Value) -> Effect<Event>,
    ask: @escaping (StatePlace, _ kept: Memory<Value>) -> Answer
  ) -> FeedbackInstance {
    let kept = Memory<Value>()
    return FeedbackInstance(
      form: form, memory: kept, ask: { ask($0, kept) },
      describe: { _, sink in
        guard let value = kept.value.take() else {
          unreachable("a value is described before it is asked for")
        }
        sink.take(effect(value))
      })
  }

  /// Watches a selected value, and remembers the newest value even if the strategy skips it.
  ///
  /// `absent` is the answer if the value has become `nil`.
  @inlinable
  static func selection<State, Event, Value: Equatable>(
    kind: FeedbackKind = .reacting, form: FeedbackForm = .selection, absent: Answer = .withdrawn,
    _ select: @escaping (State) -> Value?, _ effect: @escaping (Value, State) -> Effect<Event>
  ) -> FeedbackInstance {
    let newest = Memory<Value>()
    return FeedbackInstance(
      kind: kind, form: form, memory: newest,
      ask: { state in
        let value = state.lend(to: select)
        if value == newest.value { return .unchanged }
        newest.value = value
        return value == nil ? absent : .wanted
      },
      describe: { state, sink in
        guard let value = newest.value else {
          unreachable("a selection is described without a value")
        }
        sink.take(state.lend { effect(value, $0) })
      })
  }
}
