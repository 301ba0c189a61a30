public import SpinCore

/// Observers that belong to the main actor, for loops that run there.
extension Spin {
  /// Runs the spin on the main actor, from start to end, with an observer that belongs to it.
  ///
  /// ```swift
  /// try await search.run(on: .mainActor) { label.text = $0.state.query }
  /// ```
  ///
  /// Otherwise it works as on other runtimes.
  ///
  /// *Isolation*: the loop calls the observer on the main actor, within the step.
  ///
  /// - Parameters:
  ///   - runtime: The main actor.
  ///   - end: The condition that ends the run.
  ///   - options: Further observers, and the closure that receives dropped events.
  ///   - keepingPrevious: Whether the transitions of `observer` have their previous state.
  ///   - observer: Called with every transition.
  /// - Returns: The state at the end.
  /// - Throws: `CancellationError`, as on other runtimes.
  @discardableResult
  public func run(
    on runtime: MainActorRuntime, until end: RunCondition<State> = .settled,
    options: RunOptions<State, Event> = RunOptions(), keepingPrevious: Bool = false,
    observer: @escaping @MainActor @Sendable (Transition<State, Event>) -> Void
  ) async throws -> State {
    try await run(
      on: runtime, until: end, options: options,
      keepingPrevious: keepingPrevious, observer: Self.within(observer))
  }

  /// Runs the spin on the main actor for the duration of a closure, with an observer that belongs to
  /// it.
  ///
  /// Otherwise it works as on other runtimes.
  ///
  /// *Isolation*: the loop calls the observer on the main actor, within the step. The other closure is
  /// called in the calling task, in the isolation of the caller.
  ///
  /// - Parameters:
  ///   - runtime: The main actor.
  ///   - options: Further observers, and the closure that receives dropped events.
  ///   - keepingPrevious: Whether the transitions of `observer` have their previous state.
  ///   - observer: Called with every transition.
  ///   - body: Receives the handle.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, or `CancellationError` if the task was already cancelled.
  @discardableResult
  public nonisolated(nonsending) func withRunning<Result: Sendable>(
    on runtime: MainActorRuntime, options: RunOptions<State, Event> = RunOptions(),
    keepingPrevious: Bool = false,
    observer: @escaping @MainActor @Sendable (Transition<State, Event>) -> Void,
    _ body: (RunningSpin<State, Event>) async throws -> Result
  ) async throws -> Result {
    try await withRunning(
      on: runtime, options: options, keepingPrevious: keepingPrevious,
      observer: Self.within(observer), body)
  }

  /// Starts a run on the main actor, with an observer that belongs to it.
  ///
  /// Otherwise it works as on other runtimes.
  ///
  /// *Isolation*: the loop calls the observer on the main actor, within the step.
  ///
  /// - Parameters:
  ///   - runtime: The main actor.
  ///   - options: The settings of the run, such as observers and the mailbox's bound.
  ///   - keepingPrevious: Whether the transitions of `observer` have the previous state, see
  ///     ``/SpinCore/Observer``.
  ///   - observer: Called with every transition, after the observers among the options.
  /// - Returns: The handle. Dropping it stops the loop.
  public func start(
    on runtime: MainActorRuntime, options: RunOptions<State, Event> = RunOptions(),
    keepingPrevious: Bool = false,
    observer: @escaping @MainActor @Sendable (Transition<State, Event>) -> Void
  ) -> RunningSpin<State, Event> {
    start(
      on: runtime, options: options, keepingPrevious: keepingPrevious,
      observer: Self.within(observer))
  }

  /// NB: optional, so that the calls above are those of the forms for all runtimes.
  private static func within(
    _ observer: @escaping @MainActor @Sendable (Transition<State, Event>) -> Void
  ) -> (@Sendable (Transition<State, Event>) -> Void)? {
    { transition in MainActor.assumeIsolated { observer(transition) } }
  }
}
