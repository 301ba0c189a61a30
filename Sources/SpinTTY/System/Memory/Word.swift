/// A value of eight bytes that can be seen as one integer.
protocol Word: BitwiseCopyable {}

extension Word {
  /// The eight bytes of the value as one integer.
  @inline(__always)
  var bits: UInt64 { unsafe unsafeBitCast(self, to: UInt64.self) }
  // Guard: the cast traps if the sizes differ, and the value has no references.

  /// Creates the value of which an integer has the bytes.
  ///
  /// - Precondition: All bits of the type are those of integers, so that each integer is such a value.
  @inline(__always)
  init(bits: UInt64) { unsafe self = unsafeBitCast(bits, to: Self.self) }
}
