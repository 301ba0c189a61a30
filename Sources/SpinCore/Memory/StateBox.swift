/// A state on the heap.
///
/// A box moves a large state without copying it, and never over the stack. The loop changes the
/// state in the box while it holds the only reference; while somebody else holds one, nobody
/// changes it, see ``CurrentTransition``.
@usableFromInline
package final class StateBox<Value: Sendable>: Sendable {
  @usableFromInline @safe nonisolated(unsafe) let address: Address<Value>
  // Guard: changed by the loop alone, while its reference is the only one.

  @inlinable
  package init(_ value: Value) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
    unsafe address = Address(pointer)
  }

  /// Copies from memory to memory, because an assignment passes over the stack in debug builds.
  @inlinable
  package init(copying source: Address<Value>) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(from: source.pointer, count: 1)
    unsafe address = Address(pointer)
  }

  /// Copies from the memory that a ``StateSink`` is shown.
  package init(copying source: UnsafePointer<Value>) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(from: source, count: 1)
    unsafe address = Address(pointer)
  }

  /// Copies from memory to memory.
  ///
  /// The value is `inout` only so that it travels without being copied.
  @inlinable
  package init(copying source: inout Value) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(from: &source, count: 1)
    unsafe address = Address(pointer)
  }

  @inlinable
  deinit {
    unsafe address.pointer.deinitialize(count: 1)
    unsafe address.pointer.deallocate()
  }

  @inlinable package var value: Value { address.value }
}

/// Copies a state onto the heap at once: each initializer that takes a value and passes it on has a
/// copy of it on the stack in debug builds.
@usableFromInline @inline(never)
func boxed<State: Sendable>(_ state: borrowing State) -> StateBox<State> {
  // NB: the address of a borrowed value without a size is undefined.
  if MemoryLayout<State>.size == 0 { return StateBox(copy state) }
  return unsafe withUnsafePointer(to: state) {
    unsafe StateBox(copying: Address(UnsafeMutablePointer(mutating: $0)))  // It is only read.
  }
}

/// Whether two values are the same, byte for byte: they have the same parts and refer to the same
/// objects.
///
/// NB: the caller keeps one of the values alive, and so its objects: no new object has an old address.
@inlinable @inline(__always)
func haveSameBytes<Value>(_ left: Address<Value>, _ right: inout Value) -> Bool {
  unsafe withUnsafePointer(to: &right) {
    unsafe Platform.areEqual(left.pointer, $0, count: MemoryLayout<Value>.size)
  }
}
