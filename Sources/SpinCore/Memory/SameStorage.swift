extension Array {
  /// Returns whether it is the same array, without comparing elements.
  @inlinable
  func isSame(as other: [Element]) -> Bool {
    unsafe withUnsafeBufferPointer { elements in
      unsafe other.withUnsafeBufferPointer { others in
        unsafe elements.baseAddress == others.baseAddress && elements.count == others.count
      }
    }
  }
}

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
