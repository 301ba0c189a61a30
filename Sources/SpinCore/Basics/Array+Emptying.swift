extension Array {
  /// Removes all elements, and keeps the memory.
  ///
  /// NB: `removeAll(keepingCapacity:)` takes a hundred instructions for the one element that there
  /// usually is, or for none.
  @inline(__always)
  mutating func removeEach() {
    while popLast() != nil {}
  }
}
