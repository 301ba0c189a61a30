// NB: `stdout` is a variable of the C library and imported as one that nothing guards.
#if canImport(Darwin)
  @preconcurrency internal import Darwin
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#else
  @preconcurrency internal import Glibc
#endif

/// Calls of the C library that need a hand: retried when interrupted, errors as values.
enum SystemCall {
  /// What came of moving bytes.
  enum Transfer: Equatable {
    /// So many bytes were moved.
    case moved(Int)
    /// Nothing can be moved now.
    case wouldBlock
    /// There is nothing more to come.
    case ended
    /// It failed with this error number.
    case failed(Int32)
  }

  static func message(for code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// Time since an arbitrary moment; goes on while the machine runs, whatever happens to the date.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// The variables of the environment that bear on terminals.
  static func environment(_ names: some Sequence<String>) -> [String: String] {
    var result: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }

  static func isBrokenPipe(_ code: Int32) -> Bool { code == EPIPE }

  /// Calls `body` and takes the SIGPIPE that a write in it causes, which goes to the calling thread.
  static func withoutBrokenPipeSignal(_ body: () -> Transfer) -> Transfer {
    var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let outcome = body()
    guard outcome == .failed(EPIPE), sigpending(&pending) == 0, sigismember(&pending, SIGPIPE) == 1
    else { return outcome }
    // It is ignored otherwise, or the caller has blocked it and keeps it.
    var signal: Int32 = 0
    if sigismember(&before, SIGPIPE) == 0 { sigwait(&pipe, &signal) }
    return outcome
  }

  /// Ends the process as `exit(3)` does.
  static func exit(_ status: Int32) -> Never { systemExit(status) }

  static func retrying<Number: FixedWidthInteger>(_ body: () -> Number) -> Number {
    while true {
      let result = body()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// A pipe whose ends are closed on exec and do not block: where to read, and where to write.
  ///
  /// Neither end takes the place of a standard descriptor that is closed: a program started without
  /// standard input would read its own pipe.
  static func pipe() throws(TerminalError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    // NB: pipe2 is not imported from Glibc; a program started by another thread just now would
    // inherit the ends, and only their lifetime would be longer.
    guard systemPipe(&ends) == 0 else {
      throw TerminalError(.makePipe, code: errno, "No pipe could be made.")
    }
    let high = ends.map { Descriptor($0).aboveStandardOnes() }
    guard let reading = high[0], let writing = high[1] else {
      for end in high { end?.close() }
      throw TerminalError(.makePipe, code: errno, "No pipe could be made.")
    }
    for end in [reading, writing] {
      end.closeOnExec()
      end.setNonBlocking()
    }
    return (reading, writing)
  }

  /// Whether the calling thread is the one that `main` was called on.
  static var isMainThread: Bool {
    #if canImport(Darwin)
      return pthread_main_np() != 0
    #else
      // NB: gettid is not imported; the system says it as a link, PID/task/TID.
      var room = [CChar](repeating: 0, count: 64)
      let count = readlink("/proc/thread-self", &room, room.count)
      let link = room[..<max(count, 0)].map { UInt8(bitPattern: $0) }
      return String(decoding: link, as: UTF8.self) == "\(getpid())/task/\(getpid())"
    #endif
  }

  /// Has printed lines written at once, also into a pipe, where the library would collect them.
  static func bufferOutputByLine() { _ = setvbuf(stdout, nil, _IOLBF, 0) }

  /// Writes what is printed and still in the buffer, unless a thread is printing.
  static func flushPrinted() {
    guard ftrylockfile(stdout) == 0 else { return }
    fflush(stdout)
    funlockfile(stdout)
  }

  /// Calls a closure that writes lines, after all that was printed before and while no other thread
  /// prints.
  static func betweenPrinted<Result>(_ body: () -> Result) -> Result {
    flockfile(stdout)
    defer { funlockfile(stdout) }
    fflush(stdout)
    return body()
  }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }

private func systemExit(_ status: Int32) -> Never { exit(status) }
