internal import SpinCLibrary
internal import SpinCore
internal import SpinSystem

/// Stopping and continuing the job, and ending the process.
extension Signals {
  /// Whether a signal may stop the job; a parent process without job control ignores the signal.
  static func canStop(by signal: Int32) -> Bool {
    unsafe !RescueBlock.shared.pointee.previous[Int(signal)].isIgnoring
  }

  /// Stops the whole job, or only this process.
  ///
  /// The function returns once the job continues. The kernel drops the signal for a group whose
  /// parent cannot continue it; then the function returns as well.
  static func stopJob(wholeGroup: Bool, by signal: Int32) {
    withDisposition(SIG_DFL, of: [signal]) {
      unblocking(signal) { _ = kill(wholeGroup ? 0 : getpid(), signal) }
      // Another thread may receive the signal a moment later.
      _ = poll(nil, 0, 100)
    }
  }

  /// Stops the whole job because it is in the background, if `use` says so.
  ///
  /// The function returns once the job continues.
  ///
  /// - Parameter use: Uses the terminal, and returns the error number or 0. In the background, the
  ///   kernel sends the job SIGTTOU, and the number is that of an interrupted call.
  /// - Returns: The error number.
  static func stopInBackground(_ use: () -> Int32) -> Int32 {
    var code: Int32 = 0
    // NB: the handler does nothing. If the signal stopped the job within the call, the kernel would
    // make the call again when the job continues, and no code could look for other signals.
    withDisposition({ _ in }, of: [SIGTTOU]) {
      unblocking(SIGTTOU) { code = use() }
    }
    if code == EINTR { stopJob(wholeGroup: true, by: SIGTTOU) }
    return code
  }

  /// Calls `body` while another program has the terminal, whose signal keys are then not for this
  /// one.
  static func yieldingKeys<Result>(_ body: () throws(TerminalError) -> Result)
    throws(TerminalError) -> Result
  {
    // What the process ignores stays ignored for both, as the parent may have no job control.
    let defaults = stopping.filter(canStop(by:))
    let reaping = reapsChildren ? [SIGCHLD] : []
    SignalTable.override([SIGINT, SIGQUIT], with: SIG_IGN)
    SignalTable.override(defaults, with: SIG_DFL)
    SignalTable.override(reaping) { action in
      // A handler stays.
      if action.isIgnoring { action.plain = SIG_DFL }
      action.sa_flags &= ~Int32(SA_NOCLDWAIT)
    }
    defer { SignalTable.endOverride([SIGINT, SIGQUIT] + defaults + reaping) }
    return try body()
  }

  /// Whether the system forgets a program as soon as it ends, so that nobody can wait for it, and another
  /// process may get its number.
  private static var reapsChildren: Bool {
    var action = sigaction()
    _ = unsafe sigaction(SIGCHLD, nil, &action)
    return action.isIgnoring || action.sa_flags & Int32(SA_NOCLDWAIT) != 0
  }

  /// Sends this process a signal again that arrived after its listeners had left, unless another
  /// listener received it.
  static func send(_ signal: Int32) {
    if !SignalTable.isHeard(signal) { SystemCall.send(signal) }
  }

  /// Ends the process like the signal's default action.
  static func end(by signal: Int32) -> Never {
    die(of: signal)
  }

  private static func withDisposition(
    _ disposition: sigaction.PlainHandler?, of signals: [Int32], _ body: () -> Void
  ) {
    SignalTable.override(signals, with: disposition)
    body()
    SignalTable.endOverride(signals)
  }

  private static func unblocking(_ signal: Int32, _ body: () -> Void) {
    let old = SignalMask(signal).unblock()
    body()
    old.restore()
  }
}
