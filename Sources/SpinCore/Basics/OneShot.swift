/// A value that is decided once, and for which one task waits.
///
/// The first decision counts, and the task may be told about it later. The object does not keep the
/// value once the task has it.
package final class OneShot<Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var isDecided = false
    var isTold = false
    var value: Value?
    var task: CheckedContinuation<Void, Never>?
  }

  private let content = Guarded(Content())

  package init() {}

  /// Whether there is no decision yet.
  package var isOpen: Bool { content.withLock { !$0.isDecided } }

  /// Sets the value, unless it was set before; returns whether it was set.
  package func decide(_ value: Value) -> Bool {
    content.withLock { content in
      guard !content.isDecided else { return false }
      (content.isDecided, content.value) = (true, value)
      return true
    }
  }

  /// Resumes the waiting task, or lets the task not wait.
  ///
  /// Call it after a decision.
  package func tell() {
    resume { $0.isTold = true }
  }

  /// Sets the value, unless it was set before, and resumes the waiting task.
  package func set(_ value: Value) {
    if decide(value) { tell() }
  }

  /// Waits until the task is told of the value.
  ///
  /// Call it at most once.
  package func value() async -> Value {
    await withCheckedContinuation { task in resume { $0.task = task } }
    // NB: not by the continuation, whose synchronisation the thread sanitizer does not always see.
    guard let value = content.withLock({ $0.value.take() }) else {
      refuse("A task was resumed before its value was decided.")
    }
    return value
  }

  /// Changes the content, and resumes the task if it waits and is to be told.
  private func resume(after change: (inout Content) -> Void) {
    let task = content.withLock { content in
      change(&content)
      return content.isTold ? content.task.take() : nil
    }
    task?.resume()
  }
}
