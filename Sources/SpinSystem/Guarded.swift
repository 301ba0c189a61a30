public import Synchronization

/// A value that is accessed only under its lock: a `Mutex`, in a form that the thread sanitizer
/// understands.
///
/// On Linux the kernel hands a contended `Mutex` over (FUTEX_UNLOCK_PI). The sanitizer does not see
/// that, and reports two closures under one lock as a race. Compiled with `SPIN_THREAD_SANITIZER`,
/// each critical section also begins and ends with an atomic access that the sanitizer sees.
/// Otherwise this is just the mutex.
@usableFromInline
package struct Guarded<Value: ~Copyable>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>
  #if SPIN_THREAD_SANITIZER
    @usableFromInline let handover = Atomic<UInt>(0)
  #endif

  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Calls a closure with exclusive access to the value.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if SPIN_THREAD_SANITIZER
      try mutex.withLock { value throws(Failure) -> sending Result in
        _ = handover.load(ordering: .acquiring)
        defer { handover.store(0, ordering: .releasing) }
        return try body(&value)
      }
    #else
      try mutex.withLock(body)
    #endif
  }

  /// Like `withLock(_:)`, but returns `nil` if another thread holds the lock.
  @inlinable
  package borrowing func withLockIfAvailable<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result? {
    #if SPIN_THREAD_SANITIZER
      mutex.withLockIfAvailable { value -> sending Result in
        _ = handover.load(ordering: .acquiring)
        defer { handover.store(0, ordering: .releasing) }
        return body(&value)
      }
    #else
      mutex.withLockIfAvailable(body)
    #endif
  }
}

extension Guarded: Sendable where Value: ~Copyable {}

extension Guarded where Value: Sendable {
  /// Sets the value.
  ///
  /// The old value is released outside of the lock, because that may run code of the user.
  @inlinable
  package borrowing func set(_ new: Value) {
    let old = withLock { value in
      defer { value = new }
      return value
    }
    withExtendedLifetime(old) {}
  }
}

/// A lock without a value, for a call that shall be close to its caller on the stack of a debug build, where
/// ``withLock(_:)`` is four frames.
extension Guarded where Value == Void {
  /// Waits for the lock, until ``unlock()``.
  @usableFromInline @_transparent
  package borrowing func lock() {
    mutex._unsafeLock()
    #if SPIN_THREAD_SANITIZER
      _ = handover.load(ordering: .acquiring)
    #endif
  }

  @usableFromInline @_transparent
  package borrowing func unlock() {
    #if SPIN_THREAD_SANITIZER
      handover.store(0, ordering: .releasing)
    #endif
    mutex._unsafeUnlock()
  }
}
