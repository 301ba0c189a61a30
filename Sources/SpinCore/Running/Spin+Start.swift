extension Spin {
  /// Starts a run.
  ///
  /// *Isolation*: the loop makes transition 0 in the isolation of the runtime. On the caller's
  /// thread it does so before this returns or, inside a closure of another loop, when the step of
  /// that loop is complete.
  ///
  /// - Parameters:
  ///   - runtime: The runtime that executes the loop.
  ///   - options: The settings of the run, such as observers and the mailbox's bound.
  ///   - keepingPrevious: Whether the transitions of `observer` have the previous state, see
  ///     ``Observer``.
  ///   - observer: Called with every transition, after the observers among the options.
  /// - Returns: The handle. Dropping it stops the loop.
  ///
  /// NB: disfavoured, so that `.mainActor` gets the form of `MainActorRuntime`, whose observer belongs to the
  /// main actor. The compiler would not prefer that form by itself.
  @_disfavoredOverload
  @inlinable
  public func start(
    on runtime: some SpinRuntime, options: RunOptions<State, Event> = RunOptions(),
    keepingPrevious: Bool = false, observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    guard let observer else { return begin(runtime, options) }
    return begin(runtime, options.adding(Observer(keepingPrevious: keepingPrevious, observer)))
  }

  /// Starts a run on a runtime that is chosen at run time.
  ///
  /// It works like the generic form, and is as fast.
  @_disfavoredOverload
  @inlinable
  public func start(
    on runtime: any SpinRuntime, options: RunOptions<State, Event> = RunOptions(),
    keepingPrevious: Bool = false, observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    guard let observer else { return begin(runtime, options) }
    return begin(runtime, options.adding(Observer(keepingPrevious: keepingPrevious, observer)))
  }

  /// Makes a run that begins when ``RunningSpin/begin()`` is called.
  ///
  /// Closures of the spin can then use the handle from transition 0 on.
  package func prepare(
    on runtime: any SpinRuntime, options: RunOptions<State, Event>
  ) -> RunningSpin<State, Event> {
    RunningSpin(makeLoop(runtime, options))
  }

  @usableFromInline
  func begin(
    _ runtime: any SpinRuntime, _ options: RunOptions<State, Event>
  ) -> RunningSpin<State, Event> {
    let loop = makeLoop(runtime, options)
    loop.begin()
    return RunningSpin(loop)
  }

  /// NB: the function copies neither the options nor the boxes, because a copy of a generic value looks up
  /// the metadata of its type.
  private func makeLoop(
    _ runtime: any SpinRuntime, _ options: RunOptions<State, Event>
  ) -> Loop {
    // Guard: this spin and the options keep the boxes until the state is copied.
    let initial =
      if let box = options.initialBox { box.address } else { initialBox.address }
    let blueprint = blueprint
    return Loop(
      blueprint, StatePlace(initial), runtime, options.settings(names: blueprint.names))
  }
}
