public import SpinCore

extension Spin {
  /// The states of a separate run for each iterator.
  ///
  /// ```swift
  /// for await state in spin.states(on: .async) { … }
  /// ```
  ///
  /// Each iterator starts a run when it is created, and its first state is the initial one.
  /// Releasing the iterator stops the run. Cancelling the iterating task also stops it: at once if
  /// the task waits for a state, and otherwise when it requests the next one. When the run stops,
  /// the sequence yields its buffered states and ends. A settled run does not end the sequence. If
  /// the task is already cancelled, the run is still started, and then stopped.
  ///
  /// There is no handle, so events come from the spin's own feedbacks. To emit, or to wait for the
  /// end of the run, use ``withRunning(on:options:keepingPrevious:observer:_:)``.
  ///
  /// - Parameters:
  ///   - runtime: The runtime that executes the loops.
  ///   - options: The observers of each run, and the closure that receives dropped events.
  ///   - buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate, each with its own run.
  @inlinable
  public func states(
    on runtime: some SpinRuntime, options: RunOptions<State, Event> = RunOptions(),
    buffering: Buffering = .all
  ) -> Updates<State> {
    Updates {
      let subscription = Subscription<State>(buffering)
      var options = options
      options.observers.append(
        Observer({ subscription.push($0.state) }, atEnd: { subscription.end() }))
      let running = start(on: runtime, options: options)
      return Membership(subscription) { running.stop() }
    }
  }
}
