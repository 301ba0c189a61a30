#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Operations on memory as bytes.
enum RawMemory {
  /// Returns whether two areas of memory have the same bytes.
  ///
  /// NB: loops over words, with or without SIMD types, take a third longer than `memcmp`, which is
  /// bound by the cache.
  @inline(__always)
  static func areEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, byteCount: Int
  ) -> Bool {
    memcmp(left, right, byteCount) == 0
  }
}
