public import SpinCore

extension UISpin {
  /// Runs the spin on the terminal until something ends it.
  ///
  /// *Isolation*: the calling thread becomes the terminal's thread: it reads, renders and writes.
  /// The spin runs where the runtime says.
  ///
  /// 1. The terminal is taken. If that fails, nothing has run and nothing has changed.
  /// 2. The spin is started, and frames show its newest state.
  /// 3. It ends by the first of: a key that quits; what `until` says; ``stop()``; a signal; a
  ///    terminal that is gone; a pipe that is closed.
  /// 4. The spin is stopped and its effects have ``UIOptions/patience`` to end, two seconds by
  ///    default. The answer to a signal has had two seconds before that. The newest frame is drawn
  ///    and the terminal restored.
  /// 5. If a signal ended it, the process dies by that signal, and if output was lost it exits with
  ///    ``UIEndReason/status``, unless the options say otherwise.
  ///
  /// Where there is no screen, the run prints instead, see ``PlainOutput``, and reads keys from
  /// standard input. When the input has ended, or without keys, it also ends once the spin is
  /// settled. A source alone does not keep such a run going.
  ///
  /// A program that has to tidy up in any case asks for ``UIOptions/ExitBehavior/returned``, does
  /// it after this call, and exits with ``UIEndReason/status``.
  ///
  /// A ctrl-C, or a signal, that the spin has not dealt with when a second one comes ends the
  /// process at once, so a reducer that hangs can be left. A view that hangs can only be killed.
  ///
  /// - Parameters:
  ///   - runtime: What executes the spin.
  ///   - until: What ends the run by itself.
  ///   - options: Observers of the spin's transitions, including those that keys cause, and the
  ///     closure that receives dropped events.
  /// - Precondition: Not called on the main thread with a runtime that needs it.
  /// - Returns: The last state, and the reason of the end.
  /// - Throws: An error if the terminal cannot be taken: another view of this process has it, or
  ///   the options or `SPINTTY` ask for a screen where there is none.
  @discardableResult
  public func run(
    on runtime: some SpinRuntime, until: UIRunCondition<State> = .quit,
    options: RunOptions<State, Event> = RunOptions()
  ) throws(TerminalError) -> UIRunResult<State> {
    require(
      !(runtime.isolation.needsMainThread && (SystemCall.isMainThread || MainQueue.isCurrent)),
      "This run(on:) blocks the main thread, on which the runtime is to call the spin, so no key "
        + "would ever be reduced: await run(on:) in an async function, which the top level of a "
        + "program is not, or choose another runtime.")
    let end = try perform(claim(runtime, until, options))
    dieIfAsked(end.reason)
    return end
  }

  /// Runs until something ends it, on a thread of its own.
  ///
  /// The same as the form that blocks, for tasks.
  ///
  /// *Cancellation*: cancelling the task stops the run; it returns when the terminal is restored.
  @discardableResult
  public func run(
    on runtime: some SpinRuntime, until: UIRunCondition<State> = .quit,
    options: RunOptions<State, Event> = RunOptions()
  ) async throws(TerminalError) -> UIRunResult<State> {
    let run = try claim(runtime, until, options)
    begin(run)
    await withTaskCancellationHandler {
      _ = try? await run.ended
    } onCancel: {
      run.stop()
    }
    let end = try await run.ended
    dieIfAsked(end.reason)
    return end
  }

  /// Starts a run on a thread of its own, and returns at once.
  ///
  /// The run keeps this spin alive until it ends. ``finished()`` waits for that, and throws if the
  /// terminal could not be taken. The end of the run does not end the process, even if the options
  /// ask for that. Events may be emitted from now on.
  ///
  /// - Parameters:
  ///   - runtime: What executes the spin.
  ///   - until: What ends the run by itself.
  ///   - options: Observers, and the closure that receives dropped events.
  /// - Throws: An error if a run of this spin is under way.
  public func start(
    on runtime: some SpinRuntime, until: UIRunCondition<State> = .quit,
    options: RunOptions<State, Event> = RunOptions()
  ) throws(TerminalError) {
    begin(try claim(runtime, until, options))
  }

  private func begin(_ run: UIRun<State, Event>) {
    SystemThread.start { _ = try? self.perform(run) }
  }

  /// Makes a run the newest one of this spin.
  func claim(
    _ runtime: any SpinRuntime, _ until: UIRunCondition<State>,
    _ options: RunOptions<State, Event> = RunOptions(), notesClashes: Bool = isDebugBuild
  ) throws(TerminalError) -> UIRun<State, Event> {
    let run = UIRun(
      shown, initialState: options.initialState ?? spin.initialState, keys, on: runtime,
      until: until, options,
      notesClashes: notesClashes)
    let (isClaimed, old) = latest.withLock { latest in
      if let latest, !latest.isOver { return (false, Optional(run)) }
      defer { latest = run }
      return (true, latest)
    }
    withExtendedLifetime(old) {}  // Its last reference must not go under the lock.
    guard isClaimed else {
      throw TerminalError(
        .claim,
        "This UISpin is running already: wait for its end, or make another one of the same spin.")
    }
    return run
  }

  private func perform(_ run: UIRun<State, Event>) throws(TerminalError) -> UIRunResult<State> {
    // Not earlier, or the lines would be written into the picture.
    defer { run.tellClashes() }
    let makeRunRenderer = renderer.withLock { $0 }.makeRunRenderer
    let profile = TerminalProfile(colors: options.colors)
    do throws(TerminalError) {
      let mode = try TerminalSession.mode(options, profile)
      if options.needsTerminal, mode != .interactive { throw .noTerminal }
      return mode == .interactive
        ? try run.runOnTerminal(options, profile, makeRunRenderer())
        : try run.runAsText(mode, self, profile, makeRunRenderer)
    } catch {
      run.fail(error)
      throw error
    }
  }

  private func dieIfAsked(_ reason: UIEndReason) {
    guard options.exitBehavior == .bySignal else { return }
    if let signal = reason.signal { Signals.end(by: signal) }
    if reason == .outputLost { SystemCall.exit(reason.status) }
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
  /// Says on standard error which keys several bindings took at once.
  fileprivate func tellClashes() {
    guard let clashes else { return }
    keys.note(clashesOf: keys.sharedChords, in: initialState, in: clashes)
    let lines = clashes.clashes.map { "\($0)\n" }.joined()
    if !lines.isEmpty {
      Descriptor.standardErrors.writeAll(lines.utf8, within: .milliseconds(200))
    }
  }
}

extension TerminalError {
  /// Nobody would see a view that makes no sense without.
  fileprivate static var noTerminal: TerminalError {
    TerminalError(
      .findOutput,
      "This program needs a terminal to draw on, and a TERM that is not dumb: run it in one, or set "
        + "SPINTTY=interactive if CI or TERM is set wrongly.")
  }
}

extension LoopIsolation {
  /// Whether the loop's closures are called on the main thread.
  fileprivate var needsMainThread: Bool {
    // The label of the main queue on all systems; a runtime's queue has that of the one it targets.
    self == .mainActor || self == .serialQueue("com.apple.main-thread")
  }
}
