internal import SpinCLibrary

/// Wrappers of C library calls, which retry interrupted calls and return errors as values.
package enum SystemCall {
  /// The result of a read or a write.
  package enum Transfer: Equatable {
    /// This number of bytes was moved.
    case moved(Int)
    /// No bytes can be moved now.
    case wouldBlock
    /// The input has ended, or the output takes nothing.
    case ended
    /// The call failed with this error number.
    case failed(Int32)
  }

  package static func message(for code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// The error number of an argument that the system does not accept.
  package static var invalidArgument: Int32 { EINVAL }

  package static func retrying<Number: FixedWidthInteger>(_ body: () -> Number) -> Number {
    while true {
      let result = body()
      if result != -1 || errno != EINTR { return result }
    }
  }

  // MARK: Time

  /// The nanoseconds of a clock that never goes back.
  ///
  /// NB: Linux answers without a system call.
  package static var uptime: UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      // NB: seconds and nanoseconds are words. Which module their names must be imported from depends
      // on how the package is compiled.
      var time: (seconds: UInt64, nanoseconds: UInt64) = (0, 0)
      unsafe withUnsafeMutablePointer(to: &time) { time in
        _ = unsafe clock_gettime(
          CLOCK_MONOTONIC, UnsafeMutableRawPointer(time).assumingMemoryBound(to: timespec.self))
      }
      return time.seconds &* 1_000_000_000 &+ time.nanoseconds
    #endif
  }

  /// The time of that clock since an arbitrary moment, independent of changes of the date.
  package static var now: Duration { .nanoseconds(Int64(uptime)) }

  // MARK: Memory

  /// Returns whether two regions of memory have the same bytes.
  ///
  /// NB: loops over words, with or without SIMD types, take a third longer than `memcmp`, which is
  /// bound by the cache.
  @inlinable @inline(__always)
  package static func areEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
  ) -> Bool {
    unsafe memcmp(left, right, count) == 0
  }

  // MARK: Threads

  /// The number of processors that are online.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Yields to other threads.
  package static func yieldThread() {
    sched_yield()
  }

  /// Lets other threads run until a time has passed, or a condition no longer holds.
  ///
  /// - Parameters:
  ///   - time: The time, in nanoseconds.
  ///   - condition: Called again and again on this thread.
  package static func yieldThread(for time: UInt64, while condition: () -> Bool) {
    let deadline = uptime &+ time
    repeat { yieldThread() } while condition() && uptime < deadline
  }

  /// Whether the calling thread is the one that called `main`.
  package static var isMainThread: Bool {
    #if canImport(Darwin)
      return pthread_main_np() != 0
    #else
      // NB: gettid is not imported; the system has the number in a link, PID/task/TID.
      var room = [CChar](repeating: 0, count: 64)
      let count = unsafe readlink("/proc/thread-self", &room, room.count)
      let link = room[..<max(count, 0)].map { UInt8(bitPattern: $0) }
      return String(decoding: link, as: UTF8.self) == "\(getpid())/task/\(getpid())"
    #endif
  }

  // MARK: The process

  /// Returns the environment variables with some names.
  package static func environment(_ names: some Sequence<String>) -> [String: String] {
    var result: [String: String] = [:]
    for name in names {
      if let value = unsafe getenv(name) { result[name] = unsafe String(cString: value) }
    }
    return result
  }

  /// Sends a signal to this process.
  package static func send(_ signal: Int32) { _ = kill(getpid(), signal) }

  /// Ends the process with `exit(3)`.
  package static func exit(_ status: Int32) -> Never { systemExit(status) }
}

private func systemExit(_ status: Int32) -> Never { exit(status) }
