public import SpinCore

extension Spin {
  /// Runs the spin in the calling task, from start to end.
  ///
  /// When the method returns or throws, the loop has stopped and all of its user code has returned.
  /// To use the handle meanwhile, see ``withRunning(on:options:keepingPrevious:observer:_:)``.
  ///
  /// ```swift
  /// let state = try await search.run(on: .async, until: .reached(\.isComplete))
  /// ```
  ///
  /// *Cancellation*: cancelling the task stops the loop. That is the regular end of a run until
  /// ``RunCondition/stopped``, and an error before another condition holds. If the task is already
  /// cancelled, nothing is started.
  ///
  /// A spin that has only sources settles at once, which debug builds report on standard error.
  ///
  /// - Parameters:
  ///   - runtime: The runtime that executes the loop.
  ///   - end: The condition that ends the run.
  ///   - options: Further observers, and the closure that receives dropped events.
  ///   - keepingPrevious: Whether the transitions of `observer` have their previous state.
  ///   - observer: Called with every transition.
  /// - Returns: The state at the end.
  /// - Throws: `CancellationError` if the task was cancelled before the condition held or, with
  ///   ``RunCondition/stopped``, before the loop was started.
  ///
  /// NB: disfavoured, as ``/SpinCore/Spin/start(on:options:keepingPrevious:observer:)`` is.
  @_disfavoredOverload
  @discardableResult
  public func run(
    on runtime: some SpinRuntime, until end: RunCondition<State> = .settled,
    options: RunOptions<State, Event> = RunOptions(), keepingPrevious: Bool = false,
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) async throws -> State {
    try Task.checkCancellation()
    var options = options
    if let observer {
      options.observers.append(Observer(keepingPrevious: keepingPrevious, observer))
    }
    let goal = end.isReached.map { Goal($0) }
    if let goal { options.observers.append(Observer { goal.look(at: $0.state) }) }
    let running = prepare(on: runtime, options: options)
    goal?.setLoop(running.loop)
    running.begin()
    try await running.withEnd { running in
      switch end {
      case .settled:
        let number = try await running.settledNumber()
        #if DEBUG
          if number == 1 && hasOnlySources { SystemCall.printDiagnostic(Self.endedAtOnce) }
        #endif
      case .reached:
        await running.finishedOrCancelled()
        if goal?.isReached == false { throw CancellationError() }
      case .stopped: await running.finishedOrCancelled()
      }
    }
    return running.state
  }

  #if DEBUG
    private static var endedAtOnce: String {
      """
      Spin: run(on:) ended at once. It ends when the loop has settled, and all feedbacks of this \
      spin are sources, which do not keep a loop from settling. To listen until the task is \
      cancelled, use run(on:until: .stopped); to use the handle meanwhile, withRunning(on:). \
      (Reported in debug builds only.)
      """
    }
  #endif

  /// Runs the spin for the duration of a closure.
  ///
  /// When the method returns or throws, the loop has stopped and all of its user code has returned.
  ///
  /// ```swift
  /// let total = try await counter.withRunning(on: .async) { running in
  ///   running.emit(.add(1))
  ///   return try await running.settled()
  /// }
  /// ```
  ///
  /// *Isolation*: the closure is called in the calling task, in the isolation of the caller.
  ///
  /// *Cancellation*: the closure handles it as any code of the task does; for example, `settled()`
  /// throws, and the loop stops. If the task is already cancelled, nothing is started.
  ///
  /// - Parameters:
  ///   - runtime: The runtime that executes the loop.
  ///   - options: Further observers, and the closure that receives dropped events.
  ///   - keepingPrevious: Whether the transitions of `observer` have their previous state.
  ///   - observer: Called with every transition.
  ///   - body: Receives the handle.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, or `CancellationError` if the task was already cancelled.
  ///
  /// NB: disfavoured, as ``/SpinCore/Spin/start(on:options:keepingPrevious:observer:)`` is.
  @_disfavoredOverload
  @discardableResult
  public nonisolated(nonsending) func withRunning<Result: Sendable>(
    on runtime: some SpinRuntime, options: RunOptions<State, Event> = RunOptions(),
    keepingPrevious: Bool = false,
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil,
    _ body: (RunningSpin<State, Event>) async throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let running = start(
      on: runtime, options: options, keepingPrevious: keepingPrevious, observer: observer)
    return try await running.withEnd(of: body)
  }

  /// Refuses a closure that expects the handle.
  @available(
    *, unavailable,
    message: "The closure of run is an observer: withRunning(on:) { running in … } has the handle."
  )
  @discardableResult
  public func run<Result: Sendable>(
    on runtime: some SpinRuntime, options: RunOptions<State, Event> = RunOptions(),
    _ body: (RunningSpin<State, Event>) async throws -> Result
  ) async throws -> Result {
    try await withRunning(on: runtime, options: options, body)
  }
}

extension RunningSpin {
  /// Calls a closure, and then stops the loop and waits until it has finished.
  fileprivate nonisolated(nonsending) func withEnd<Result: Sendable>(
    of body: (RunningSpin<State, Event>) async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await body(self)
      stop()
      await finished()
      return result
    } catch {
      stop()
      await finished()
      throw error
    }
  }

  /// Waits until the loop has finished, and stops it if the task is cancelled.
  fileprivate func finishedOrCancelled() async {
    if await reached(.finished) != nil { return }
    stop()
    await finished()
  }
}

/// Stops a loop with the first state that satisfies a predicate.
private final class Goal<State: Sendable>: Sendable {
  private struct Progress {
    /// The loop; `nil` until it is known, which is before transition 0.
    weak var loop: Loop?
    var isReached = false
  }

  private let isWanted: @Sendable (State) -> Bool
  private let progress = Guarded(Progress())

  init(_ isWanted: @escaping @Sendable (State) -> Bool) { self.isWanted = isWanted }

  var isReached: Bool { progress.withLock { $0.isReached } }

  func setLoop(_ loop: Loop) { progress.withLock { $0.loop = loop } }

  /// Called by the loop, with each state.
  func look(at state: State) {
    guard isWanted(state) else { return }
    let loop = progress.withLock { progress in
      progress.isReached = true
      return progress.loop
    }
    loop?.stop()
  }
}
