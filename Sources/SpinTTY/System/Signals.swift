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
  static let hangUp = SIGHUP
  static let brokenPipe = SIGPIPE
  static let certainDeath = SIGKILL

  static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
  /// Signals that kill a program which does not say what to do with them.
  ///
  /// It does say so by a handler, or by ignoring them: then they are left to it.
  static let deadly: [Int32] = {
    let everywhere = [
      SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
    ]
    #if canImport(Darwin)
      return everywhere + [SIGEMT]
    #else
      let realTime = __libc_current_sigrtmin()...__libc_current_sigrtmax()
      return everywhere + [SIGIO, SIGPWR, SIGSTKFLT] + realTime
    #endif
  }()
  private static let interrupting = [SIGINT, SIGTERM]
  private static let waking = [SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]
  /// Whoever started us with one of these ignored wants it so (`nohup`, a shell without job
  /// control).
  private static let inherited = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  private static let handled = interrupting + waking + fatal + deadly

  /// Installs all handlers; the block must know where to write already.
  static func install(waker: Descriptor) throws(TerminalError) {
    let block = RescueBlock.shared
    block.pointee.signals.store(0, ordering: .releasing)
    block.pointee.lastInterrupt.store(0, ordering: .releasing)
    block.pointee.wakeUp.store(waker.number, ordering: .releasing)
    for signal in handled {
      // Written before, because the handler may run at once.
      _ = sigaction(signal, nil, block.pointee.previous + Int(signal))
      if inherited.contains(signal), block.pointee.previous[Int(signal)].isIgnoring { continue }
      if deadly.contains(signal), !block.pointee.previous[Int(signal)].isDefault { continue }
      var action = handler(of: signal)
      guard sigaction(signal, &action, nil) == 0 else {
        let code = errno
        uninstall()
        throw TerminalError(
          .installHandlers, code: code, "No handler could be installed for signal \(signal).")
      }
    }
  }

  /// Restores the previous handler of each signal, unless other code has replaced this one
  /// meanwhile.
  static func uninstall() {
    let block = RescueBlock.shared
    for signal in handled {
      var present = sigaction()
      _ = sigaction(signal, nil, &present)
      guard present.address == handler(of: signal).address else { continue }
      _ = sigaction(signal, block.pointee.previous + Int(signal), nil)
    }
    block.pointee.wakeUp.store(-1, ordering: .releasing)
  }

  /// The signals whose disposition is ours now, so that a child has to be given the default.
  static var touched: [Int32] {
    handled.filter {
      !RescueBlock.shared.pointee.previous[Int($0)].isIgnoring
    }
  }

  /// The signals that came since the last call.
  static func take() -> [Int32] {
    let bits = RescueBlock.shared.pointee.signals.exchange(0, ordering: .acquiringAndReleasing)
    return bits == 0 ? [] : (1..<64).filter { bits & 1 << UInt64($0) != 0 }
  }

  /// Whether a signal came that asks for the end; it is still there to be taken.
  static var isEndAsked: Bool {
    let bits = RescueBlock.shared.pointee.signals.load(ordering: .acquiring)
    return ending.contains { bits & 1 << UInt64($0) != 0 }
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
    if deadly.contains(signal) {
      action.setHandler(handleDeadlySignal)
    } else if interrupting.contains(signal) {
      action.setHandler(handleInterruptingSignal)
    } else {
      action.setHandler(handleWakingSignal)
    }
    action.sa_flags = SA_RESTART | SA_ONSTACK
    return action
  }
}

extension sigaction {
  /// The handler, as a number to compare.
  var address: UInt { unsafeBitCast(plainHandler, to: UInt.self) }

  var isDefault: Bool { address == unsafeBitCast(SIG_DFL, to: UInt.self) }
  var isIgnoring: Bool { address == unsafeBitCast(SIG_IGN, to: UInt.self) }
}
