#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// What SpinCore needs of the operating system: a value for each thread, and standard error.
@usableFromInline
enum Platform {
  /// What the calling thread has for itself; made when it is asked for first, and freed when the
  /// thread ends.
  @usableFromInline static var thread: UnsafeMutablePointer<ThreadFrame.Thread> {
    if let thread = pthread_getspecific(key) {
      return thread.assumingMemoryBound(to: ThreadFrame.Thread.self)
    }
    return makeThread()
  }

  @inline(never)
  private static func makeThread() -> UnsafeMutablePointer<ThreadFrame.Thread> {
    let thread = UnsafeMutablePointer<ThreadFrame.Thread>.allocate(capacity: 1)
    thread.initialize(to: ThreadFrame.Thread())
    pthread_setspecific(key, thread)
    return thread
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key) { value in
      #if canImport(Darwin)
        let thread = value.assumingMemoryBound(to: ThreadFrame.Thread.self)
      #else
        guard let thread = value?.assumingMemoryBound(to: ThreadFrame.Thread.self) else { return }
      #endif
      thread.deinitialize(count: 1)
      thread.deallocate()
    }
    precondition(
      failure == 0, "The system has no room for another thread-specific value: \(failure).")
    return key
  }()

  /// Lets other threads run first.
  static func yieldThread() {
    sched_yield()
  }

  /// Writes a line to standard error, in one call if the system takes it whole.
  static func printDiagnostic(_ line: String) {
    var bytes = Array("\(line)\n".utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}
