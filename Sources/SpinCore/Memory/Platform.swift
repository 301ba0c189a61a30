#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// The functions of the operating system that SpinCore needs, such as thread-specific values.
@usableFromInline
package enum Platform {
  /// Returns the address of the calling thread's value; `nil` if it has none.
  ///
  /// When the thread ends, the memory of the value is freed without deinitialising it.
  @inline(__always)
  static func threadValue<Value>(as type: Value.Type) -> Address<Value>? {
    unsafe pthread_getspecific(key).map { unsafe Address($0.assumingMemoryBound(to: type)) }
  }

  static func makeThreadValue<Value>(_ value: Value) -> Address<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
    unsafe pthread_setspecific(key, pointer)
    return unsafe Address(pointer)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { unsafe free($0) }
    require(
      failure == 0, "The system has no room for another thread-specific value: \(failure).")
    return key
  }()

  /// Returns whether two regions of memory have the same bytes.
  @usableFromInline
  static func areEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
  ) -> Bool {
    unsafe memcmp(left, right, count) == 0
  }

  /// The nanoseconds of a clock that never goes back.
  ///
  /// NB: Linux answers without a system call.
  static var uptime: UInt64 {
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

  /// Yields to other threads.
  @usableFromInline static func yieldThread() {
    sched_yield()
  }

  /// Writes a line to standard error, with one system call if possible.
  package static func printDiagnostic(_ line: String) {
    var bytes = Array("\(line)\n".utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}
