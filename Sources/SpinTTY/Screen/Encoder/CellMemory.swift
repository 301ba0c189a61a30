#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Cells as memory, for the passes over a whole screen: the one place that calls the C library.
///
/// NB: loops over words, with or without SIMD types, take a third longer than `memcmp`, which is
/// bound by the cache.
enum CellMemory {
  /// Whether two rows have the same bytes.
  @inline(__always)
  static func areEqual(
    _ left: UnsafePointer<Cell>, _ right: UnsafePointer<Cell>, count: Int
  ) -> Bool {
    memcmp(left, right, count * MemoryLayout<Cell>.stride) == 0
  }
}
