/// The newest of several values, for leaving out a value that equals the one before.
///
/// *Isolation*: called with one value at a time.
@usableFromInline
package final class Latest<Value: Equatable & Sendable>: Sendable {
  @usableFromInline let value = Guarded<Value?>(nil)

  @inlinable
  package init() {}

  /// Takes a value, and returns whether it differs from the one before.
  @inlinable
  package func isNew(_ new: Value) -> Bool {
    // Comparing runs user code, and so may releasing the old value: neither is done under the lock.
    let old = value.withLock { $0 }
    if old == new { return false }
    value.withLock { $0 = new }
    withExtendedLifetime(old) {}
    return true
  }

  /// Forgets the newest value, so the next one is new even if it is equal.
  package func forget() {
    let old = value.withLock { $0.take() }
    withExtendedLifetime(old) {}  // The last reference must not be released under the lock.
  }
}
