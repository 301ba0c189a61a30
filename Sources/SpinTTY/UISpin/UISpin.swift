@_exported public import SpinCore
internal import SpinSystem

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
/// The program chooses the runtime in ``run(on:until:options:)`` and behaves the same on every
/// runtime. Input is part of the loop: every key, paste and mouse action enters the mailbox. The
/// state at the input's turn decides which bindings are live. Frames show the newest state;
/// feedbacks receive every state.
///
/// Without a terminal, the program prints the same view as text, see ``PlainOutput``.
///
/// A `UISpin` has one run at a time, and can run again. It keeps the handle of its run: when the
/// last reference to it is released, the run ends, the terminal is restored, and nothing more is reduced. A
/// feedback that captures it keeps it alive: let it capture `[weak ui]`. Any thread may use it.
public final class UISpin<State: Sendable, Event: Sendable>: Sendable {
  /// What it shows.
  let source: ShownSource<State, Event>
  /// Its layers, from the program's view to the top.
  let stack: LayerStack<State, Event>
  /// What cannot work in the key map of the options.
  public let keyMapProblems: [KeyMapProblem]
  let plain: PlainOutput<State>
  let options: UIOptions
  let views: ViewSource<State>
  /// The current run, or the last one.
  let latest = Guarded<UIRun<State, Event>?>(nil)
  /// What the inspector of the next run keeps instead of secrets.
  let mask = Guarded(InspectorMask<State, Event>())

  init(
    _ source: ShownSource<State, Event>, _ options: UIOptions,
    _ plain: PlainOutput<State>, _ renderer: Renderer<State>, _ stack: LayerStack<State, Event>
  ) {
    self.source = source
    self.stack = stack.mapped(by: options.keyMap)
    keyMapProblems = self.stack.problems(of: options.keyMap, in: stack)
    self.plain = plain
    self.options = options
    views = ViewSource(renderer)
    Explanation.noteFile()
  }

  /// The names of all commands with their keys, by the key map of the options.
  ///
  /// A program can write it as a first file for its user to change.
  public var keyMap: KeyMap { stack.keyMap }

  deinit {
    latest.withLock { $0 }?.end(.released)
  }

  /// Decorates a spin with a view and key bindings.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - options: How the program uses the terminal.
  ///   - plain: The output if there is no screen.
  ///   - focus: The focus of the view, see ``Focus``; `nil` if it has none.
  ///   - theme: The theme of the view and of all layers; `nil` selects the theme of the options.
  ///     Must be pure; the drawing thread calls it.
  ///   - render: Returns the view of a state. Must be pure; the drawing thread calls it, and the loop
  ///     for keys that were typed before a frame shows their target.
  ///   - keys: The key bindings. If no live binding takes ctrl-C, it ends the program as SIGINT
  ///     does. ctrl-Z suspends the program in the same way.
  ///   - layers: The layers on top of the view, such as dialogs.
  ///   - terminal: The requests to the terminal besides drawing, such as copying.
  public convenience init(
    _ spin: Spin<State, Event>, options: UIOptions = .fullScreen,
    plain: PlainOutput<State> = .final, focus: (@Sendable (State) -> any FocusValue)? = nil,
    theme: (@Sendable (State) -> Theme)? = nil,
    @ViewBuilder render: @escaping @Sendable (State, Screen) -> ViewList,
    @KeyBuilder<State, Event> keys: () -> Keys<State, Event> = { Keys {} },
    @ListBuilder<Layer<State, Event>> layers: () -> [Layer<State, Event>] = { [] },
    @ListBuilder<Perform<State, Event>> terminal: () -> [Perform<State, Event>] = { [] }
  ) {
    let stack = LayerStack(keys(), focus: focus, theme: theme, layers(), terminal())
    self.init(.spin(spin), options, plain, Renderer(render), stack)
  }

