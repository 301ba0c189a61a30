internal import SpinCore
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Notes a signal for the terminal thread and wakes it.
func handleWakingSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  if let block = RescueBlock.existing { wake(block, for: signal) }
  errno = code
}

/// Notes an INT or TERM; the second within two seconds gives the terminal back and ends it all.
func handleInterruptingSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  if let block = RescueBlock.existing {
    let now = nanoseconds
    let last = block.pointee.lastInterrupt.exchange(now, ordering: .acquiringAndReleasing)
    endIfRepeated(signal, last, now)
    wake(block, for: signal)
  }
  errno = code
}

/// Notes a signal that asks runs to end; the second INT or TERM within two seconds ends it all.
func handleEndingSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  if let block = RescueBlock.existing {
    let now = nanoseconds
    // Not HUP, which a shell sends again to its jobs.
    if signal == SIGINT || signal == SIGTERM {
      let last = block.pointee.lastEndingSignal.exchange(now, ordering: .acquiringAndReleasing)
      endIfRepeated(signal, last, now)
    }
    var byte = UInt8(truncatingIfNeeded: signal)
    // The view hears it too.
    if block.pointee.wakeUp.load(ordering: .acquiring) >= 0 { byte |= 0x80 }
    _ = write(block.pointee.endingWakeUp.load(ordering: .acquiring), &byte, 1)
  }
  errno = code
}

private var nanoseconds: Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

/// Gives the terminal back and ends the process if the last signal was a moment ago.
private func endIfRepeated(_ signal: Int32, _ last: Int64, _ now: Int64) {
  guard last != 0, now &- last < 2_000_000_000 else { return }
  Rescue.restoreOnce(isEnding: true)
  die(of: signal)
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
    die(of: signal)
  }
  let previous = block.pointee.previous + Int(signal)
  _ = sigaction(signal, previous, nil)
  errno = code
  if previous.pointee.sa_flags & SA_SIGINFO != 0, let handler = previous.pointee.informedHandler {
    handler(signal, info, context)
  }
  // NB: no `map`. In a debug build it looks up its type here for the first time, which allocates, and the
  // fault may have come in the midst of an allocation.
  let isSent = if let info { info.pointee.si_code <= 0 } else { true }
  // A trap is over when it is handled, so it would not happen again.
  if isSent || signal == SIGTRAP { die(of: signal) }
  errno = code
}

/// Gives the terminal back and dies of a signal as the process would have without us.
///
/// A write into a pipe that nobody reads is one: it does not return to the program, which counts on
/// that.
func handleDeadlySignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  Rescue.restoreOnce(isEnding: true)
  die(of: signal)
}

/// Ends the process by a signal with its default action.
///
/// As process 1, whose default actions do nothing, by the status that a shell would show.
func die(of signal: Int32) -> Never {
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
  // A view that has gone leaves the signal to those who listen as well.
  let pipe = block.pointee.wakeUp.load(ordering: .acquiring)
  guard pipe >= 0 else { return }
  block.pointee.signals.bitwiseOr(1 &<< UInt64(signal), ordering: .releasing)
  var byte: UInt8 = 0
  _ = write(pipe, &byte, 1)
}

extension sigaction {
  #if canImport(Darwin)
    @inline(__always)
    var informedHandler: SignalListener? { __sigaction_u.__sa_sigaction }
    @inline(__always)
    mutating func setHandler(_ handler: PlainHandler?) { __sigaction_u.__sa_handler = handler }
  #elseif canImport(Musl)
    @inline(__always)
    var informedHandler: SignalListener? { __sa_handler.sa_sigaction }
    @inline(__always)
    mutating func setHandler(_ handler: PlainHandler?) { __sa_handler.sa_handler = handler }
  #else
    @inline(__always)
    var informedHandler: SignalListener? { __sigaction_handler.sa_sigaction }
    @inline(__always)
    mutating func setHandler(_ handler: PlainHandler?) {
      __sigaction_handler.sa_handler = handler
    }
  #endif
}
