internal import SpinCore

// NB: `stdout` is a variable of the C library, and is imported as an unguarded one.
#if canImport(Darwin)
  @preconcurrency internal import Darwin
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#else
  @preconcurrency internal import Glibc
#endif

/// Wrappers of C library calls, which retry interrupted calls and return errors as values.
enum SystemCall {
  /// The result of a read or a write.
  enum Transfer: Equatable {
    /// This number of bytes was moved.
    case moved(Int)
    /// No bytes can be moved now.
    case wouldBlock
    /// The input has ended.
    case ended
    /// The call failed with this error number.
    case failed(Int32)
  }

  static func message(for code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// The monotonic time since an arbitrary moment, independent of changes of the date.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Returns the environment variables with some names.
  static func environment(_ names: some Sequence<String>) -> [String: String] {
    var result: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }

  static func isBrokenPipe(_ code: Int32) -> Bool { code == EPIPE }

  /// Calls `body` and consumes the SIGPIPE that a write in it sends to the calling thread.
  static func withoutBrokenPipeSignal(_ body: () -> Transfer) -> Transfer {
    var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let outcome = body()
    guard outcome == .failed(EPIPE), sigpending(&pending) == 0, sigismember(&pending, SIGPIPE) == 1
    else { return outcome }
    // If the signal is not pending, it is ignored; if the caller had blocked it, it stays pending.
    var signal: Int32 = 0
    if sigismember(&before, SIGPIPE) == 0 { sigwait(&pipe, &signal) }
    return outcome
  }

  /// Ends the process with `exit(3)`.
  static func exit(_ status: Int32) -> Never { systemExit(status) }

  static func retrying<Number: FixedWidthInteger>(_ body: () -> Number) -> Number {
    while true {
      let result = body()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// Returns the ends of a pipe, see ``Platform/makePipe()``.
  static func pipe() throws(TerminalError) -> (reading: Descriptor, writing: Descriptor) {
    guard let ends = Platform.makePipe() else {
      throw TerminalError(.makePipe, code: errno, "No pipe could be made.")
    }
    return (Descriptor(ends.reading), Descriptor(ends.writing))
  }

  /// Whether the calling thread is the one that called `main`.
  static var isMainThread: Bool {
    #if canImport(Darwin)
      return pthread_main_np() != 0
    #else
      // NB: gettid is not imported; the system has the number in a link, PID/task/TID.
      var room = [CChar](repeating: 0, count: 64)
      let count = readlink("/proc/thread-self", &room, room.count)
      let link = room[..<max(count, 0)].map { UInt8(bitPattern: $0) }
      return String(decoding: link, as: UTF8.self) == "\(getpid())/task/\(getpid())"
    #endif
  }

  /// Makes the C library write printed lines at once, even into a pipe, where it would buffer them.
  static func bufferOutputByLine() { _ = setvbuf(stdout, nil, _IOLBF, 0) }

  /// Flushes the buffer of printed text, unless a thread is printing.
  static func flushPrinted() {
    guard ftrylockfile(stdout) == 0 else { return }
    fflush(stdout)
    funlockfile(stdout)
  }

  /// Flushes the buffer of printed text and calls `body` while no other thread can print.
  static func betweenPrinted<Result>(_ body: () -> Result) -> Result {
    flockfile(stdout)
    defer { funlockfile(stdout) }
    fflush(stdout)
    return body()
  }
}

private func systemExit(_ status: Int32) -> Never { exit(status) }
