// NB: everything in SpinSystem is for this package only, so that users see none of it.
@_exported public import SpinSystem

extension ThreadValue {
  /// Returns the address of the calling thread's value; `nil` if it has none.
  static func address<Value>(as type: Value.Type) -> Address<Value>? {
    unsafe pointer.map { unsafe Address($0.assumingMemoryBound(to: type)) }
  }

  /// Makes the calling thread's value, whose memory is freed when the thread ends without deinitialising
  /// the value.
  static func make<Value>(_ value: Value) -> Address<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
    unsafe set(pointer)
    return unsafe Address(pointer)
  }
}
