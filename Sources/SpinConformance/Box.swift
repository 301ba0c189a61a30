internal import SpinCore

/// A value that any thread can set and read.
final class Box<Value: Sendable>: Sendable {
  private let content: Guarded<Value>

  init(_ value: Value) {
    content = Guarded(value)
  }

  var value: Value { content.withLock { $0 } }

  func set(_ value: Value) { content.set(value) }
}
