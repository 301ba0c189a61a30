extension Array {
  /// Whether it is the same array, without looking into it.
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
  /// Whether its elements are at the same place as those of another one.
  @inlinable
  func isSame(as other: ContiguousArray) -> Bool {
    unsafe withUnsafeBufferPointer { elements in
      unsafe other.withUnsafeBufferPointer { others in
        unsafe elements.baseAddress == others.baseAddress
      }
    }
  }
}
