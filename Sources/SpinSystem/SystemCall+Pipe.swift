internal import SpinCLibrary

extension SystemCall {
  /// Returns the read end and the write end of a new pipe, which do not block and are closed on exec.
  ///
  /// Neither end takes the number of a closed standard descriptor. Otherwise a program started
  /// without standard output would print into its own pipe.
  ///
  /// - Throws: An error if the process or the system has no descriptors left.
  package static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    // NB: pipe2 is not imported from Glibc. A program that another thread starts at this moment
    // inherits the ends, which only keeps them open longer.
    guard systemPipe(&ends) == 0 else { throw SystemError(.makePipe, code: errno) }
    for index in ends.indices where ends[index] <= STDERR_FILENO {
      let low = ends[index]
      ends[index] = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      let code = errno
      close(low)
      errno = code
    }
    guard ends.allSatisfy({ $0 >= 0 }) else {
      let code = errno
      for end in ends where end >= 0 { close(end) }
      throw SystemError(.makePipe, code: code)
    }
    for end in ends {
      Descriptor(end).closeOnExec()
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }
}

private func systemPipe(_ ends: inout [Int32]) -> Int32 { unsafe pipe(&ends) }
