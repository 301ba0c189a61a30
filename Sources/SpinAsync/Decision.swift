internal import SpinCore

/// A result that one task waits for.
///
/// The first decision counts, and the task may be told of it later.
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

  /// Resumes the waiting task.
  ///
  /// Called after a decision was made.
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
      refuse("A task was told of a decision that nobody had made.")
    }
    return value
  }
}
