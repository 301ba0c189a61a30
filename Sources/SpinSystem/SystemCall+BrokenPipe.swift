internal import SpinCLibrary

/// Writes into pipes that nobody reads.
extension SystemCall {
  package static func isBrokenPipe(_ code: Int32) -> Bool { code == EPIPE }

  /// Calls `body` and consumes the SIGPIPE that a write in it sends to the calling thread.
  static func withoutBrokenPipeSignal(_ body: () -> Transfer) -> Transfer {
    var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let outcome = body()
    guard outcome == .failed(EPIPE), unsafe sigpending(&pending) == 0,
      unsafe sigismember(&pending, SIGPIPE) == 1
    else { return outcome }
    // If the signal is not pending, it is ignored; if the caller had blocked it, it stays pending.
    var signal: Int32 = 0
    if unsafe sigismember(&before, SIGPIPE) == 0 { unsafe sigwait(&pipe, &signal) }
    return outcome
  }
}
