/// A scanner for the grapheme clusters of UTF-8 and their measures.
///
/// The clusters are those of Unicode Annex 29, in the version of the running Swift. Most clusters
/// are one scalar, which two look-ups in ``WidthTable`` determine; ``GraphemeState`` decides the
/// others. The scanner allocates nothing.
///
/// The scanner stops at a scalar that ``CleanText`` would replace, and sets ``isStopped``. The
/// caller then cleans the rest and scans that.
struct ClusterScanner {
  /// The largest number of scalars of a cluster that are shown: one, the 30 marks of Unicode's
  /// stream-safe text, and one more.
  ///
  /// If scalars are omitted, the last one shown is not a joiner, because it would join the next
  /// text.
  static let scalarLimit = 32

  private let bytes: MemoryView<UInt8>
  /// The offset of the next cluster.
  private(set) var position: Int
  /// Whether the next cluster must be cleaned.
  private(set) var isStopped = false
  /// The scalar at `position`, if `position` is not the end.
  private var ahead: Scalar

  /// Creates a scanner that begins at the first byte of a cluster.
  init(_ bytes: MemoryView<UInt8>, from start: Int = 0) {
    self.bytes = bytes
    position = start
    ahead = start < bytes.count ? Scalar(in: bytes, at: start) : Scalar(0, end: 0)
  }

  /// Returns the next cluster, or `nil` at the end and where the scanner stops.
  @inline(__always)
  mutating func next() -> Cluster? {
    guard position < bytes.count else { return nil }
    let (start, first) = (position, ahead)
    if first.end < bytes.count { ahead = Scalar(in: bytes, at: first.end) }
    guard first.traits.isQuiet && (first.end == bytes.count || ahead.traits.isQuiet) else {
      return nextOfSeveral(from: start, first)
    }
    position = first.end
    return Cluster(from: start, first)
  }

  /// Returns a cluster that may have several scalars.
  private mutating func nextOfSeveral(from start: Int, _ first: Scalar) -> Cluster? {
    var state = GraphemeState(first.traits.breakClass)
    var last = first
    var count = 1
    var shown = Cluster(from: start, first)
    var shorter = shown
    var base = MarkBase()
    var hasBareMark = base.isMissed(by: first)
    while last.end < bytes.count {
      if last.value == TagSequence.base, let end = TagSequence.end(in: bytes, after: last.end) {
        // The tags join the flag as one scalar does, so that the flag is shown whole or not at all.
        let tags = Scalar(0xE007F, end: end)
        count += 1
        if count <= ClusterScanner.scalarLimit { shown.join(tags, after: last) }
        last = tags
        if last.end < bytes.count { ahead = Scalar(in: bytes, at: last.end) }
        continue
      }
      guard let joined = state.joined(by: ahead.traits.breakClass) else { break }
      if base.isMissed(by: ahead) { hasBareMark = true }
      count += 1
      if count <= ClusterScanner.scalarLimit {
        if count == ClusterScanner.scalarLimit { shorter = shown }
        shown.join(ahead, after: last)
      } else if count == ClusterScanner.scalarLimit + 1, last.traits.isJoiner {
        shown = shorter
      }
      (state, last) = (joined, ahead)
      if last.end < bytes.count { ahead = Scalar(in: bytes, at: last.end) }
    }
    // The replacement of the next scalar may join a prepended mark.
    let isGateAhead = last.end < bytes.count && ahead.traits.breakClass == .gated
    if first.traits.breakClass == .gated || isGateAhead && state == .prepended || hasBareMark {
      isStopped = true
      return nil
    }
    position = last.end
    shown.end = last.end
    return shown
  }
}

extension ClusterScanner {
  /// A scalar with its traits and the offset of the next one.
  struct Scalar {
    let value: UInt32
    let end: Int
    let traits: ScalarTraits

    @inline(__always)
    init(_ value: UInt32, end: Int) {
      self.value = value
      self.end = end
      traits = ScalarTraits(value: value)
    }

    /// Decodes a scalar of valid UTF-8; a scalar cut at the end becomes a replacement character.
    @inline(__always)
    init(in bytes: MemoryView<UInt8>, at start: Int) {
      let lead = UInt32(bytes[start])
      if lead < 0x80 {
        self.init(lead, end: start + 1)
        return
      }
      let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      guard start + length <= bytes.count else {
        self.init(0xFFFD, end: bytes.count)
        return
      }
      var value = (lead & 0x7F >> UInt32(length)) << 6 | UInt32(bytes[start + 1] & 0x3F)
      if length > 2 { value = value << 6 | UInt32(bytes[start + 2] & 0x3F) }
      if length > 3 { value = value << 6 | UInt32(bytes[start + 3] & 0x3F) }
      self.init(value, end: start + length)
    }
  }
}
