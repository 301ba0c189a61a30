internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The handlers that are installed while a view has the terminal, and what was there before.
///
/// NB: `sigaction` and not a dispatch source, which on Linux replaces the handler of the process
/// and has lost signals.
enum Signals {
  /// The signals that ask a program to end.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  static let resize = SIGWINCH
  static let stop = SIGTSTP
  static let resume = SIGCONT
  static let interrupt = SIGINT

  static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
  private static let interrupting = [SIGINT, SIGTERM]
  private static let waking = [SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]
  /// Whoever started us with one of these ignored wants it so (`nohup`, a shell without job
  /// control).
  private static let inherited = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  /// Installs all handlers; the block must know where to write already.
  static func install(waker: Descriptor) throws(TerminalError) {
    let block = RescueBlock.shared
    block.pointee.signals.store(0, ordering: .releasing)
    block.pointee.lastInterrupt.store(0, ordering: .releasing)
    block.pointee.wakeUp.store(waker.number, ordering: .releasing)
    for signal in interrupting + waking + fatal {
      // Written before, because the handler may run at once.
      _ = sigaction(signal, nil, block.pointee.previous + Int(signal))
      if inherited.contains(signal), block.pointee.previous[Int(signal)].isIgnoring { continue }
      var action = handler(of: signal)
      guard sigaction(signal, &action, nil) == 0 else {
        let code = errno
        uninstall()
        throw TerminalError(
          .installHandlers, code: code, "No handler could be installed for signal \(signal).")
      }
    }
  }

  /// Gives each signal back to who had it, unless somebody else took it from us meanwhile.
  static func uninstall() {
    let block = RescueBlock.shared
    for signal in interrupting + waking + fatal {
      var present = sigaction()
      _ = sigaction(signal, nil, &present)
      guard present.address == handler(of: signal).address else { continue }
      _ = sigaction(signal, block.pointee.previous + Int(signal), nil)
    }
    block.pointee.wakeUp.store(-1, ordering: .releasing)
  }

  /// The signals whose disposition is ours now, so that a child has to be given the default.
  static var touched: [Int32] {
    (interrupting + waking + fatal).filter {
      !RescueBlock.shared.pointee.previous[Int($0)].isIgnoring
    }
  }

  /// The signals that came since the last call.
  static func take() -> [Int32] {
    let bits = RescueBlock.shared.pointee.signals.exchange(0, ordering: .acquiringAndReleasing)
    return bits == 0 ? [] : (1..<64).filter { bits & 1 << UInt64($0) != 0 }
  }

  private static func handler(of signal: Int32) -> sigaction {
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    sigaddset(&action.sa_mask, SIGTTOU)
    if fatal.contains(signal) {
      action.setHandler(handleFatalSignal)
      action.sa_flags = SA_SIGINFO | SA_ONSTACK
      return action
    }
    if interrupting.contains(signal) {
      action.setHandler(handleInterruptingSignal)
    } else {
      action.setHandler(handleWakingSignal)
    }
    action.sa_flags = SA_RESTART | SA_ONSTACK
    return action
  }
}

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

extension sigaction {
  /// The handler, as a number to compare.
  fileprivate var address: UInt { unsafeBitCast(plainHandler, to: UInt.self) }

  fileprivate var isIgnoring: Bool { address == unsafeBitCast(SIG_IGN, to: UInt.self) }
}
