public import SpinCore

/// What ends a structured run of a spin, besides its being stopped.
public enum RunEnd: Hashable, Sendable {
  /// The loop is settled, or the task is cancelled, which throws `CancellationError`.
  case settled

  /// The task is cancelled, which is its proper end.
  case cancelled
}

extension Spin {
  /// Runs the spin inside the calling task, from start to end.
  ///
  /// When it returns or throws, the loop has stopped and all of its user code has returned.
  ///
  /// *Cancellation*: cancelling the task stops the loop.
  ///
  /// - Parameters:
  ///   - runtime: What executes the loop.
  ///   - end: What ends the run.
  ///   - options: Further observers, and what is told about dropped events.
  ///   - observer: Called with every transition.
  /// - Returns: The state at the end.
  /// - Throws: `CancellationError` if the task was cancelled before the loop was settled.
  @discardableResult
  public func run(
    on runtime: some SpinRuntime, until end: RunEnd = .settled,
    options: RunOptions<State, Event> = RunOptions(),
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) async throws -> State {
    let over = try await run(on: runtime, options: options, observer: observer) { running in
      switch end {
      case .settled: try await running.settled()
      case .cancelled: await running.finishedOrCancelled()
      }
      return running
    }
    return over.state
  }

  /// Runs the spin for as long as a closure takes.
  ///
  /// When it returns or throws, the loop has stopped and all of its user code has returned.
  ///
  /// *Cancellation*: left to the closure, which hears of it as any code of the task does; `settled()`
  /// throws, and so the loop is stopped.
  ///
  /// - Parameters:
  ///   - runtime: What executes the loop.
  ///   - options: Further observers, and what is told about dropped events.
  ///   - observer: Called with every transition.
  ///   - body: Gets the handle; called in the calling task.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func run<Result: Sendable>(
    on runtime: some SpinRuntime, options: RunOptions<State, Event> = RunOptions(),
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil,
    _ body: (RunningSpin<State, Event>) async throws -> Result
  ) async rethrows -> Result {
    let running = start(on: runtime, options: options, observer: observer)
    do {
      let result = try await body(running)
      running.stop()
      await running.finished()
      return result
    } catch {
      running.stop()
      await running.finished()
      throw error
    }
  }
}

extension RunningSpin {
  /// Waits until the loop has finished, and stops it when the task is cancelled.
  fileprivate func finishedOrCancelled() async {
    await withTaskCancellationHandler {
      await finished()
    } onCancel: {
      stop()
    }
  }
}
