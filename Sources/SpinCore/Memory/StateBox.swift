/// A state on the heap.
///
/// A box passes a large state on without copying it, and without the stack. The loop changes the
/// state in the box only while it holds the only reference, see ``CurrentTransition``.
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

  /// Copies from memory to memory, because an assignment copies to the stack in debug builds.
  @inlinable
  package init(copying source: Address<Value>) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(from: source.pointer, count: 1)
    unsafe address = Address(pointer)
  }

  /// Copies from the memory that a ``StateSink`` gets.
  @inlinable
  package init(copying source: UnsafePointer<Value>) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(from: source, count: 1)
    unsafe address = Address(pointer)
  }

  /// Copies from memory to memory.
  ///
  /// The value is `inout` only so that it is passed without being copied.
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

/// Copies a state onto the heap.
///
/// In debug builds, each initialiser that takes a value and passes it on would have a copy of it on
/// the stack.
@usableFromInline @inline(never)
func boxed<State: Sendable>(_ state: borrowing State) -> StateBox<State> {
  // NB: the address of a borrowed value without a size is undefined.
  if MemoryLayout<State>.size == 0 { return StateBox(copy state) }
  return unsafe withUnsafePointer(to: state) {
    unsafe StateBox(copying: Address(UnsafeMutablePointer(mutating: $0)))  // It is only read.
  }
}

/// Returns whether two values have the same bytes, so that they refer to the same objects.
///
/// NB: the caller keeps one of the values and so its objects alive, so no new object can have an
/// old address.
@inlinable @inline(__always)
func haveSameBytes<Value>(_ left: Address<Value>, _ right: inout Value) -> Bool {
  unsafe withUnsafePointer(to: &right) {
    unsafe Platform.areEqual(left.pointer, $0, count: MemoryLayout<Value>.size)
  }
}
