internal import SpinCLibrary
internal import SpinCore
internal import Synchronization

/// Records a signal for the terminal thread and wakes the thread.
func handleWakingSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  if let block = RescueBlock.existing { wake(block, for: signal) }
  errno = code
}

/// Records a TTIN or TTOU, which a process may have sent, or the system because a thread uses the terminal
/// in the background.
///
/// ```
///   a thread                        the terminal thread
///   write ─▶ TTOU: recorded    ──▶  wakes
///   write again ─▶ TTOU: waits      gives the terminal back, stops the process
/// ```
///
/// The system makes the thread's call again after each signal. If the terminal thread does not take the
/// signal, because it hangs or makes that call itself, the handler restores no more than the attributes, and
/// stops the process. SIGCONT then has the modes set again.
func handleBackgroundSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  if let block = RescueBlock.existing {
    let bit = 1 as UInt64 &<< UInt64(signal)
    if block.pointee.signals.load(ordering: .acquiring) & bit == 0 {
      wake(block, for: signal)
    } else {
      var milliseconds = Rescue.patience
      while milliseconds > 0, block.pointee.signals.load(ordering: .acquiring) & bit != 0 {
        _ = poll(nil, 0, 1)
        milliseconds &-= 1
      }
      if milliseconds == 0 {
        block.pointee.signals.bitwiseAnd(~bit, ordering: .releasing)
        if block.pointee.phase.load(ordering: .acquiring) == RescueBlock.Phase.armed {
          Rescue.restoreAttributes(block)
        }
        stop(by: signal)
      }
    }
  }
  errno = code
}

/// Stops the process by a signal with its default action, and returns when it continues.
private func stop(by signal: Int32) {
  var (action, ours) = (sigaction(), sigaction())
  action.plain = SIG_DFL
  _ = unsafe sigaction(signal, &action, &ours)
  raise(signal)
  SignalMask(signal).unblock().restore()
  _ = unsafe sigaction(signal, &ours, nil)
}

/// Records an INT or TERM; a second one restores the terminal and ends the process, see
/// ``SignalRepetition``.
func handleInterruptingSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  if let block = RescueBlock.existing {
    endIfRepeated(signal, after: block.pointee.lastInterrupt)
    wake(block, for: signal)
  }
  errno = code
}

/// Passes on a signal that asks runs to end; a second INT or TERM ends the process, see
/// ``SignalRepetition``.
func handleEndingSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  if let block = RescueBlock.existing {
    // Not for HUP, which a shell sends to its jobs again.
    if signal == SIGINT || signal == SIGTERM {
      endIfRepeated(signal, after: block.pointee.lastEndingSignal)
    }
    var byte = UInt8(truncatingIfNeeded: signal)
    // The highest bit tells that the view receives the signal too.
    if block.pointee.wakeUp.load(ordering: .acquiring) >= 0 { byte |= 0x80 }
    _ = unsafe write(block.pointee.endingWakeUp.load(ordering: .acquiring), &byte, 1)
  }
  errno = code
}

private var nanoseconds: Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

/// Restores the terminal and ends the process if a signal repeats the last one.
@inline(__always)
private func endIfRepeated(_ signal: Int32, after time: borrowing Atomic<Int64>) {
  let now = nanoseconds
  switch SignalRepetition(at: now, after: time.load(ordering: .acquiring)) {
  case .sameRequest: return
  case .first: time.store(now, ordering: .releasing)
  case .second:
    Rescue.restoreOnce(isEnding: true)
    die(of: signal)
  }
}

/// What a signal that asks for the end means after another one.
///
/// ```
///   the first     0.2 s                              2 s
///   |-- the same ---|--------- the second one --------|-- the first again
/// ```
///
/// A user, or a service manager, asks once more after a while. What comes at once is the same request:
/// `timeout` signals its child and then the group, and so does a wrapper that passes on ctrl-C, which the
/// terminal has sent to the whole group.
enum SignalRepetition {
  case first, sameRequest, second

  /// - Parameters:
  ///   - now: The time in nanoseconds.
  ///   - last: The time of the last first signal; 0 for none.
  @inline(__always)
  init(at now: Int64, after last: Int64) {
    let passed = now &- last
    if last == 0 || passed >= 2_000_000_000 {
      self = .first
    } else {
      self = passed < 200_000_000 ? .sameRequest : .second
    }
  }
}

/// Restores the terminal after a fault, and then lets the fault take its course.
///
/// The previous handler (a debugger's, a sanitizer's or Swift's backtracer) runs with the terminal
/// restored. After that, the fault happens again when this handler returns. A signal that was sent
/// to the process, and not caused by a fault, is raised again.
func handleFatalSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  Rescue.restoreOnce(isEnding: true)
  guard let block = RescueBlock.existing, signal > 0, signal < RescueBlock.signalCount else {
    die(of: signal)
  }
  let previous = unsafe block.pointee.previous + Int(signal)
  _ = unsafe sigaction(signal, previous, nil)
  errno = code
  if unsafe previous.pointee.sa_flags & SA_SIGINFO != 0,
    let handler = unsafe previous.pointee.informed
  {
    unsafe handler(signal, info, context)
  }
  // NB: no `map`: in a debug build, its first use here looks up a type, which allocates, and the
  // fault may have interrupted an allocation.
  let isSent = if let info = unsafe info { unsafe info.pointee.si_code <= 0 } else { true }
  // A handled trap would not happen again.
  if isSent || signal == SIGTRAP { die(of: signal) }
  errno = code
}

/// Restores the terminal and ends the process by the signal's default action.
///
/// A write into a broken pipe sends such a signal, and the program expects that the write does not
/// return.
func handleDeadlySignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  Rescue.restoreOnce(isEnding: true)
  die(of: signal)
}

/// Ends the process by a signal with its default action.
///
/// Process 1, for which default actions do nothing, exits with the status that a shell would show.
func die(of signal: Int32) -> Never {
  var action = sigaction()
  action.plain = SIG_DFL
  _ = unsafe sigaction(signal, &action, nil)
  raise(signal)
  SignalMask(signal).unblock()
  _exit(128 &+ signal)
}

@inline(__always)
private func wake(_ block: RescueBlock.Address, for signal: Int32) {
  // After a view has ended, the signal is left to its other listeners.
  let pipe = block.pointee.wakeUp.load(ordering: .acquiring)
  guard pipe >= 0 else { return }
  block.pointee.signals.bitwiseOr(1 &<< UInt64(signal), ordering: .releasing)
  var byte: UInt8 = 0
  _ = unsafe write(pipe, &byte, 1)
}
