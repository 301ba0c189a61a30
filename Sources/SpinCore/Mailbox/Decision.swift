/// A result that a task awaits.
///
/// The first decision counts, and the task may be told about it later.
package final class Decision<Value: Sendable>: Sendable {
  private let decided = Guarded<Value?>(nil)
  private let told = OneShot<Void>()

  package init() {}

  /// Whether there is no decision yet.
  package var isOpen: Bool { decided.withLock { $0 == nil } }

  /// Sets the decision, unless there is one; returns whether it was set.
  package func decide(_ value: Value) -> Bool {
    decided.withLock { decided in
      guard decided == nil else { return false }
      decided = value
      return true
    }
  }

  /// Resumes the waiting task.
  ///
  /// Call it after a decision.
  package func tell() {
    told.set(())
  }

  /// Sets the decision and resumes the task.
  package func end(with value: Value) {
    if decide(value) { tell() }
  }

  /// Waits until the task is resumed, and returns the decision.
  ///
  /// Call it once.
  package func value() async -> Value {
    await told.value()
    guard let value = decided.withLock({ $0 }) else {
      refuse("A task was resumed before its result was decided.")
    }
    return value
  }
}
