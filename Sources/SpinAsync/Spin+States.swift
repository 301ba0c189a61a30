public import SpinCore

extension Spin {
  /// The states of runs of their own.
  ///
  /// ```swift
  /// for await state in spin.states(on: .async) { … }
  /// ```
  ///
  /// Each iterator is a run: it is started when the iterator is made, and its first state is the
  /// initial one. Releasing the iterator stops the run. So does cancelling the iterating task: at once
  /// if the task waits for a state, and otherwise when it asks for the next. When the run stops, the
  /// sequence delivers its buffered states and ends. A settled run does not end it. A task that is
  /// cancelled already starts the run all the same, and then stops it.
  ///
  /// Nobody outside has the handle, so events come from the spin's own feedbacks: to emit, or to
  /// wait for the end of the run, use ``withRunning(on:options:keepingPrevious:observer:_:)``.
  ///
  /// - Parameters:
  ///   - runtime: The runtime that executes the loops.
  ///   - options: The observers of each run, and the closure that is told of dropped events.
  ///   - buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate, each with a run.
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
