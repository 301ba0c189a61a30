#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A stack for signal handlers of one thread, so that a stack overflow on it can be handled.
///
/// Such a stack is a thread's own. On threads of others, an overflow ends the process before any
/// handler, as SIGKILL does, and the terminal stays as it is.
struct HandlerStack {
  #if !os(tvOS) && !os(watchOS)
    private static let size = 64 << 10
    private let memory: UnsafeMutableRawPointer
    private var before = stack_t()
  #endif

  /// Gives the calling thread a stack for handlers; it keeps one that is large enough.
  init?() {
    #if os(tvOS) || os(watchOS)
      return nil
    #else
      guard sigaltstack(nil, &before) == 0 else { return nil }
      let isEnabled = before.ss_flags & Int32(SS_DISABLE) == 0
      if isEnabled, Int(before.ss_size) >= HandlerStack.size { return nil }
      memory = .allocate(byteCount: HandlerStack.size, alignment: 16)
      var stack = stack_t()
      stack.ss_sp = memory
      stack.ss_size = numericCast(HandlerStack.size)
      guard sigaltstack(&stack, nil) == 0 else {
        memory.deallocate()
        return nil
      }
    #endif
  }

  /// Takes it back; call it on the same thread.
  func remove() {
    #if !os(tvOS) && !os(watchOS)
      var stack = before
      guard sigaltstack(&stack, nil) == 0 else { return }
      memory.deallocate()
    #endif
  }
}
