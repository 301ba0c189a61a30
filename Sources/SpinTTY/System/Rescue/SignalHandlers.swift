internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Notes a signal for the terminal thread and wakes it.
func handleWakingSignal(_ signal: Int32) {
  let code = errno
  if let block = RescueBlock.existing { wake(block, for: signal) }
  errno = code
}

/// Notes an INT or TERM; the second within two seconds gives the terminal back and ends it all.
func handleInterruptingSignal(_ signal: Int32) {
  let code = errno
  if let block = RescueBlock.existing {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    let last = block.pointee.lastInterrupt.exchange(now, ordering: .acquiringAndReleasing)
    if last != 0, now &- last < 2_000_000_000 {
      Rescue.restoreOnce(isEnding: true)
      die(of: signal)
    }
    wake(block, for: signal)
  }
  errno = code
}

/// Gives the terminal back after a fault, and lets the fault take its course.
///
/// The one who handled it before us (a debugger's or sanitizer's handler, Swift's backtracer) is
/// called with the terminal as it was. Then the fault happens again when this returns, or, if it
/// was sent and did not happen, it is sent again.
func handleFatalSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  Rescue.restoreOnce(isEnding: true)
  guard let block = RescueBlock.existing, signal > 0, signal < RescueBlock.signalCount else {
    return die(of: signal)
  }
  let previous = block.pointee.previous + Int(signal)
  _ = sigaction(signal, previous, nil)
  errno = code
  if previous.pointee.sa_flags & SA_SIGINFO != 0, let handler = previous.pointee.informedHandler {
    handler(signal, info, context)
  }
  let isSent = info.map { $0.pointee.si_code <= 0 } ?? true
  // A trap is over when it is handled, so it would not happen again.
  if isSent || signal == SIGTRAP { die(of: signal) }
  errno = code
}

/// Gives the terminal back and dies of a signal as the process would have without us.
///
/// A write into a pipe that nobody reads is one: it does not return to the program, which counts on
/// that.
func handleDeadlySignal(_ signal: Int32) {
  Rescue.restoreOnce(isEnding: true)
  die(of: signal)
}

/// Ends the process by a signal with its default action; returns never.
///
/// As process 1, whose default actions do nothing, by the status that a shell would show.
func die(of signal: Int32) {
  var action = sigaction()
  action.setHandler(SIG_DFL)
  _ = sigaction(signal, &action, nil)
  var mask = sigset_t()
  sigemptyset(&mask)
  sigaddset(&mask, signal)
  raise(signal)
  pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  _exit(128 &+ signal)
}

@inline(__always)
private func wake(_ block: UnsafeMutablePointer<RescueBlock>, for signal: Int32) {
  block.pointee.signals.bitwiseOr(1 &<< UInt64(signal), ordering: .releasing)
  var byte: UInt8 = 0
  _ = write(block.pointee.wakeUp.load(ordering: .acquiring), &byte, 1)
}

typealias InformedHandler =
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
typealias PlainHandler = @convention(c) (Int32) -> Void

extension sigaction {
  #if canImport(Darwin)
    @inline(__always)
    var informedHandler: InformedHandler? { __sigaction_u.__sa_sigaction }
    @inline(__always)
    var plainHandler: PlainHandler? { __sigaction_u.__sa_handler }
    mutating func setHandler(_ handler: InformedHandler) {
      __sigaction_u.__sa_sigaction = handler
    }
    @inline(__always)
    mutating func setHandler(_ handler: PlainHandler?) { __sigaction_u.__sa_handler = handler }
  #elseif canImport(Musl)
    @inline(__always)
    var informedHandler: InformedHandler? { __sa_handler.sa_sigaction }
    @inline(__always)
    var plainHandler: PlainHandler? { __sa_handler.sa_handler }
    mutating func setHandler(_ handler: InformedHandler) { __sa_handler.sa_sigaction = handler }
    @inline(__always)
    mutating func setHandler(_ handler: PlainHandler?) { __sa_handler.sa_handler = handler }
  #else
    @inline(__always)
    var informedHandler: InformedHandler? { __sigaction_handler.sa_sigaction }
    @inline(__always)
    var plainHandler: PlainHandler? { __sigaction_handler.sa_handler }
    mutating func setHandler(_ handler: InformedHandler) {
      __sigaction_handler.sa_sigaction = handler
    }
    @inline(__always)
    mutating func setHandler(_ handler: PlainHandler?) {
      __sigaction_handler.sa_handler = handler
    }
  #endif
}
