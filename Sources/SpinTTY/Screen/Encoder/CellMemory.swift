internal import SpinSystem

/// Operations on cells as raw memory, for passes over a whole screen.
enum CellMemory {
  /// Returns whether two rows have the same bytes.
  @inline(__always)
  static func areEqual(
    _ left: UnsafePointer<Cell>, _ right: UnsafePointer<Cell>, count: Int
  ) -> Bool {
    SystemCall.areEqual(left, right, count: count * MemoryLayout<Cell>.stride)
  }
}
