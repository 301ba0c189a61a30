/// A value that is set once, and for which one task waits.
///
/// It does not keep the value once the task has it.
package final class OneShot<Value: Sendable>: Sendable {
  private enum Phase: Sendable {
    case new
    case waiting(CheckedContinuation<Value, Never>)
    case set(Value)
    case taken
  }

  private let phase = Guarded(Phase.new)

  package init() {}

  /// Sets the value, unless it was set before, and resumes the waiting task.
  package func set(_ value: Value) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Value, Never>? in
      switch phase {
      case .new:
        phase = .set(value)
        return nil
      case .waiting(let continuation):
        phase = .taken
        return continuation
      case .set, .taken: return nil
      }
    }
    continuation?.resume(returning: value)
  }

  /// Waits for the value.
  ///
  /// Call it at most once.
  package func value() async -> Value {
    await withCheckedContinuation { continuation in
      let early = phase.withLock { phase -> Value? in
        guard case .set(let value) = phase else {
          phase = .waiting(continuation)
          return nil
        }
        phase = .taken
        return value
      }
      if let early { continuation.resume(returning: early) }
    }
  }
}
