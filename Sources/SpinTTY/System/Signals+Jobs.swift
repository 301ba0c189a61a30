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
    let before = replace(SIG_IGN, of: [SIGINT, SIGQUIT]) + replace(SIG_DFL, of: [SIGTSTP])
    defer { restore(before) }
    return try body()
  }

  /// Sends a signal to this process.
  static func send(_ signal: Int32) { _ = kill(getpid(), signal) }

  /// Ends the process as the signal would have.
  static func end(by signal: Int32) -> Never {
    die(of: signal)
    _exit(128 + signal)
  }

  private static func withDisposition(
    _ disposition: PlainHandler?, of signals: [Int32], _ body: () -> Void
  ) {
    let before = replace(disposition, of: signals)
    body()
    restore(before)
  }

  private static func replace(
    _ disposition: PlainHandler?, of signals: [Int32]
  ) -> [(Int32, sigaction)] {
    signals.map { signal in
      var action = sigaction()
      action.setHandler(disposition)
      var before = sigaction()
      _ = sigaction(signal, &action, &before)
      return (signal, before)
    }
  }

  private static func restore(_ actions: [(Int32, sigaction)]) {
    for (signal, action) in actions {
      var action = action
      _ = sigaction(signal, &action, nil)
    }
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
