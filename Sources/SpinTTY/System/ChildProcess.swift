#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Another program that was started on the terminal.
///
/// Only the thread that sends it signals takes its status: until then no other process gets its
/// number.
struct ChildProcess: Sendable {
  let id: pid_t
  let program: String

  /// Calls a closure on another thread when it has ended, or cannot be waited for.
  func onEnd(_ call: @escaping @Sendable () -> Void) {
    let id = id_t(id)
    SystemThread.start {
      var information = siginfo_t()
      _ = SystemCall.retrying { waitid(P_PID, id, &information, WEXITED | WNOWAIT) }
      call()
    }
  }

  /// Sends it a signal; not after its status was taken.
  func send(_ signal: Int32) { _ = kill(id, signal) }

  /// Waits for its end, and takes its status.
  var status: ChildStatus {
    get throws(TerminalError) {
      var status: Int32 = 0
      guard SystemCall.retrying({ waitpid(id, &status, 0) }) == id else {
        throw TerminalError(.awaitChild, code: errno, "\(program) cannot be waited for.")
      }
      let signal = status & 0x7F
      return signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
    }
  }
}
