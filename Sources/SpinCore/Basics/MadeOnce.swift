/// A value that is made when it is first needed.
///
/// If several threads need it at once, each may make it, and all get the one that was first.
final class MadeOnce<Value: Sendable>: Sendable {
  private let known: Guarded<Value?>
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    known = Guarded(nil)
    self.make = make
  }

  /// Wraps a value that is there already.
  init(made value: Value) {
    known = Guarded(value)
    make = { value }
  }

  var value: Value {
    if let value = known.withLock({ $0 }) { return value }
    // Not under the lock: user code makes it.
    let new = make()
    return known.withLock { known in
      let first = known ?? new
      known = first
      return first
    }
  }
}
