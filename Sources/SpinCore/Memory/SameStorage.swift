extension ContiguousArray {
  /// Returns whether it shares its storage with another array.
  @inlinable
  package func isSame(as other: ContiguousArray) -> Bool {
    unsafe withUnsafeBufferPointer { elements in
      unsafe other.withUnsafeBufferPointer { others in
        unsafe elements.baseAddress == others.baseAddress
      }
    }
  }
}
