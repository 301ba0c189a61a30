internal import SpinCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Stopping and continuing the job, and ending the process.
extension Signals {
  /// Whether the job may be stopped; a parent process without job control ignores the signal.
  static var canStop: Bool {
    !RescueBlock.shared.pointee.previous[Int(SIGTSTP)].isIgnoring
  }

  /// Stops the whole job, or only this process.
  ///
  /// The function returns once the job continues. The kernel drops the signal for a group whose
  /// parent cannot continue it; then the function returns as well.
  static func stopJob(wholeGroup: Bool) {
    withDisposition(SIG_DFL, of: [SIGTSTP]) {
      unblocking(SIGTSTP) { _ = kill(wholeGroup ? 0 : getpid(), SIGTSTP) }
      // Another thread may receive the signal a moment later.
      _ = poll(nil, 0, 100)
    }
  }

  /// Calls `body` with the default disposition of SIGTTOU, as a shell expects of a background job.
  ///
  /// - Returns: The result of `body`; `errno` is no longer that of its calls.
  static func withDefaultTerminalOutput(_ body: () -> Int32) -> Int32 {
    var result: Int32 = 0
    withDisposition(SIG_DFL, of: [SIGTTOU]) {
      unblocking(SIGTTOU) { result = body() }
    }
    return result
  }

  /// Calls `body` while another program has the terminal, whose signal keys are then not for this
  /// one.
  static func yieldingKeys<Result>(_ body: () throws(TerminalError) -> Result)
    throws(TerminalError) -> Result
  {
    SignalTable.override([SIGINT, SIGQUIT], with: SIG_IGN)
    SignalTable.override([SIGTSTP], with: SIG_DFL)
    defer { SignalTable.endOverride([SIGINT, SIGQUIT, SIGTSTP]) }
    return try body()
  }

  /// Sends this process a signal again that arrived after its listeners had left, unless another
  /// listener received it.
  static func send(_ signal: Int32) {
    if !SignalTable.isHeard(signal) { _ = kill(getpid(), signal) }
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
    var mask = sigset_t()
    var old = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, &old)
    body()
    pthread_sigmask(SIG_SETMASK, &old, nil)
  }
}
