#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

extension Platform {
  /// Returns the read end and the write end of a pipe, which do not block and are closed on exec;
  /// `nil` if the process or the system has no descriptors left, see `errno`.
  ///
  /// Neither end takes the number of a closed standard descriptor. Otherwise a program started
  /// without standard output would print into its own pipe.
  package static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    // NB: pipe2 is not imported from Glibc. A program that another thread starts at this moment
    // inherits the ends, which only keeps them open longer.
    guard unsafe pipe(&ends) == 0 else { return nil }
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
      errno = code
      return nil
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }
}
