/// A value that is decided once, and for which one task waits.
///
/// The first decision counts, and the task may be told about it later. The ``Decision`` does not keep the
/// value once the task has it.
package struct OneShot<Value: Sendable>: Sendable {
  private let decision = Decision()

  package init() {}

  /// Whether both are the same object, and not only equal.
  package static func === (left: OneShot, right: OneShot) -> Bool {
    left.decision === right.decision
  }

  /// Whether there is no decision yet.
  package var isOpen: Bool { decision.isOpen }

  /// Sets the value, unless it was set before; returns whether it was set.
  package func decide(_ value: Value) -> Bool {
    decision.isOpen && decision.decide(Decided(value))
  }

  /// Resumes the waiting task, or lets the task not wait.
  ///
  /// Call it after a decision.
  package func tell() { decision.tell() }

  /// Sets the value, unless it was set before, and resumes the waiting task.
  package func set(_ value: Value) {
    if decide(value) { tell() }
  }

  /// Waits until the task is told of the value.
  ///
  /// Call it at most once.
  package func value() async -> Value {
    if !decision.isTold { await decision.whenTold() }
    // Only `decide` makes the object.
    return known(decision.take(), as: Decided<Value>.self).value
  }

  /// Waits until the task is told of the value, and calls a closure if the task is cancelled before.
  ///
  /// Call it at most once. The closure may make a decision, and tell the task of it.
  package nonisolated(nonsending) func value(onCancel decide: @Sendable () -> Void) async -> Value {
    if !decision.isTold { await decision.whenTold(onCancel: decide) }
    // Only `decide` makes the object.
    return known(decision.take(), as: Decided<Value>.self).value
  }
}

/// A value on the heap.
private final class Decided<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// An object or an error that is decided once, and for which one task waits: a ``OneShot`` without the type
/// of its value.
///
/// NB: a generic class would look up the types of its content in each call.
package final class Decision: Sendable {
  @safe private struct Content: Sendable {
    var isDecided = false
    /// Whether the task is told later; until then an error may replace the decision.
    var isHeld = false
    var isTold = false
    var object: (any AnyObject & Sendable)?
    var error: (any Error)?
    var task: UnsafeContinuation<Void, Never>?
  }

  private let content = Guarded(Content())

  package init() {}

  /// Whether there is no decision yet.
  package var isOpen: Bool { content.withLock { !$0.isDecided } }

  /// Whether the task need not wait.
  package var isTold: Bool { content.withLock { $0.isTold } }

  /// Sets the object, unless there was a decision before; returns whether it was set.
  package func decide(_ object: any AnyObject & Sendable) -> Bool {
    content.withLock { content in
      guard !content.isDecided else { return false }
      (content.isDecided, content.object) = (true, object)
      return true
    }
  }

  /// Sets the error, unless there was a decision before; returns whether it was set.
  package func fail(_ error: any Error) -> Bool {
    content.withLock { content in
      guard !content.isDecided else { return false }
      (content.isDecided, content.error) = (true, error)
      return true
    }
  }

  /// Sets the error, unless there was a decision before that is not held, and resumes the waiting task.
  ///
  /// NB: keeps the object, which only the waiting task may release.
  package func takeBack(_ error: any Error) {
    if takesBack(error) { tell() }
  }

  /// Sets the error, unless there was a decision before that is not held; returns whether it was set.
  package func takesBack(_ error: any Error) -> Bool {
    content.withLock { content in
      guard !content.isDecided || content.isHeld else { return false }
      (content.isDecided, content.isHeld, content.error) = (true, false, error)
      return true
    }
  }

  /// Sets the error, unless there was a decision before, and resumes the waiting task.
  package func set(error: any Error) {
    if fail(error) { tell() }
  }

  /// Notes that the task will be told of the decision later, so that an error may replace it.
  package func hold() {
    content.withLock { $0.isHeld = $0.isDecided && !$0.isTold && $0.error == nil }
  }

  /// Resumes the waiting task, or lets the task not wait.
  ///
  /// Call it after a decision.
  package func tell() {
    let task = unsafe content.withLock { content in
      content.isHeld = false
      content.isTold = true
      return unsafe content.task.take()
    }
    unsafe task?.resume()
  }

  /// Waits until the task is told.
  ///
  /// Call it at most once.
  package nonisolated(nonsending) func whenTold() async {
    await unsafe withUnsafeContinuation { unsafe keep($0) }
  }

  /// Waits until the task is told, and calls a closure if the task is cancelled before.
  ///
  /// Call it at most once. The closure may make a decision, and tell the task of it.
  package nonisolated(nonsending) func whenTold(
    onCancel decide: @Sendable () -> Void
  ) async {
    await withTaskCancellationHandler {
      await unsafe withUnsafeContinuation { unsafe keep($0) }
    } onCancel: {
      decide()
    }
  }

  /// Keeps a task until it is told, or resumes it.
  ///
  /// NB: an unchecked continuation, because a checked one takes an object for each wait. The lock gives the
  /// task to one caller.
  private func keep(_ task: UnsafeContinuation<Void, Never>) {
    let isTold = content.withLock { content in
      if !content.isTold { unsafe content.task = task }
      return content.isTold
    }
    if isTold { unsafe task.resume() }
  }

  /// Takes the object that was decided, or throws the error.
  ///
  /// Call it once, after the task was told. The caller says why the object is of the class.
  @inlinable
  package func result<Object: AnyObject>(as type: Object.Type) throws -> Object {
    known(try result(), as: type)
  }

  @usableFromInline
  func result() throws -> any AnyObject & Sendable {
    // NB: the continuation does not pass the result, because the thread sanitizer does not always see the
    // synchronisation of a continuation.
    let (object, error) = content.withLock { ($0.object.take(), $0.error.take()) }
    if let error { throw error }
    return Self.decided(object)
  }

  /// Takes the object that was decided; there is no error.
  fileprivate func take() -> any AnyObject & Sendable {
    Self.decided(content.withLock { $0.object.take() })
  }

  private static func decided(
    _ object: (any AnyObject & Sendable)?
  ) -> any AnyObject & Sendable {
    guard let object else { refuse("A task was resumed before its value was decided.") }
    return object
  }
}
