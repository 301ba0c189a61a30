@_exported public import SpinCore

/// Shows a spin on the terminal and takes events from its user.
///
/// ```swift
/// let ui = UISpin(counter) { state, _ in
///   BigText("\(state.value)")
///   Help()
/// } keys: {
///   Key(" ", help: "start or pause", .toggle)
///   Key.quit("q", .ctrl("c"))
/// }
/// try ui.run(on: .callbacks)
/// ```
///
/// The runtime is an argument, and the program behaves the same on each. Input is part of the loop:
/// every key, paste and mouse action is an entry of its mailbox, and the state at that point of the
/// order decides which bindings are live. Frames show the newest state; feedbacks see every state.
///
/// Where there is no terminal, the program prints the same view in words, see ``PlainOutput``.
///
/// A `UISpin` has one run at a time, and may run again. It may be used from any thread.
public final class UISpin<State: Sendable, Event: Sendable>: Sendable {
  let spin: Spin<State, Event>
  /// The spin in the loop that shows it.
  let shown: ShownSpin<State, Event>
  let keys: Keys<State, Event>
  let plain: PlainOutput<State>
  let options: UIOptions
  let renderer: Guarded<Renderer<State>>
  /// The run under way, or the one that ended last.
  let latest = Guarded<UIRun<State, Event>?>(nil)

  // NB: the public initialisers are inlinable, so that the loop is specialised for the state and the
  // event, which are known where they are called.

  init(
    _ spin: Spin<State, Event>, _ shown: ShownSpin<State, Event>, _ options: UIOptions,
    _ plain: PlainOutput<State>, _ renderer: Renderer<State>, _ keys: Keys<State, Event>
  ) {
    self.spin = spin
    self.shown = shown
    self.keys = keys
    self.plain = plain
    self.options = options
    self.renderer = Guarded(renderer)
  }

  /// Decorates a spin with a view and key bindings.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - options: How it wants the terminal.
  ///   - plain: What is printed where there is no screen.
  ///   - render: Makes a view of a state. Pure; called by the thread that draws.
  ///   - keys: The bindings. Without one that quits, ctrl-C ends the program as SIGINT would.
  @inlinable
  public convenience init(
    _ spin: Spin<State, Event>, options: UIOptions = .fullScreen,
    plain: PlainOutput<State> = .final,
    @ViewBuilder render: @escaping @Sendable (State, Screen) -> ViewList,
    @KeyBuilder<State, Event> keys: () -> Keys<State, Event> = { Keys {} }
  ) {
    let keys = keys()
    self.init(spin, ShownSpin(spin, keys), options, plain, render, keys)
  }

  /// Decorates a spin with a view of a part of its state; states with equal parts need no new frame.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - options: How it wants the terminal.
  ///   - plain: What is printed where there is no screen.
  ///   - project: Selects the part. Pure; called by the thread that draws.
  ///   - render: Makes a view of the part. Pure; called by the thread that draws.
  ///   - keys: The bindings.
  @inlinable
  public convenience init<Projection: Equatable & SendableMetatype>(
    _ spin: Spin<State, Event>, options: UIOptions = .fullScreen,
    plain: PlainOutput<State> = .final,
    showing project: @escaping @Sendable (State) -> Projection,
    @ViewBuilder render: @escaping @Sendable (Projection, Screen) -> ViewList,
    @KeyBuilder<State, Event> keys: () -> Keys<State, Event> = { Keys {} }
  ) {
    let keys = keys()
    self.init(spin, ShownSpin(spin, keys), options, plain, project, render, keys)
  }

  /// Decorates a spin with key bindings, for an owner that sets the view with
  /// ``render(on:using:)``.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - options: How it wants the terminal.
  ///   - plain: What is printed where there is no screen.
  ///   - keys: The bindings.
  @inlinable
  public convenience init(
    _ spin: Spin<State, Event>, options: UIOptions = .fullScreen,
    plain: PlainOutput<State> = .final,
    @KeyBuilder<State, Event> keys: () -> Keys<State, Event>
  ) {
    let keys = keys()
    self.init(spin, ShownSpin(spin, keys), options, plain, keys)
  }

  @usableFromInline
  convenience init(
    _ spin: Spin<State, Event>, _ shown: ShownSpin<State, Event>, _ options: UIOptions,
    _ plain: PlainOutput<State>, _ keys: Keys<State, Event>
  ) {
    self.init(spin, shown, options, plain, Renderer { _, _ in ViewList([]) }, keys)
  }

  @usableFromInline
  convenience init(
    _ spin: Spin<State, Event>, _ shown: ShownSpin<State, Event>, _ options: UIOptions,
    _ plain: PlainOutput<State>, _ render: @escaping @Sendable (State, Screen) -> ViewList,
    _ keys: Keys<State, Event>
  ) {
    self.init(spin, shown, options, plain, Renderer(render), keys)
  }

  @usableFromInline
  convenience init<Projection: Equatable & SendableMetatype>(
    _ spin: Spin<State, Event>, _ shown: ShownSpin<State, Event>, _ options: UIOptions,
    _ plain: PlainOutput<State>, _ project: @escaping @Sendable (State) -> Projection,
    _ render: @escaping @Sendable (Projection, Screen) -> ViewList, _ keys: Keys<State, Event>
  ) {
    self.init(spin, shown, options, plain, Renderer(showing: project, render), keys)
  }

  /// Sets the view to a method of an owner, from the next run on.
  ///
  /// The `UISpin` holds the owner weakly, so the owner may hold the `UISpin`. Once the owner is gone,
  /// frames are empty.
  ///
  /// - Parameters:
  ///   - owner: The owner.
  ///   - render: The method, such as `Screen.view`.
  public func render<Owner: AnyObject & Sendable>(
    on owner: Owner,
    using render: @escaping @Sendable (Owner) -> @Sendable (State, Screen) -> any View
  ) {
    let renderer = Renderer<State> { [weak owner] state, screen in
      ViewList(owner.map { [render($0)(state, screen).resolved] } ?? [])
    }
    let old = self.renderer.withLock { current in
      defer { current = renderer }
      return current
    }
    withExtendedLifetime(old) {}  // What it captured must not go under the lock.
  }
}

// MARK: - While it runs

extension UISpin {
  /// The newest state; the initial one before the first run, and the last one after a run.
  ///
  /// - Precondition: Not read inside the spin's own reducer.
  public var state: State { latest.withLock { $0 }?.state ?? spin.initialState }

  /// Emits an event.
  ///
  /// - Returns: Whether the mailbox took the event. Without a run it is dropped as stopped.
  @discardableResult
  public func emit(_ event: Event) -> EmitResult {
    latest.withLock { $0 }?.emit(event) ?? .dropped(.stopped)
  }

  /// Asks the run to end; no event is taken once it returns.
  ///
  /// It does not wait, see ``finished()``.
  ///
  /// Called by a closure of the spin itself, it only makes the request. Calling it again has no
  /// effect.
  public func stop() { latest.withLock { $0 }?.stop() }

  /// Prints lines above an inline view, after a full screen, or among the lines of plain output.
  ///
  /// On a screen a tab goes to the next multiple of eight columns; in plain output it stays a tab.
  public func print(_ text: String) { latest.withLock { $0 }?.print(text) }

  /// Waits until the run under way has ended and the terminal is restored.
  ///
  /// - Returns: The result of the last run; `nil` if there was none.
  /// - Throws: An error if the terminal could not be taken.
  public func finished() async throws(TerminalError) -> UIRunResult<State>? {
    try await latest.withLock { $0 }?.ended
  }
}
