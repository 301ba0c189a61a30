/// A value that is set once, and that one task waits for.
package final class OneShot<Value: Sendable>: Sendable {
  private enum Phase: Sendable {
    case new
    case waiting(CheckedContinuation<Value, Never>)
    case set(Value)
  }

  private let phase = Guarded(Phase.new)

  package init() {}

  /// Sets the value, unless there is one, and resumes the task that waits.
  package func set(_ value: Value) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Value, Never>? in
      switch phase {
      case .new:
        phase = .set(value)
        return nil
      case .waiting(let continuation):
        phase = .set(value)
        return continuation
      case .set: return nil
      }
    }
    continuation?.resume(returning: value)
  }

  /// Waits for the value.
  ///
  /// Called once.
  package func value() async -> Value {
    await withCheckedContinuation { continuation in
      let early = phase.withLock { phase -> Value? in
        if case .set(let value) = phase { return value }
        phase = .waiting(continuation)
        return nil
      }
      if let early { continuation.resume(returning: early) }
    }
  }
}
