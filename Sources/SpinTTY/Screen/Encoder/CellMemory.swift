/// Cells as memory, for the passes over a whole screen.
enum CellMemory {
  /// Whether two rows have the same bytes.
  @inline(__always)
  static func areEqual(
    _ left: UnsafePointer<Cell>, _ right: UnsafePointer<Cell>, count: Int
  ) -> Bool {
    RawMemory.areEqual(left, right, byteCount: count * MemoryLayout<Cell>.stride)
  }
}
