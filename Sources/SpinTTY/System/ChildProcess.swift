#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A program started on the terminal.
///
/// Only the thread that sends signals reaps the status, because until then no other process gets
/// the same number.
struct ChildProcess: Sendable {
  let id: pid_t
  let program: String

  /// Sends a signal to the process; do not call it after ``status``.
  func send(_ signal: Int32) { _ = kill(id, signal) }

  /// Waits for the end of the process and reaps its status.
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

/// A thread that waits for the end of a process, created before the process is started.
struct ChildWatch {
  /// The pipe on which the thread gets the number of the process.
  private let pipe: (reading: Descriptor, writing: Descriptor)

  /// - Parameter call: A closure that is called on the thread when the process has ended or cannot
  ///   be waited for.
  /// - Throws: An error if the system has no pipe or no thread left.
  init(_ call: @escaping @Sendable () -> Void) throws(TerminalError) {
    let pipe = try SystemCall.pipe()
    self.pipe = pipe
    pipe.reading.setBlocking()
    do {
      try SystemThread.start {
        var id: pid_t = 0
        let isBegun = withUnsafeMutableBytes(of: &id) { pipe.reading.read(into: $0) }
        pipe.reading.close()
        guard isBegun == .moved(MemoryLayout<pid_t>.size) else { return }
        var information = siginfo_t()
        _ = SystemCall.retrying { waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) }
        call()
      }
    } catch {
      pipe.reading.close()
      pipe.writing.close()
      throw error
    }
  }

  /// The process was started.
  func begin(_ id: pid_t) {
    _ = withUnsafeBytes(of: id) { pipe.writing.write($0) }
  }

  /// Closes the pipe, which ends the thread if no process was started.
  func close() { pipe.writing.close() }
}
