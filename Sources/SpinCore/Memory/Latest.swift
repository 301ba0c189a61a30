/// The newest of the values that somebody is shown, to leave out those that equal it.
///
/// *Isolation*: values are shown one at a time.
package final class Latest<Value: Equatable & Sendable>: Sendable {
  private let value = Guarded<Value?>(nil)

  package init() {}

  /// Takes a value; tells whether it differs from the one before.
  package func isNew(_ new: Value) -> Bool {
    // Comparing is the user's code, and so is the end of the old value: neither is done under the lock.
    let old = value.withLock { $0 }
    if old == new { return false }
    value.withLock { $0 = new }
    withExtendedLifetime(old) {}
    return true
  }
}
