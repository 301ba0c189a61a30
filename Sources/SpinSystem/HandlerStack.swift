internal import SpinCLibrary

/// A stack for the signal handlers of a thread, on which they can handle a stack overflow.
///
/// Each thread needs its own. On a thread without one, an overflow ends the process like SIGKILL,
/// before any handler runs, and the terminal is not restored.
@safe
package struct HandlerStack {
  #if !os(tvOS) && !os(watchOS)
    private static let size = 64 << 10
    private let memory: UnsafeMutableRawPointer
    private let before: stack_t
  #endif

  /// Gives the calling thread a stack for handlers, or returns `nil` if it has one that is large
  /// enough.
  package init?() { self.init(keeping: HandlerStack.size) }

  /// Gives the calling thread a stack, unless it has one of at least `least` bytes.
  private init?(keeping least: Int) {
    #if os(tvOS) || os(watchOS)
      return nil
    #else
      var before = unsafe stack_t()
      guard unsafe sigaltstack(nil, &before) == 0 else { return nil }
      let isEnabled = unsafe before.ss_flags & Int32(SS_DISABLE) == 0
      if isEnabled, unsafe Int(before.ss_size) >= least { return nil }
      unsafe self.before = unsafe before
      unsafe memory = .allocate(byteCount: HandlerStack.size, alignment: 16)
      var stack = unsafe stack_t()
      unsafe stack.ss_sp = unsafe memory
      unsafe stack.ss_size = numericCast(HandlerStack.size)
      guard unsafe sigaltstack(&stack, nil) == 0 else {
        unsafe memory.deallocate()
        return nil
      }
    #endif
  }

  /// Removes the stack; call it on the same thread.
  package func remove() {
    #if !os(tvOS) && !os(watchOS)
      // The next loop on this thread checks again.
      if let key = threadKey { pthread_setspecific(key, nil) }
      var stack = unsafe before
      guard unsafe sigaltstack(&stack, nil) == 0 else { return }
      unsafe memory.deallocate()
    #endif
  }

  /// Gives the calling thread a stack until the thread ends, unless it has one.
  ///
  /// The threads that run a loop belong to the runtime, and come and go. The first call on a thread
  /// makes two system calls, and later ones look up a thread-specific value.
  package static func keepForThread() {
    #if !os(tvOS) && !os(watchOS)
      guard let key = threadKey, unsafe pthread_getspecific(key) == nil else { return }
      // Keeps an existing stack of any size, because other code chose it.
      let stack = HandlerStack(keeping: 1)
      unsafe pthread_setspecific(key, stack?.memory ?? HandlerStack.another)
    #endif
  }

  #if !os(tvOS) && !os(watchOS)
    /// The value that marks a thread with a stack of its own.
    private static var another: UnsafeMutableRawPointer? {
      unsafe UnsafeMutableRawPointer(bitPattern: 1)
    }

    /// Frees the stack of the calling thread, which ends.
    fileprivate static func endThread(_ memory: UnsafeMutableRawPointer?) {
      guard let memory = unsafe memory, unsafe memory != another else { return }
      var present = unsafe stack_t()
      guard unsafe sigaltstack(nil, &present) == 0 else { return }
      if unsafe present.ss_sp == memory {
        var none = unsafe stack_t()
        unsafe none.ss_flags = numericCast(SS_DISABLE)
        unsafe none.ss_size = numericCast(size)
        guard unsafe sigaltstack(&none, nil) == 0 else { return }
      }
      unsafe memory.deallocate()
    }
  #endif
}

#if !os(tvOS) && !os(watchOS)
  /// The key under which each thread stores its stack; `nil` if the system has no keys left.
  private let threadKey: pthread_key_t? = {
    var key = pthread_key_t()
    let code = unsafe pthread_key_create(&key) { unsafe HandlerStack.endThread($0) }
    return code == 0 ? key : nil
  }()
#endif
