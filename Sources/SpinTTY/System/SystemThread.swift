#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A system thread, for work that blocks in system calls.
enum SystemThread {
  fileprivate final class Body: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  /// The usual size of the main thread's stack in bytes, for deep views and states; the default of
  /// other threads is 512 KiB on macOS, and 128 KiB with Musl.
  private static let stackSize = 8 << 20

  /// Calls a closure on a new thread, which then ends.
  static func start(_ call: @escaping @Sendable () -> Void) throws(TerminalError) {
    let body = Unmanaged.passRetained(Body(call))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { runBody($0) }, body.toOpaque())
    #else
      var thread = pthread_t()
      let code = pthread_create(
        &thread, &attributes, { $0.flatMap(runBody) }, body.toOpaque())
    #endif
    guard code == 0 else {
      body.release()
      throw TerminalError(.startThread, code: code, "The system cannot start another thread.")
    }
  }
}

private func runBody(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<SystemThread.Body>.fromOpaque(body).takeRetainedValue().call()
  return nil
}
