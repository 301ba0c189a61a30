internal import SpinCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A thread of the system, for what waits in a system call for as long as it takes.
enum SystemThread {
  fileprivate final class Body: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  /// Calls a closure on a new thread, which ends with it.
  static func start(_ call: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(call)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { runBody($0) }, body)
      if let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { $0.flatMap(runBody) }, body)
      if code == 0 { pthread_detach(thread) }
    #endif
    require(code == 0, "The system starts no thread: \(SystemCall.message(for: code)).")
  }
}

private func runBody(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<SystemThread.Body>.fromOpaque(body).takeRetainedValue().call()
  return nil
}
