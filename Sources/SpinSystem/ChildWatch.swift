internal import SpinCLibrary

/// A thread that waits for the end of a process, created before the process is started.
struct ChildWatch {
  /// The pipe on which the thread gets the number of the process.
  private let pipe: (reading: Descriptor, writing: Descriptor)

  /// - Parameter call: A closure that is called on the thread when the process has ended or cannot
  ///   be waited for.
  /// - Throws: An error if the system has no pipe or no thread left.
  init(_ call: @escaping @Sendable () -> Void) throws(SystemError) {
    let pipe = try SystemCall.pipe()
    self.pipe = pipe
    pipe.reading.setBlocking()
    do {
      try SystemThread.start {
        var id: pid_t = 0
        let isBegun = unsafe withUnsafeMutableBytes(of: &id) { unsafe pipe.reading.read(into: $0) }
        pipe.reading.close()
        guard isBegun == .moved(MemoryLayout<pid_t>.size) else { return }
        var information = unsafe siginfo_t()
        _ = SystemCall.retrying { unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) }
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
    _ = unsafe withUnsafeBytes(of: id) { unsafe pipe.writing.write($0) }
  }

  /// Closes the pipe, which ends the thread if no process was started.
  func close() { pipe.writing.close() }
}
