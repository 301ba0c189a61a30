/// A state on the heap.
///
/// A box passes a large state on without copying it, and without the stack. Nobody changes the state
/// in a box.
///
/// NB: the object has no stored properties. Its state lies behind its header, in the same
/// allocation, as in a `ManagedBuffer`, which is not `Sendable`.
package final class StateBox<Value: Sendable>: Sendable {
  private init() { unreachable("a box is made without its state") }

  deinit {
    unsafe address.pointer.deinitialize(count: 1)
  }

  /// The address of the state.
  ///
  /// NB: calculated here, because a `ManagedBufferPointer` would look up the metadata of its type in
  /// the `deinit`, which is not specialised.
  // Guard: nobody changes the state of a box that has been made.
  package var address: Address<Value> {
    let header = 2 * MemoryLayout<Int>.size
    let mask = MemoryLayout<Value>.alignment &- 1
    let start = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe Address(
      (start + ((header &+ mask) & ~mask)).assumingMemoryBound(to: Value.self))
  }

  package var value: Value {
    defer { withExtendedLifetime(self) {} }
    return address.value
  }

  /// Makes a box whose state the closure initialises in its memory.
  static func make(_ initialize: (UnsafeMutablePointer<Value>) -> Void) -> StateBox {
    let buffer = ManagedBufferPointer<Void, Value>(
      bufferClass: StateBox.self, minimumCapacity: 1
    ) { _, _ in }
    let box = unsafe unsafeDowncast(buffer.buffer, to: StateBox.self)
    unsafe buffer.withUnsafeMutablePointerToElements { memory in
      unsafe assert(box.address.pointer == memory, "a box expects its state elsewhere")
      unsafe initialize(memory)
    }
    return box
  }

  /// Makes a box with a state.
  package static func holding(_ value: Value) -> StateBox {
    unsafe make { unsafe $0.initialize(to: value) }
  }

  /// Copies from memory to memory, because an assignment copies to the stack in debug builds.
  package static func copy(of source: Address<Value>) -> StateBox {
    unsafe copy(of: UnsafePointer(source.pointer))
  }

  /// Copies from memory to memory.
  ///
  /// NB: a state without references is copied as bytes, and only as many bytes as the state has. For a value
  /// without references, `initialize(from:count:)` also reads the padding behind it, where the memory of a
  /// moment has the event or ends.
  package static func copy(of source: UnsafePointer<Value>) -> StateBox {
    unsafe make { memory in
      if _isPOD(Value.self) {
        unsafe UnsafeMutableRawPointer(memory)
          .copyMemory(from: source, byteCount: MemoryLayout<Value>.size)
      } else {
        unsafe memory.initialize(from: source, count: 1)
      }
    }
  }

}

/// Copies a state onto the heap.
///
/// In debug builds, each function that takes a value and passes it on would have a copy of it on
/// the stack.
@inline(never)
func boxed<State: Sendable>(_ state: borrowing State) -> StateBox<State> {
  // NB: the address of a borrowed value without a size is undefined.
  if MemoryLayout<State>.size == 0 { return .holding(copy state) }
  return unsafe withUnsafePointer(to: state) {
    unsafe StateBox.copy(of: Address(UnsafeMutablePointer(mutating: $0)))  // It is only read.
  }
}
