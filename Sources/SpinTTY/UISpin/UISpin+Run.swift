public import SpinAsync
public import SpinCore
internal import SpinSystem

extension UISpin {
  /// Runs the spin on the terminal until it ends.
  ///
  /// *Isolation*: the calling thread becomes the terminal's thread, which reads, renders and
  /// writes. The runtime executes the spin.
  ///
  /// 1. The run takes the terminal. If that fails, nothing has run and nothing has changed.
  /// 2. The spin starts, and frames show its newest state.
  /// 3. The run ends at the first of these: a key that quits, the condition `until`, ``stop()``, a
  ///    signal, the loss of the terminal, the end of the view's owner, or a pipe without a reader. If
  ///    a ``Control`` takes the signal, the spin has two seconds to settle before the next step.
  /// 4. The spin stops, and its effects have ``UIOptions/patience`` to end, two seconds by default.
  ///    The terminal shows the newest frame, if it takes bytes within 200 ms, and is restored.
  /// 5. If a signal ended the run, the process ends by that signal, and if output was lost, it
  ///    exits with ``UIEndReason/status``, unless the options say otherwise.
  ///
  /// Without a screen, the run prints its output, see ``PlainOutput``, and reads keys from standard
  /// input. If there are no key bindings, or if the input has ended, the run also ends when the
  /// spin has settled, whatever the condition. A source does not keep the spin from settling: put work
  /// that must finish into a feedback that reacts, such as `Feedback(while: { _ in true })`.
  ///
  /// To clean up after every end, set ``UIOptions/ExitBehavior/returned``, clean up after this
  /// call, and exit with ``UIEndReason/status``.
  ///
  /// If more than 1,024 inputs wait to be reduced, as after a long paste to a terminal without
  /// bracketed paste, ctrl-C and signals overtake all but the first 1,024.
  ///
  /// A second ctrl-C ends the process at once if the spin has not yet reduced the first one, and a
  /// second SIGINT or SIGTERM within two seconds always does, unless it comes within 200 milliseconds:
  /// programs such as `timeout` send one request twice. The user can therefore leave a
  /// reducer that hangs, except on the caller's thread, where the reducer occupies the thread that
  /// reads keys. A single signal that asks for the end, including SIGHUP of a closed window, also
  /// ends a process whose reducer or view hangs: after ten seconds with the default options, or
  /// five without a screen.
  ///
  /// - Parameters:
  ///   - runtime: The runtime that executes the spin; tasks by default.
  ///   - until: The condition that ends the run; by default none.
  ///   - options: Observers of the spin's transitions, including those that keys cause, and the
  ///     closure that receives dropped events.
  /// - Precondition: If the runtime or a shown loop calls closures on the main thread, the calling
  ///   thread is another one. For a shown loop, the options have no observers and no initial state.
  /// - Returns: The last state and the reason of the end.
  /// - Throws: An error if a run of this spin is under way, if another view of this process has the
  ///   terminal, if the options or `SPINTTY` require a screen and there is none, if `SPINTTY` has
  ///   an unknown value, or if the run ended while a reducer did not return.
  @discardableResult
  public func run(
    on runtime: some SpinRuntime = .async, until: RunCondition<State> = .stopped,
    options: RunOptions<State, Event> = RunOptions()
  ) throws(TerminalError) -> UIRunResult<State> {
    let isolations = [runtime.isolation] + (source.followed.map { [$0.isolation] } ?? [])
    require(
      !(isolations.contains(where: \.needsMainThread) && MainThread.isCurrent),
      "This run(on:) blocks the main thread, and the runtime needs the main thread to run the "
        + "spin, so no key would ever be reduced. Await run(on:) in an async function (top-level "
        + "code is not one), or choose another runtime.")
    // NB: the caller holds this spin, but the optimiser may end that after the last use.
    defer { withExtendedLifetime(self) {} }
    let run = try claim(runtime, until, options)
    run.endIsAwaited()
    _ = try? run.perform()
    return try conclusion(of: run)
  }

