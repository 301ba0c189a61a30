internal import SpinCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Going to sleep, waking up, and the end.
extension Signals {
  /// Whether the job may be sent to sleep; who started us without job control ignores the signal.
  static var canStop: Bool {
    !RescueBlock.shared.pointee.previous[Int(SIGTSTP)].isIgnoring
  }

  /// Sends the job to sleep: the whole job, or this process only.
  ///
  /// Returns when it woke up. The kernel drops the signal for a group whose parent cannot wake it,
  /// and then this returns as well.
  static func stopJob(wholeGroup: Bool) {
    withDisposition(SIG_DFL, of: [SIGTSTP]) {
      unblocking(SIGTSTP) { _ = kill(wholeGroup ? 0 : getpid(), SIGTSTP) }
      // Another thread may be the one that takes the signal, a moment later.
      _ = poll(nil, 0, 100)
    }
  }

  /// Calls `body` with SIGTTOU at its default, as the shell expects of a job in the background.
  static func withDefaultTerminalOutput(_ body: () -> Bool) -> Bool {
    var result = false
    withDisposition(SIG_DFL, of: [SIGTTOU]) {
      unblocking(SIGTTOU) { result = body() }
    }
    return result
  }

  /// Calls `body` while another program has the terminal: its keys are not for us.
  static func yieldingKeys<Result>(_ body: () throws(TerminalError) -> Result)
    throws(TerminalError) -> Result
  {
    SignalTable.override([SIGINT, SIGQUIT], with: SIG_IGN)
    SignalTable.override([SIGTSTP], with: SIG_DFL)
    defer { SignalTable.endOverride([SIGINT, SIGQUIT, SIGTSTP]) }
    return try body()
  }

  /// Sends this process a signal once more that came too late for those who had listened, unless
  /// somebody listens to it and has heard it.
  static func send(_ signal: Int32) {
    if !SignalTable.isHeard(signal) { _ = kill(getpid(), signal) }
  }

  /// Ends the process as the signal would have.
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
