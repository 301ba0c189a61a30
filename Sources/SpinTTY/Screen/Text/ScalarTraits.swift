/// What the table knows of one scalar.
struct ScalarTraits: Equatable {
  private let bits: UInt8

  /// Looks the scalar up.
  ///
  /// - Complexity: O(1), two loads.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < WidthTable.end {
      let block = Int(value >> 7)
      let number = WidthTable.index[block >> 3] >> UInt64((block & 7) * 8) & 0xFF
      let word = WidthTable.blocks[Int(number) * 8 + Int(value >> 4 & 7)]
      bits = UInt8(truncatingIfNeeded: word >> UInt64((value & 15) * 4) & 15)
    } else if (0xE0000...0xE0FFF).contains(value) {
      // Tags, variation selectors and what is reserved beside them: all default-ignorable.
      bits = 4
    } else if value >= 0xF0000, value & 0xFFFE != 0xFFFE {
      // Private use, ambiguous as in the first plane.
      bits = 1 | 8
    } else {
      bits = 1 | 4
    }
  }

  /// The columns the scalar takes: 0, 1 or 2.
  var width: Int { Int(bits & 3) }
  /// Whether terminals are known to disagree on the width of the scalar, or of what it is part of.
  var isContested: Bool { bits & 4 != 0 }
  /// Whether East Asian legacy character sets made the scalar wide.
  var isAmbiguous: Bool { bits & 8 != 0 }
}
