/// The address of a value, in memory that other code owns.
///
/// The code that makes an address promises that the memory outlives it. With that promise an address is
/// as safe as a reference.
///
/// NB: the value is accessed in place and never copied to the stack, even in debug builds.
@usableFromInline @safe
package struct Address<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>
  // Guard: the promise that was made to `init(_:)`.

  /// Creates the address of a value.
  ///
  /// - Precondition: The memory contains a value until the last use of the address, and no other
  ///   code accesses it in a conflicting way.
  @inlinable @inline(__always) @unsafe
  init(_ pointer: UnsafeMutablePointer<Value>) {
    unsafe self.pointer = pointer
  }

  @inlinable
  package var value: Value {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(pointer) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe pointer }
  }

  /// A number that distinguishes it from other addresses.
  var number: Int { unsafe Int(bitPattern: pointer) }

  /// Returns the address of a stored property, given its offset in the value.
  func advanced<Part>(by offset: Int, to type: Part.Type) -> Address<Part> {
    // Guard: the offset comes from `MemoryLayout.offset(of:)` for a property of this type.
    unsafe Address<Part>(
      (UnsafeMutableRawPointer(pointer) + offset).assumingMemoryBound(to: type))
  }
}

/// Calls a closure with the address of a value, which it must not keep.
///
/// NB: by a pointer that is passed: `withUnsafeMutablePointer` adds three frames to the stack of a debug
/// build.
@usableFromInline @_transparent
func withAddress<Value, Result>(
  of value: inout Value, _ body: (Address<Value>) -> Result
) -> Result {
  unsafe withAddress(at: &value, body)
}

@usableFromInline @_transparent
func withAddress<Value, Result>(
  at pointer: UnsafeMutablePointer<Value>, _ body: (Address<Value>) -> Result
) -> Result {
  unsafe body(Address(pointer))
}
