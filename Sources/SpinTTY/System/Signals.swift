internal import SpinCLibrary
internal import SpinCore
internal import SpinSystem
internal import Synchronization

/// The signal handlers of a view that has the terminal, and the previous dispositions.
///
/// NB: a dispatch source is no alternative: on Linux, it replaces the handler of the process and
/// has lost signals.
enum Signals {
  /// The signals that ask a program to end.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  static let resize = SIGWINCH
  static let stop = SIGTSTP
  /// The signal that stops a job which reads from the terminal in the background.
  static let stopForInput = SIGTTIN
  /// The signals that stop a process and that it can catch.
  static let stopping = [SIGTSTP] + inBackground
  static let resume = SIGCONT
  static let interrupt = SIGINT
  static let hangUp = SIGHUP
  static let brokenPipe = SIGPIPE
  static let certainDeath = SIGKILL

  static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
  /// Signals that end a program by default.
  ///
  /// If the program handles or ignores such a signal, the view leaves it alone.
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
  private static let inBackground = [SIGTTIN, SIGTTOU]
  /// Signals that stay ignored if the parent process had them ignored (`nohup`, a shell without job
  /// control).
  private static let inherited = ending + stopping
  private static let handled = interrupting + waking + inBackground + fatal + deadly

  /// Installs the handlers, which write to `waker`.
  static func install(waker: Descriptor) throws(TerminalError) {
    let block = RescueBlock.shared
    block.pointee.signals.store(0, ordering: .releasing)
    block.pointee.lastInterrupt.store(0, ordering: .releasing)
    block.pointee.wakeUp.store(waker.number, ordering: .releasing)
    for signal in handled {
      // Stored before the handler is installed, because the handler may run at once.
      let former = SignalTable.formerAction(of: signal)
      unsafe block.pointee.previous[Int(signal)] = former
      if inherited.contains(signal), former.isIgnoring { continue }
      if deadly.contains(signal), !former.isDefault { continue }
      let code = unsafe SignalTable.listen(
        to: signal, as: role(of: signal), listener(of: signal))
      guard code == 0 else {
        uninstall()
        throw TerminalError(
          .installHandlers, code: code, "No handler could be installed for signal \(signal).")
      }
    }
  }

  /// Removes the handlers.
  static func uninstall() {
    // First, so that each signal is either recorded for the view or left to other listeners.
    RescueBlock.shared.pointee.wakeUp.store(-1, ordering: .releasing)
    for signal in handled { SignalTable.stopListening(to: signal, as: role(of: signal)) }
  }

  /// The signals that a child must get with their default disposition, because a handler may be
  /// installed.
  static var touched: [Int32] {
    handled.filter {
      unsafe !RescueBlock.shared.pointee.previous[Int($0)].isIgnoring
    }
  }

  /// Returns the signals received since the last call.
  static func take() -> [Int32] {
    let bits = RescueBlock.shared.pointee.signals.exchange(0, ordering: .acquiringAndReleasing)
    return bits == 0 ? [] : (1..<64).filter { bits & 1 << UInt64($0) != 0 }
  }

  /// Whether a received signal asks the program to end; the signal can still be taken.
  static var isEndAsked: Bool {
    let bits = RescueBlock.shared.pointee.signals.load(ordering: .acquiring)
    return ending.contains { bits & 1 << UInt64($0) != 0 }
  }

  /// Drops the received signals of a pause, which has ended.
  static func dropPauses() {
    let pauses = (stopping + [resume]).reduce(0 as UInt64) { $0 | 1 << UInt64($1) }
    RescueBlock.shared.pointee.signals.bitwiseAnd(~pauses, ordering: .acquiringAndReleasing)
  }

  /// Begins to listen to the signals that ask runs to end, except those that the process ignores.
  static func listenForRuns() {
    RescueBlock.shared.pointee.lastEndingSignal.store(0, ordering: .releasing)
    for signal in ending where !SignalTable.formerAction(of: signal).isIgnoring {
      _ = unsafe SignalTable.listen(to: signal, as: .runs, handleEndingSignal)
    }
  }

  /// Stops listening to the signals that ask runs to end.
  static func stopListeningForRuns() {
    for signal in ending { SignalTable.stopListening(to: signal, as: .runs) }
  }

  private static func role(of signal: Int32) -> SignalRole {
    deadly.contains(signal) ? .lastResort : .view
  }

  private static func listener(of signal: Int32) -> SignalListener {
    if fatal.contains(signal) { return unsafe handleFatalSignal }
    if deadly.contains(signal) { return unsafe handleDeadlySignal }
    if inBackground.contains(signal) { return unsafe handleBackgroundSignal }
    return unsafe interrupting.contains(signal) ? handleInterruptingSignal : handleWakingSignal
  }
}
