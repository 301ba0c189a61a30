internal import SpinCore

/// What one task waits for: whoever is first decides it, and the task is told of it, perhaps later.
final class Decision<Value: Sendable>: Sendable {
  private let decided = Guarded<Value?>(nil)
  private let told = OneShot<Void>()

  /// Whether nothing is decided.
  var isOpen: Bool { decided.withLock { $0 == nil } }

  /// Decides, unless something is decided; says whether it has.
  func decide(_ value: Value) -> Bool {
    decided.withLock { decided in
      guard decided == nil else { return false }
      decided = value
      return true
    }
  }

  /// Resumes the task that waits; what it waits for is decided.
  func tell() {
    told.set(())
  }

  /// Decides and tells at once.
  func end(with value: Value) {
    if decide(value) { tell() }
  }

  /// Waits until the task is told.
  ///
  /// Called once.
  func value() async -> Value {
    await told.value()
    guard let value = decided.withLock({ $0 }) else {
      preconditionFailure("A task was told of a decision that nobody had made.")
    }
    return value
  }
}
