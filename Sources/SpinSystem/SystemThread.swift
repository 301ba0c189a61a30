internal import SpinCLibrary

/// A system thread, for work that blocks in system calls.
package enum SystemThread {
  fileprivate final class Body: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  /// The usual size of the main thread's stack in bytes, for deep views and states; the default of
  /// other threads is 512 KiB on macOS, and 128 KiB with Musl.
  private static let stackSize = 8 << 20

  /// Calls a closure on a new thread, which then ends.
  ///
  /// - Throws: An error if the system cannot start another thread.
  package static func start(_ call: @escaping @Sendable () -> Void) throws(SystemError) {
    let body = unsafe Unmanaged.passRetained(Body(call))
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // NB: the argument is optional where the header does not say that it is never null.
    let code = unsafe pthread_create(
      &thread, &attributes, { unsafe ($0 as UnsafeMutableRawPointer?).flatMap(runBody) },
      unsafe body.toOpaque())
    guard code == 0 else {
      unsafe body.release()
      throw SystemError(.startThread, code: code)
    }
  }
}

private func runBody(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<SystemThread.Body>.fromOpaque(body).takeRetainedValue().call()
  return nil
}