  /// Runs the spin on a new thread until it ends.
  ///
  /// This is the asynchronous form of the blocking method. A new thread becomes the terminal's
  /// thread, with a stack of 8 MiB.
  ///
  /// *Cancellation*: cancelling the task stops the run. The method returns when the terminal is
  /// restored.
  @discardableResult
  public func run(
    on runtime: some SpinRuntime = .async, until: RunCondition<State> = .stopped,
    options: RunOptions<State, Event> = RunOptions()
  ) async throws(TerminalError) -> UIRunResult<State> {
    defer { withExtendedLifetime(self) {} }
    let run = try claim(runtime, until, options)
    try begin(run)
    await withTaskCancellationHandler {
      _ = try? await run.ended
    } onCancel: {
      // NB: on another thread, because the thread that cancels must not run the user's code.
      Task.detached { run.stop() }
    }
    return try conclusion(of: run)
  }

  /// Starts a run on a new thread and returns at once.
  ///
  /// ```swift
  /// uiSpin.start()
  /// uiSpin.emit(.startCounter)
  /// ```
  ///
  /// The run does not keep this spin alive: it ends when the last reference is released, as that of a
  /// loop does. ``finished()`` waits for the end, and throws an error if the terminal could not be
  /// taken or the system had no further thread. The end of such a run never ends the process,
  /// regardless of ``UIOptions/exitBehavior`` and even after a signal. The spin accepts events as
  /// soon as this method returns. If no keys can be read, the run ends when the spin has settled and
  /// ``finished()`` waits, so that no event of the program comes too late.
  ///
  /// *Isolation*: a new thread becomes the terminal's thread, which reads, renders and writes.
  ///
  /// - Parameters:
  ///   - runtime: The runtime that executes the spin; tasks by default.
  ///   - until: The condition that ends the run; by default none.
  ///   - options: Observers, and the closure that receives dropped events.
  /// - Returns: Whether a run was started. If a run of this spin is under way, that run goes on, and
  ///   the call has no effect.
  @discardableResult
  public func start(
    on runtime: some SpinRuntime = .async, until: RunCondition<State> = .stopped,
    options: RunOptions<State, Event> = RunOptions()
  ) -> Bool {
    guard let run = try? claim(runtime, until, options) else { return false }
    // The run keeps the error for those who wait for its end.
    try? begin(run)
    return true
  }

  /// Starts a run on a new thread.
  func begin(_ run: UIRun<State, Event>) throws(TerminalError) {
    do {
      try TerminalError.naming { () throws(SystemError) in
        try SystemThread.start { _ = try? run.perform() }
      }
    } catch {
      run.fail(error)
      throw error
    }
  }

  /// Creates a run and makes it the newest one of this spin.
  func claim(
    _ runtime: any SpinRuntime, _ until: RunCondition<State>,
    _ options: RunOptions<State, Event> = RunOptions(), notesMistakes: Bool = isDebugBuild,
    isRehearsed: Bool = false, profile: TerminalProfile = TerminalProfile()
  ) throws(TerminalError) -> UIRun<State, Event> {
    require(
      source.followed == nil || options.observers.isEmpty && options.initialState == nil,
      "This UISpin shows a running loop, so a run begins with the newest state of that loop: give the "
        + "initial state and the observers to the loop, when it starts.")
    var options = options
    options.frameRate = self.options.frameLimit(on: profile)
    let view = UnseenView({ [views] in views.unseen($0, on: $1) }, self.options, profile)
    let inspection = inspection(on: profile, isRehearsed: isRehearsed, view)
    let spin = source.spin
    let run = UIRun(
      spin, initialState: options.initialState ?? spin.initialState, stack,
      Presentation(options: self.options, plain: plain, views: views), on: runtime,
      until: until, options,
      notesMistakes: notesMistakes, view: view, following: source.followed.map { Following($0) },
      inspecting: inspection)
    let (isClaimed, old) = latest.withLock { latest in
      if let latest, !latest.isOver { return (false, Optional(run)) }
      defer { latest = run }
      return (true, latest)
    }
    withExtendedLifetime(old) {}  // Its last reference must not be released under the lock.
    guard isClaimed else {
      throw TerminalError(
        .claim,
        "This UISpin is already running: wait until it ends, or create another UISpin from the "
          + "same spin.")
    }
    return run
  }

