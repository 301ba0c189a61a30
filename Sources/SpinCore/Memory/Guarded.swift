public import Synchronization

/// A value that is touched only under its lock: a `Mutex`, in a form that the thread sanitizer
/// understands.
///
/// On Linux the kernel hands a contended `Mutex` over (FUTEX_UNLOCK_PI), which the sanitizer does
/// not see, so that it takes two closures under one lock for a race. Compiled with
/// `SPIN_THREAD_SANITIZER`, each critical section also begins and ends with an atomic that tells it.
/// Otherwise this is the mutex and nothing else.
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

  /// Calls a closure with the value, while nobody else touches it.
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

  /// The same, unless somebody else has the value just now; then nil.
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
