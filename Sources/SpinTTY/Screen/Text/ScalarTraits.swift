/// The properties of a scalar in the table, in 16 bits.
///
/// | bits | meaning |
/// |---|---|
/// | 0–1 | the width in columns |
/// | 2 | contested |
/// | 3 | ambiguous |
/// | 4 | unsettled |
/// | 5 | open |
/// | 6 | emoji |
/// | 7 | widens |
/// | 8–9 | its ``LineClass`` |
/// | 10–14 | its ``BreakClass`` |
struct ScalarTraits: Equatable {
  let bits: UInt16

  /// Looks the scalar up.
  ///
  /// - Complexity: O(1): three loads.
  init(_ scalar: Unicode.Scalar) {
    self.init(value: scalar.value)
  }

  /// Looks up the scalar with this value.
  @inline(__always)
  init(value: UInt32) {
    bits =
      value < 0x40000
      ? ScalarTraits.entry(Int(value)) : ScalarTraits.entry(beyondTable: value)
  }

  @inline(__always)
  private static func entry(_ place: Int) -> UInt16 {
    let group = Int(WidthTable.index[place >> 8])
    let block = Int(WidthTable.groups[group * 32 + (place >> 3 & 31)])
    let word = WidthTable.blocks[block * 2 + (place >> 2 & 1)]
    return UInt16(truncatingIfNeeded: word &>> UInt64((place & 3) * 16))
  }

  /// Returns the entry of a scalar of the higher planes, which rules determine.
  private static func entry(beyondTable value: UInt32) -> UInt16 {
    switch value {
    case 0xE0000..<0xE1000: entry(Int(value - 0xE0000 + 0x40000))
    // Noncharacters in every version of Unicode.
    case _ where value & 0xFFFE == 0xFFFE: 1 | 4
    // Private use, which is ambiguous as in the first plane.
    case 0xF0000...: 1 | 8
    default: 1 | 4 | 16
    }
  }

  /// The width of the scalar: 0, 1 or 2 columns.
  var width: Int { Int(bits & 3) }
  /// Whether terminals are known to disagree on the width of the scalar or of its cluster.
  var isContested: Bool { bits & 4 != 0 }
  /// Whether East Asian legacy character sets made the scalar wide.
  var isAmbiguous: Bool { bits & 8 != 0 }
  /// Whether a cluster that ends in the scalar may join the next text.
  var isOpen: Bool { bits & 32 != 0 }
  /// Whether a variation selector can make the scalar an emoji.
  var isEmoji: Bool { bits & 64 != 0 }
  /// Whether the scalar gives the cluster it joins two columns.
  var widens: Bool { bits & 128 != 0 }

  /// The role of the scalar at line breaks.
  var lineClass: LineClass { LineClass(rawValue: UInt8(bits >> 8 & 3)) ?? .other }

  /// Whether the scalar begins a cluster, except after one of the classes from ``BreakClass/l`` on.
  @inline(__always)
  var isQuiet: Bool { bits >> 10 <= UInt16(BreakClass.lvt.rawValue) }

  /// Whether the scalar joins any character before it.
  var joinsAny: Bool {
    (UInt16(BreakClass.extend.rawValue)...UInt16(BreakClass.spacingMark.rawValue)).contains(
      bits >> 10)
  }

  /// Whether the scalar is U+200D.
  @inline(__always)
  var isJoiner: Bool { bits >> 10 == UInt16(BreakClass.joiner.rawValue) }

  /// Whether the scalar is an initial consonant of a Hangul syllable.
  @inline(__always)
  var isInitial: Bool { bits >> 10 == UInt16(BreakClass.l.rawValue) }

  /// The role of the scalar at the boundaries of clusters.
  @inline(__always)
  var breakClass: BreakClass { BreakClass(rawValue: UInt8(bits >> 10)) ?? .other }
}

/// The role of a scalar at line breaks.
enum LineClass: UInt8 {
  /// A scalar that no rule names.
  case other
  /// A blank, which vanishes at the end of a line.
  case blank
  /// Punctuation that no line begins with.
  case closing
  /// Punctuation that no line ends with.
  case opening
}