  /// Decorates a spin with a view of a part of its state.
  ///
  /// A new frame is drawn only if the part, the help, the focus or the layers have changed, and for
  /// each state while a layer is live.
  ///
  /// A run keeps the part of a state to compare it with the next part, and nothing else of the
  /// state. If the part contains a large array, the next change of it copies it; a count or a
  /// version does not.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - options: How the program uses the terminal.
  ///   - plain: The output if there is no screen.
  ///   - focus: The focus of the view, see ``Focus``; `nil` if it has none.
  ///   - theme: The theme of the view and of all layers; `nil` selects the theme of the options.
  ///     Must be pure; the drawing thread calls it.
  ///   - project: Selects the part. Must be pure; called as `render` is.
  ///   - render: Returns the view of the part. Must be pure; the drawing thread calls it, and the loop
  ///     for keys that were typed before a frame shows their target.
  ///   - keys: The bindings.
  ///   - layers: The layers on top of the view, such as dialogs.
  ///   - terminal: The requests to the terminal besides drawing, such as copying.
  public convenience init<Projection: Equatable & SendableMetatype>(
    _ spin: Spin<State, Event>, options: UIOptions = .fullScreen,
    plain: PlainOutput<State> = .final, focus: (@Sendable (State) -> any FocusValue)? = nil,
    theme: (@Sendable (State) -> Theme)? = nil,
    showing project: @escaping @Sendable (State) -> Projection,
    @ViewBuilder render: @escaping @Sendable (Projection, Screen) -> ViewList,
    @KeyBuilder<State, Event> keys: () -> Keys<State, Event> = { Keys {} },
    @ListBuilder<Layer<State, Event>> layers: () -> [Layer<State, Event>] = { [] },
    @ListBuilder<Perform<State, Event>> terminal: () -> [Perform<State, Event>] = { [] }
  ) {
    let stack = LayerStack(keys(), focus: focus, theme: theme, layers(), terminal())
    self.init(
      .spin(spin), options, plain, Renderer(showing: project, render), stack)
  }

  /// Decorates a spin whose view belongs to an owner, which sets it by `render(on:using:)`.
  ///
  /// ```swift
  /// let uiSpin = UISpin(spin: counterSpin)
  /// uiSpin.render(on: owner, using: { $0.render(state:) })
  /// uiSpin.start()
  /// ```
  ///
  /// Until the owner sets the view, frames show only the live layers; keys work all the same. If nobody
  /// ever sets it, the program has no view.
  ///
  /// Without keys to read, the run also ends when the spin has settled and somebody waits for the end.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - options: How the program uses the terminal.
  ///   - plain: The output if there is no screen.
  public convenience init(
    spin: Spin<State, Event>, options: UIOptions = .fullScreen,
    plain: PlainOutput<State> = .final
  ) {
    self.init(spin: spin, options: options, plain: plain, keys: {})
  }

  /// Decorates a spin with key bindings; the view of the spin belongs to an owner.
  ///
  /// ```swift
  /// let uiSpin = UISpin(spin: counterSpin) { Key.quit("q") }
  /// ```
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - options: How the program uses the terminal.
  ///   - plain: The output if there is no screen.
  ///   - focus: The focus of the view, see ``Focus``; `nil` if it has none.
  ///   - theme: The theme of the view and of all layers; `nil` selects the theme of the options.
  ///     Must be pure; the drawing thread calls it.
  ///   - keys: The bindings.
  ///   - layers: The layers on top of the view, such as dialogs.
  ///   - terminal: The requests to the terminal besides drawing, such as copying.
  public convenience init(
    spin: Spin<State, Event>, options: UIOptions = .fullScreen,
    plain: PlainOutput<State> = .final, focus: (@Sendable (State) -> any FocusValue)? = nil,
    theme: (@Sendable (State) -> Theme)? = nil,
    @KeyBuilder<State, Event> keys: () -> Keys<State, Event>,
    @ListBuilder<Layer<State, Event>> layers: () -> [Layer<State, Event>] = { [] },
    @ListBuilder<Perform<State, Event>> terminal: () -> [Perform<State, Event>] = { [] }
  ) {
    let stack = LayerStack(keys(), focus: focus, theme: theme, layers(), terminal())
    self.init(.spin(spin), options, plain, Renderer { _, _ in ViewList([]) }, stack)
  }
}

// MARK: - The view of an owner

extension UISpin {
  /// Sets the view to a method of an owner that takes the state.
  ///
  /// ```swift
  /// final class Counter: Sendable {
  ///   let uiSpin = UISpin(spin: counterSpin)
  ///   func start() {
  ///     uiSpin.render(on: self, using: { $0.render(state:) })
  ///     uiSpin.start()
  ///   }
  ///   func render(state: State) -> some View { Text("\(state.value)") }
  /// }
  /// ```
  ///
  /// The newest call counts: it replaces the view that the `UISpin` had before. During a run, the next
  /// frame shows the new view, and is due at once.
  ///
  /// The `UISpin` holds the owner weakly, so the owner may hold the `UISpin`. When the owner is gone,
  /// nobody shows the states any more: the run ends with ``UIEndReason/released`` before it takes
  /// another key or shows another state, and the last frame stays.
  ///
  /// *Isolation*: the drawing thread calls the method: the thread that called `run`, or the new thread of
  /// ``start(on:until:options:)``. For keys that were typed before a frame shows their target, the loop
  /// calls it. A method of the main actor therefore does not compile here.
  ///
  /// - Parameters:
  ///   - owner: The owner.
  ///   - render: Returns the method, which must be pure.
  public func render<Owner: AnyObject & Sendable>(
    on owner: Owner, using render: @escaping @Sendable (Owner) -> @Sendable (State) -> any View
  ) {
    self.render(on: owner) { owner in { state, _ in render(owner)(state) } }
  }

