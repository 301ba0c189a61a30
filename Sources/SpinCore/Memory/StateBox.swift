/// A state on the heap.
///
/// A box moves a large state without copying it, and never over the stack. The loop changes the
/// state in the box while it holds the only reference; while somebody else holds one, nobody
/// changes it, see ``CurrentTransition``.
@usableFromInline
package final class StateBox<Value: Sendable>: Sendable {
  @usableFromInline nonisolated(unsafe) let pointer: UnsafeMutablePointer<Value>
  // Guard: changed by the loop alone, while its reference is the only one.

  @inlinable
  package init(_ value: Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  /// Copies from memory to memory, because an assignment passes over the stack in debug builds.
  @inlinable
  package init(copying source: UnsafePointer<Value>) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(from: source, count: 1)
  }

  @inlinable
  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  @inlinable package var value: Value { pointer.pointee }
}

/// Whether two values are the same, byte for byte: they have the same parts and refer to the same
/// objects.
///
/// NB: the caller keeps one of the values alive, and so its objects: no new object has an old address.
@inlinable @inline(__always)
func haveSameBytes<Value>(_ left: UnsafePointer<Value>, _ right: UnsafePointer<Value>) -> Bool {
  Platform.areEqual(left, right, count: MemoryLayout<Value>.size)
}
