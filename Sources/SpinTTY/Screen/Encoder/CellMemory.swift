/// Comparison of cells as memory, for the passes over a whole screen.
enum CellMemory {
  /// Whether two rows have the same bytes; eight cells are looked at together.
  @inline(__always)
  static func areEqual(
    _ left: UnsafePointer<Cell>, _ right: UnsafePointer<Cell>, count: Int
  ) -> Bool {
    var index = 0
    while index + 8 <= count {
      var difference: UInt64 = 0
      for offset in 0..<8 {
        difference |= left[index + offset].bits ^ right[index + offset].bits
      }
      if difference != 0 { return false }
      index += 8
    }
    while index < count {
      if left[index].bits != right[index].bits { return false }
      index += 1
    }
    return true
  }
}
