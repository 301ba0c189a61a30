internal import SpinCLibrary

/// Signals that the calling thread blocks or receives; all functions in this file may run inside a signal
/// handler.
struct SignalMask {
  private var signals = sigset_t()

  /// A mask of one signal or of two.
  @inline(__always)
  init(_ signal: Int32, _ other: Int32? = nil) {
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    if let other { unsafe sigaddset(&signals, other) }
  }

  private init() {}

  /// The signals that can be blocked: if a fault were blocked, it would end the process at once.
  @inline(__always)
  static var allButFaults: SignalMask {
    var mask = SignalMask()
    unsafe sigfillset(&mask.signals)
    unsafe sigdelset(&mask.signals, SIGSEGV)
    unsafe sigdelset(&mask.signals, SIGBUS)
    unsafe sigdelset(&mask.signals, SIGILL)
    unsafe sigdelset(&mask.signals, SIGTRAP)
    unsafe sigdelset(&mask.signals, SIGFPE)
    unsafe sigdelset(&mask.signals, SIGABRT)
    unsafe sigdelset(&mask.signals, SIGSYS)
    return mask
  }

  /// Blocks the signals for the calling thread, and returns the mask to restore.
  @inline(__always)
  func block() -> SignalMask { change(SIG_BLOCK) }

  /// Lets the calling thread receive the signals, and returns the mask to restore.
  ///
  /// A signal that waits arrives before the call returns.
  @inline(__always)
  @discardableResult
  func unblock() -> SignalMask { change(SIG_UNBLOCK) }

  /// Blocks just these signals for the calling thread.
  @inline(__always)
  func restore() { _ = change(SIG_SETMASK) }

  @inline(__always)
  private func change(_ how: Int32) -> SignalMask {
    var (mask, old) = (self, SignalMask())
    unsafe pthread_sigmask(how, &mask.signals, &old.signals)
    return old
  }
}
