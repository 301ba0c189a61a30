extension Feedback {
  /// Answers every transition with an effect, knowing the event and the state before.
  ///
  /// - Complexity: The loop keeps the state before each event for it, so a collection in the state
  ///   is copied when it changes.
  /// - Parameter effect: Called with every transition, from transition 0 on.
  @inlinable
  public static func transitions(
    _ effect: @escaping @Sendable (Transition<State, Event>) -> Effect<Event>
  ) -> Feedback {
    Feedback { TransitionWatcher(effect: effect) }
  }

  /// Runs a closure for its side effect at every state.
  ///
  /// - Parameter body: Called by the loop with every state, in the place of an effect closure.
  @inlinable
  public static func sideEffect(
    _ body: @escaping @Sendable (State) -> Void
  ) -> Feedback {
    Feedback { state in
      body(state)
      return .none
    }
  }

  /// Runs a closure for its side effect whenever a selected value becomes another one.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do.
  ///   - body: Called by the loop with each value that differs from the one before, but not with
  ///     `nil`.
  @inlinable
  public static func sideEffect<Value: Equatable & SendableMetatype>(
    on select: @escaping @Sendable (State) -> Value?,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Feedback {
    Feedback(on: select) { value in
      body(value)
      return .none
    }
  }

  /// Listens to the outside for as long as the loop runs, whatever the states are.
  ///
  /// Its effect starts at transition 0 and only stopping the loop cancels it, so its events are
  /// never stale. A source does not keep a loop from being settled.
  ///
  /// - Parameter effect: Called once a run, at transition 0.
  @inlinable
  public static func source(_ effect: @escaping @Sendable () -> Effect<Event>) -> Feedback {
    Feedback { SourceWatcher(effect: effect) }
  }
}

/// Watches transitions.
@usableFromInline
final class TransitionWatcher<State: Sendable, Event: Sendable>: Watcher<State, Event> {
  @usableFromInline let effect: (Transition<State, Event>) -> Effect<Event>

  @usableFromInline override var needsPrevious: Bool { true }

  @inlinable
  init(effect: @escaping (Transition<State, Event>) -> Effect<Event>) {
    self.effect = effect
    super.init(kind: .reacting)
  }

  @inlinable
  override func ask(_ state: inout State) -> Answer { .wanted }

  @inlinable
  override func describe(_ step: inout Step<State, Event>) -> Effect<Event> {
    effect(step.transition(keepingPrevious: true))
  }
}

/// Starts one effect, at the first state.
@usableFromInline
final class SourceWatcher<State: Sendable, Event: Sendable>: Watcher<State, Event> {
  @usableFromInline let effect: () -> Effect<Event>
  @usableFromInline var isStarted = false

  @inlinable
  init(effect: @escaping () -> Effect<Event>) {
    self.effect = effect
    super.init(kind: .source)
  }

  @inlinable
  override func ask(_ state: inout State) -> Answer {
    if isStarted { return .unchanged }
    isStarted = true
    return .wanted
  }

  @inlinable
  override func describe(_ step: inout Step<State, Event>) -> Effect<Event> { effect() }
}