  /// Returns the inspector of a run; `nil` if it is off, or if there is no screen.
  private func inspection(
    on profile: TerminalProfile, isRehearsed: Bool, _ view: UnseenView<State>
  ) -> Inspection<State, Event>? {
    guard source.followed == nil,
      let settings = options.inspector.settings(wish: profile.inspector),
      isRehearsed || (try? TerminalSession.mode(options, profile)) == .interactive
    else { return nil }
    return Inspection(settings, mask.withLock { $0 }) { [stack] in
      stack.interest.includes($0)
    } picture: { [stack] state, screen in
      PastFrame(of: state, on: screen, stack, view)
    }
  }

  /// Returns the result of a run that is over, unless its end is also that of the process.
  func conclusion(
    of run: UIRun<State, Event>
  ) throws(TerminalError) -> UIRunResult<State> {
    dieIfAsked(run.lastReason)
    return try run.conclusion
  }

  private func dieIfAsked(_ reason: UIEndReason?) {
    guard options.exitBehavior == .bySignal, let reason else { return }
    guard let signal = reason.signal else {
      if reason == .outputLost { SystemCall.exit(reason.status) }
      return
    }
    // Unlike an exit, the signal does not write buffered output.
    SystemCall.flushPrinted()
    Signals.end(by: signal)
  }
}

/// Whether this is a debug build.
private var isDebugBuild: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}

extension UIRun {
  /// Runs on the calling thread, with or without a screen.
  fileprivate func perform() throws(TerminalError) -> UIRunResult<State> {
    // Not earlier, because the lines would be written into the view.
    defer { tellMistakes() }
    let options = presentation.options
    let profile = TerminalProfile(colors: options.colors)
    do throws(TerminalError) {
      let mode = try TerminalSession.mode(options, profile)
      if options.needsTerminal, mode != .interactive { throw .noTerminal }
      return mode == .interactive ? try runOnTerminal(profile) : try runAsText(mode, profile)
    } catch {
      fail(error)
      throw error
    }
  }

  /// Reports on standard error the keys that several live bindings had in common, the ids that
  /// several rows had, and controls that move a focus that is not shown.
  private func tellMistakes() {
    guard let clashes = stack.clashes, let duplicateRows else { return }
    stack.noteClashes(in: initialState, stack.extras(for: initialState))
    let mistakes =
      clashes.mistakes.map(\.description) + duplicateRows.mistakes.map(\.description)
      + stack.missingFocuses
    if !mistakes.isEmpty { Explanation.tell(mistakes.map { "\($0)\n" }.joined()) }
  }
}

extension LayerStack {
  /// A sentence for the program and one for its layers, if controls move a focus that is not shown.
  fileprivate var missingFocuses: [String] {
    let layers = levels.dropFirst().contains(where: \.movesMissingFocus)
    return [(levels[0].movesMissingFocus, "the UISpin"), (layers, "its Layer")].filter(\.0).map {
      "A Control.focus moves a focus that the screen does not show: pass focus: to \($0.1)."
    }
  }
}

extension TerminalError {
  /// The error for a program that needs a terminal when there is none.
  static var noTerminal: TerminalError {
    TerminalError(
      .findOutput,
      "This program needs a terminal that can draw (TERM must not be dumb): run it in one, or set "
        + "SPINTTY=interactive if CI or TERM is set incorrectly.")
  }
}

extension LoopIsolation {
  /// Whether the loop calls closures on the main thread.
  fileprivate var needsMainThread: Bool {
    // The label of the main queue on all systems; a runtime's queue has the label of its target
    // queue.
    self == .mainActor || self == .serialQueue("com.apple.main-thread")
  }
}
