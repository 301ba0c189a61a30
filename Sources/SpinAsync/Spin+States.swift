public import SpinCore

extension Spin {
  /// The states of runs of their own.
  ///
  /// ```swift
  /// for await state in spin.states(on: .async) { … }
  /// ```
  ///
  /// Each iterator is a run: it is started when the iterator is made, and its first state is the
  /// initial one. Releasing the iterator or cancelling the iterating task stops the run. When the run
  /// stops, the sequence delivers its buffered states and ends. A settled run does not end it.
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
      subscription.setOnLeave { [weak running] in running?.stop() }
      return Membership(subscription) { running.stop() }
    }
  }
}
