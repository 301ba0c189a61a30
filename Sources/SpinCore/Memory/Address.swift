public import Synchronization

/// Where a value is, in memory that somebody else keeps.
///
/// The code that makes an address promises that the memory outlives it. With that promise an address is
/// as safe as a reference.
///
/// NB: the value is reached by address and never passes over the stack, in debug builds as well.
@usableFromInline @safe
package struct Address<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>
  // Guard: the promise that was made to `init(_:)`.

  /// Makes the address of a value.
  ///
  /// - Precondition: The memory has a value until the address is used for the last time, and nobody else
  ///   touches the memory in a conflicting way.
  @inlinable @inline(__always) @unsafe
  init(_ pointer: UnsafeMutablePointer<Value>) {
    unsafe self.pointer = pointer
  }

  @inlinable
  package var value: Value {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(pointer) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe pointer }
  }

  /// Tells it from other addresses.
  var number: Int { unsafe Int(bitPattern: pointer) }

  /// Returns the address of a stored property, whose place in the value is known.
  @inlinable @inline(__always)
  func advanced<Part>(by offset: Int, to type: Part.Type) -> Address<Part> {
    // Guard: the offset is one that `MemoryLayout.offset(of:)` has given for a property of this type.
    unsafe Address<Part>(
      (UnsafeMutableRawPointer(pointer) + offset).assumingMemoryBound(to: type))
  }
}

extension Address: AtomicRepresentable {
  @usableFromInline
  package typealias AtomicRepresentation = UnsafeMutablePointer<Value>.AtomicRepresentation

  @inlinable @inline(__always)
  package static func encodeAtomicRepresentation(
    _ address: consuming Address
  ) -> AtomicRepresentation {
    unsafe UnsafeMutablePointer.encodeAtomicRepresentation(address.pointer)
  }

  @inlinable @inline(__always)
  package static func decodeAtomicRepresentation(
    _ representation: consuming AtomicRepresentation
  ) -> Address {
    unsafe Address(UnsafeMutablePointer.decodeAtomicRepresentation(representation))
  }
}

/// Calls a closure with the address of a value, which it must not keep.
@inlinable @inline(__always)
func withAddress<Value, Result>(
  of value: inout Value, _ body: (Address<Value>) -> Result
) -> Result {
  unsafe withUnsafeMutablePointer(to: &value) { unsafe body(Address($0)) }
}

/// Lends a stored property, whose place in a value is known, without copying it.
@inlinable @inline(__always)
func withStored<Whole, Value, Result>(
  _ type: Value.Type, at offset: Int, in whole: inout Whole, _ body: (Address<Value>) -> Result
) -> Result {
  withAddress(of: &whole) { whole in body(whole.advanced(by: offset, to: type)) }
}
