public import SpinCore

/// Screens of loops that run already.
extension UISpin {
  /// Shows a running spin, which other screens and other code may use as well.
  ///
  /// ```swift
  /// let running = counter.start(on: .callbacks)
  /// let ui = UISpin(showing: running) { state, _ in
  ///   Text("\(state.value)")
  /// } keys: {
  ///   Key("+", help: "more", .add(1))
  ///   Key.quit("q")
  /// }
  /// try ui.run()
  /// ```
  ///
  /// A run has a small loop of its own, for keys and for what is shown beside the state; the
  /// runtime of the run executes it. That loop copies the newest state:
  ///
  /// - Frames, layers and requests to the terminal follow the newest state, and may miss some of a
  ///   burst. The lines of ``PlainOutput/stream(_:)`` and the condition
  ///   ``/SpinCore/RunCondition/reached(_:)`` see each state, in the step of the shown loop.
  /// - A key is decided by a state at least as new as the key, in which the events of all earlier
  ///   keys of this screen have been reduced or dropped. Its event enters the mailbox of the shown
  ///   loop as an event of any other code, so a bound may refuse it, and another event may come
  ///   before it.
  /// - While the shown loop is suspended, keys wait behind the first one that means an event.
  /// - The screen keeps the copy until the next one, so a large collection in the state is copied
  ///   when it changes. To show little of a large state, show a part, see
  ///   ``/SpinCore/RunningSpin/scope(state:event:)``.
  ///
  /// The end of a run stops neither the shown loop nor another screen. When the shown loop has
  /// stopped, the run shows its last state, and ends with ``UIEndReason/stopped``.
  ///
  /// There is no inspector, see ``UIOptions/inspector``: only a monitor is told the causes of events, and
  /// which of them carry a `Reply`, and a loop gets its monitors when it starts. Give it one that records
  /// the run, such as `.recording(to:)` of SpinRecording.
  ///
  /// In a test, the loop can be the `running` spin of a `Stub`.
  ///
  /// This `UISpin` keeps the handle, and so the loop, alive.
  ///
  /// - Parameters:
  ///   - running: The handle of the loop.
  ///   - options: How the program uses the terminal.
  ///   - plain: The output if there is no screen.
  ///   - focus: The focus of the view, see ``Focus``; `nil` if it has none.
  ///   - theme: The theme of the view and of all layers; `nil` selects the theme of the options.
  ///     Must be pure; the drawing thread calls it.
  ///   - render: Returns the view of a state. Must be pure; the drawing thread calls it, and the
  ///     screen's loop for keys that were typed before a frame shows their target.
  ///   - keys: The key bindings. The screen's loop calls their conditions and closures.
  ///   - layers: The layers on top of the view, such as dialogs.
  ///   - terminal: The requests to the terminal besides drawing, such as copying.
  public convenience init(
    showing running: RunningSpin<State, Event>, options: UIOptions = .fullScreen,
    plain: PlainOutput<State> = .final, focus: (@Sendable (State) -> any FocusValue)? = nil,
    theme: (@Sendable (State) -> Theme)? = nil,
    @ViewBuilder render: @escaping @Sendable (State, Screen) -> ViewList,
    @KeyBuilder<State, Event> keys: () -> Keys<State, Event> = { Keys {} },
    @ListBuilder<Layer<State, Event>> layers: () -> [Layer<State, Event>] = { [] },
    @ListBuilder<Perform<State, Event>> terminal: () -> [Perform<State, Event>] = { [] }
  ) {
    let stack = LayerStack(keys(), focus: focus, theme: theme, layers(), terminal())
    self.init(.loop(FollowedLoop(running)), options, plain, Renderer(render), stack)
  }

  /// Shows a part of a running spin; the state is `nil` while there is no such part.
  ///
  /// ```swift
  /// let ui = UISpin(showing: running.scope(state: \.clock, event: Event.clock)) { clock, _ in
  ///   if let clock { Text("\(clock.time)") }
  /// }
  /// ```
  ///
  /// Everything else is as for a running spin, except that a ``/SpinCore/RunningPart`` keeps no loop
  /// alive: the run ends when the loop has stopped.
  ///
  /// - Parameters:
  ///   - part: The part of a running spin.
  ///   - options: How the program uses the terminal.
  ///   - plain: The output if there is no screen.
  ///   - focus: The focus of the view, see ``Focus``; `nil` if it has none.
  ///   - theme: The theme of the view and of all layers; `nil` selects the theme of the options.
  ///     Must be pure; the drawing thread calls it.
  ///   - render: Returns the view of the part. Must be pure; the drawing thread calls it, and the
  ///     screen's loop for keys that were typed before a frame shows their target.
  ///   - keys: The key bindings. The screen's loop calls their conditions and closures.
  ///   - layers: The layers on top of the view, such as dialogs.
  ///   - terminal: The requests to the terminal besides drawing, such as copying.
  public convenience init<Part: Sendable>(
    showing part: RunningPart<Part, Event>, options: UIOptions = .fullScreen,
    plain: PlainOutput<State> = .final, focus: (@Sendable (State) -> any FocusValue)? = nil,
    theme: (@Sendable (State) -> Theme)? = nil,
    @ViewBuilder render: @escaping @Sendable (State, Screen) -> ViewList,
    @KeyBuilder<State, Event> keys: () -> Keys<State, Event> = { Keys {} },
    @ListBuilder<Layer<State, Event>> layers: () -> [Layer<State, Event>] = { [] },
    @ListBuilder<Perform<State, Event>> terminal: () -> [Perform<State, Event>] = { [] }
  ) where State == Part? {
    let stack = LayerStack(keys(), focus: focus, theme: theme, layers(), terminal())
    self.init(.loop(FollowedLoop(part)), options, plain, Renderer(render), stack)
  }
}
