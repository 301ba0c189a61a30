extension Spin {
  /// Starts a run.
  ///
  /// *Isolation*: transition 0 is made by the loop, where the runtime says; on the caller's thread
  /// that is before this returns, or, inside a closure of another loop, when the step of that loop is
  /// complete.
  ///
  /// - Parameters:
  ///   - runtime: The runtime that executes the loop.
  ///   - options: Further observers, and the closure that is told of dropped events.
  ///   - keepingPrevious: Whether the transitions of `observer` have their previous state, see
  ///     ``Observer``.
  ///   - observer: Called with every transition, after the observers among the options.
  /// - Returns: The handle. Dropping it stops the loop.
  @inlinable
  public func start(
    on runtime: some SpinRuntime, options: RunOptions<State, Event> = RunOptions(),
    keepingPrevious: Bool = false, observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    begin(runtime, options, observer.map { Observer(keepingPrevious: keepingPrevious, $0) })
  }

  /// Starts a run on a runtime chosen while the program runs.
  ///
  /// The same as the generic form, and as fast.
  @inlinable
  public func start(
    on runtime: any SpinRuntime, options: RunOptions<State, Event> = RunOptions(),
    keepingPrevious: Bool = false, observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    begin(runtime, options, observer.map { Observer(keepingPrevious: keepingPrevious, $0) })
  }

  /// Makes a run that begins when ``RunningSpin/begin()`` is called: for closures of the spin that
  /// need its handle from transition 0 on.
  package func prepare(
    on runtime: any SpinRuntime, options: RunOptions<State, Event>
  ) -> RunningSpin<State, Event> {
    RunningSpin(Loop(self, runtime: runtime, options: options))
  }

  /// NB: generic over the state and the event only, so that a client that knows those gets a loop
  /// specialised for them, whichever runtime it names.
  @inlinable
  func begin(
    _ runtime: any SpinRuntime, _ options: RunOptions<State, Event>,
    _ observer: Observer<State, Event>?
  ) -> RunningSpin<State, Event> {
    var options = options
    if let observer { options.observers.append(observer) }
    let loop = Loop(self, runtime: runtime, options: options)
    loop.begin()
    return RunningSpin(loop)
  }
}