  /// Sets the view to a method of an owner that takes the state and the screen.
  ///
  /// ```swift
  /// ui.render(on: owner, using: { $0.view })
  /// ```
  ///
  /// In everything else it is the form whose method takes only the state.
  ///
  /// - Parameters:
  ///   - owner: The owner, which is held weakly.
  ///   - render: Returns the method, which must be pure.
  public func render<Owner: AnyObject & Sendable>(
    on owner: Owner,
    using render: @escaping @Sendable (Owner) -> @Sendable (State, Screen) -> any View
  ) {
    views.set(
      Renderer(isOwnerGone: { [weak owner] in owner == nil }) { [weak owner] state, screen in
        owner.map { ViewList([render($0)(state, screen).resolved]) }
      })
    latest.withLock { $0 }?.changed()
  }
}

// MARK: - While it runs

extension UISpin {
  /// The newest state: the initial state before the first run, and the last state after a run.
  ///
  /// Of a running loop that is shown, it is always the newest one.
  ///
  /// - Precondition: Not read inside the spin's own reducer.
  public var state: State {
    if let followed = source.followed { return followed.copy().value }
    return latest.withLock { $0 }?.state ?? source.spin.initialState
  }

  /// Emits an event to the run, or to the shown loop, whether a run is under way or not.
  ///
  /// Before the first run there is no mailbox: the event is dropped, and debug builds report this
  /// on standard error. Put the initial data into the initial state, `Spin(initialState: load())`,
  /// and fetch the rest in a `Feedback.source`.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - fileID: The file of the call, for a `Monitor`.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  /// - Returns: Whether the mailbox took the event. Without a run it is dropped as stopped.
  @discardableResult
  public func emit(
    _ event: Event, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> EmitResult {
    emit(event, at: CodeSite(fileID, line, function))
  }

  /// Emits an event without noting the call, for passing the method as a function.
  @_disfavoredOverload
  @discardableResult
  public func emit(_ event: Event) -> EmitResult { emit(event, at: .unknown) }

  private func emit(_ event: Event, at site: CodeSite) -> EmitResult {
    if let followed = source.followed { return followed.emit(event, nil, site) }
    if let run = latest.withLock({ $0 }) { return run.emit(event, at: site) }
    #if DEBUG
      SystemCall.printDiagnostic(
        """
        Spin: an event was emitted before the interface started, and was dropped: \(event). Put \
        the data that the program starts with into the initial state, and fetch the rest in a \
        Feedback.source. (Reported in debug builds only.)
        """)
    #endif
    return .dropped(.stopped)
  }

  /// Requests the end of the run.
  ///
  /// The mailbox takes no events after this method returns.
  ///
  /// The method does not wait for the end: await ``finished()`` for that. If a closure of the spin
  /// calls it, the loop stops after the current step. Calling it again has no effect.
  public func stop() { latest.withLock { $0 }?.stop() }

  /// Prints lines above an inline view, after the end of a full-screen view, or between the lines
  /// of plain output.
  ///
  /// Lines above an inline view appear with its next frame. If the terminal accepts them too
  /// slowly, the oldest are dropped, and a line reports how many. The lines of a full-screen view
  /// are all kept in memory until its end. Without a run, the text is dropped.
  ///
  /// On a screen, a tab advances to the next multiple of eight columns; in plain output it stays a
  /// tab.
  ///
  /// *Ordering*: after the end of a full-screen view, these lines and captured output appear in the
  /// order in which the program printed them.
  public func print(_ text: String) { latest.withLock { $0 }?.print(text) }

  /// Makes a request to the terminal besides drawing; any thread may call it.
  ///
  /// ```swift
  /// ui.perform(.notify(title: "The build is done"))
  /// ```
  ///
  /// *Ordering*: the request enters the mailbox as an event does. Requests keep that order, and
  /// each is written with the frame that shows the state at its turn.
  ///
  /// - Parameter request: The request.
  /// - Returns: Whether the mailbox took the request. Without a run it is dropped as stopped.
  @discardableResult
  public func perform(_ request: TerminalRequest<Event>) -> EmitResult {
    latest.withLock { $0 }?.perform(request) ?? .dropped(.stopped)
  }

  /// Waits until the current run has ended and the terminal is restored.
  ///
  /// Cancelling the waiting task does not end the wait.
  ///
  /// The waiting task holds this spin.
  ///
  /// - Returns: The result of the newest run, or `nil` if no run has begun.
  /// - Throws: An error if the terminal could not be taken.
  public func finished() async throws(TerminalError) -> UIRunResult<State>? {
    try await latest.withLock { $0 }?.ended
  }
}
