/// The measure of a grapheme cluster for all width rules, in 32 bits.
///
/// | bits | meaning |
/// |---|---|
/// | 0–1 | the width in columns as one glyph |
/// | 2–4 | whether a scalar is contested, ambiguous, unsettled |
/// | 5 | whether the last scalar is open |
/// | 6–7 | the width in columns as one glyph if ambiguous characters are wide |
/// | 8–9 | the ``LineClass`` of the first scalar |
/// | 10 | whether the last scalar is an initial consonant of a Hangul syllable |
/// | 11–31 | the only scalar, or zero |
struct ClusterMeasure {
  private(set) var bits: UInt32

  static let contested: UInt32 = 4
  static let ambiguous: UInt32 = 8
  static let unsettled: UInt32 = 16
  static let open: UInt32 = 32
  static let initial: UInt32 = 1024

  /// Creates the measure of a cluster of one scalar.
  @inline(__always)
  init(_ value: UInt32, _ traits: ScalarTraits) {
    let low = UInt32(traits.bits)
    bits = low & 0x33F | value << 11
    bits |= (low & ClusterMeasure.ambiguous != 0 ? 2 : low & 3) << 6
    if traits.isInitial { bits |= ClusterMeasure.initial }
  }

  /// Creates the measure of a printable ASCII character.
  @inline(__always)
  init(ascii byte: UInt8) {
    self.init(UInt32(byte), ScalarTraits(value: UInt32(byte)))
  }

  /// Adds a scalar to the cluster; the first visible one determines the width, and sequences widen
  /// it.
  mutating func join(_ value: UInt32, _ traits: ScalarTraits, after previous: ScalarTraits) {
    let own = ClusterMeasure(value, traits).bits
    let flags = ClusterMeasure.contested | ClusterMeasure.ambiguous | ClusterMeasure.unsettled
    let last = ClusterMeasure.open | ClusterMeasure.initial
    var widths = bits & 0xC3
    if widths == 0 {
      widths = own & 0xC3
    } else if value == 0xFE0F ? previous.isEmoji : traits.widens || previous.isJoiner {
      widths = 0x82
    }
    bits = (bits | own) & flags | own & last | bits & 0x300 | widths
  }

  /// The only scalar, or zero if there are several.
  @inline(__always)
  var scalar: UInt32 { bits >> 11 }

  /// Returns the width in columns of the cluster as one glyph.
  @inline(__always)
  func width(ambiguousIsWide: Bool) -> Int {
    Int(ambiguousIsWide ? bits >> 6 & 3 : bits & 3)
  }

  /// The line class of the first scalar.
  var lineClass: LineClass { LineClass(rawValue: UInt8(bits >> 8 & 3)) ?? .other }
}

/// A grapheme cluster of a scanned text.
struct Cluster {
  /// The offsets of its first byte and of the byte after its last one.
  let start: Int
  var end: Int
  /// The end of the bytes that are shown; see ``ClusterScanner/scalarLimit``.
  private(set) var shownEnd: Int
  /// The measure of the shown scalars.
  private(set) var measure: ClusterMeasure
  /// The sum of the widths of the shown scalars if ambiguous ones are narrow, and if they are wide.
  private(set) var advance: (narrow: Int, wide: Int)

  /// Creates a measured cluster.
  @inline(__always)
  init(start: Int, end: Int, measure: ClusterMeasure) {
    self.start = start
    self.end = end
    shownEnd = end
    self.measure = measure
    advance = (
      measure.width(ambiguousIsWide: false), measure.width(ambiguousIsWide: true)
    )
  }

  /// Creates a cluster of one scalar.
  @inline(__always)
  init(from start: Int, _ scalar: ClusterScanner.Scalar) {
    self.init(
      start: start, end: scalar.end, measure: ClusterMeasure(scalar.value, scalar.traits))
  }

  /// Adds a scalar.
  mutating func join(_ scalar: ClusterScanner.Scalar, after last: ClusterScanner.Scalar) {
    measure.join(scalar.value, scalar.traits, after: last.traits)
    let width = scalar.traits.width
    advance.narrow += width
    advance.wide += scalar.traits.isAmbiguous ? 2 : width
    end = scalar.end
    shownEnd = scalar.end
  }

  /// The width in columns for each ``WidthRules/place``.
  var columns: SIMD4<UInt32> {
    SIMD4(
      truncatingIfNeeded: SIMD4(
        measure.width(ambiguousIsWide: false), measure.width(ambiguousIsWide: true),
        advance.narrow, advance.wide))
  }

  /// The range of the bytes that are shown.
  var shown: Range<Int> { start..<shownEnd }
}
