/// The rules by which a terminal gives columns to text.
///
/// Terminals of different generations disagree, so the rules are measured or guessed once, when the
/// terminal is chosen.
public struct WidthRules: Hashable, Sendable, Codable {
  /// The unit by which a terminal advances its cursor.
  public enum Profile: String, Hashable, Sendable, Codable {
    /// Each scalar advances by its own width, as returned by the C function `wcwidth`.
    case wcwidth
    /// Each grapheme cluster advances by one or two columns, as in mode 2027.
    case grapheme
  }

  /// The unit by which the terminal advances its cursor.
  public var profile: Profile
  /// Whether characters that are wide only in East Asian legacy sets take two columns.
  public var ambiguousIsWide: Bool
  /// Whether the terminal has confirmed that it measures by cluster, by supporting mode 2027.
  ///
  /// If so, only characters newer than many terminals, and those with a mark that has a column of
  /// its own, may have another width there.
  package var isConfirmed: Bool

  /// Creates rules; the default is what most terminals did before mode 2027.
  ///
  /// - Parameters:
  ///   - profile: The unit by which the terminal advances its cursor.
  ///   - ambiguousIsWide: Whether characters that are wide only in East Asian legacy sets take two
  ///     columns.
  public init(profile: Profile = .wcwidth, ambiguousIsWide: Bool = false) {
    self.init(profile: profile, ambiguousIsWide: ambiguousIsWide, isConfirmed: false)
  }

  /// Creates rules that the terminal may have confirmed.
  package init(
    profile: Profile = .wcwidth, ambiguousIsWide: Bool = false, isConfirmed: Bool
  ) {
    self.profile = profile
    self.ambiguousIsWide = ambiguousIsWide
    self.isConfirmed = isConfirmed
  }

  /// Returns the width of `text` in columns, with control characters made visible.
  ///
  /// - Complexity: O(*n*); plain ASCII is only counted.
  public func width(of text: String) -> Int {
    var text = text
    let (width, rest) = text.withBytes { bytes in
      bytes.arePrintableASCII ? (bytes.count, nil) : self.width(of: bytes)
    }
    guard let rest else { return width }
    return width
      + self.width(of: CleanText(String(decoding: text.utf8.dropFirst(rest), as: UTF8.self)).string)
  }

  /// Returns the width of `character` in columns, with control characters made visible.
  public func width(of character: Character) -> Int {
    width(of: String(character))
  }
}

extension WidthRules {
  /// Returns the width of a cluster in columns.
  @inline(__always)
  func width(of cluster: Cluster) -> Int {
    switch profile {
    case .grapheme: cluster.measure.width(ambiguousIsWide: ambiguousIsWide)
    case .wcwidth: ambiguousIsWide ? cluster.advance.wide : cluster.advance.narrow
    }
  }

  /// The index of the rules among those that measure differently, from 0 to 3; see
  /// ``Cluster/columns``.
  @inline(__always)
  var place: Int { (profile == .grapheme ? 0 : 2) + (ambiguousIsWide ? 1 : 0) }

  /// Returns the width of the clusters, and the offset of the rest if it must be cleaned.
  private func width(of bytes: MemoryView<UInt8>) -> (width: Int, rest: Int?) {
    var width = 0
    var scanner = ClusterScanner(bytes)
    while let cluster = scanner.next() { width += self.width(of: cluster) }
    return (width, scanner.isStopped ? scanner.position : nil)
  }

  /// The flags of clusters that need special treatment.
  ///
  /// If none of them is set, the only scalar of a cluster is a glyph of the measured width in
  /// either profile.
  var specialFlags: UInt32 {
    ClusterMeasure.contested | ClusterMeasure.initial
      | (ambiguousIsWide ? ClusterMeasure.ambiguous : 0)
  }

  /// Returns a cluster as one glyph, which may have no width.
  @inline(__always)
  func glyph(of cluster: Cluster) -> Glyph {
    let bits = cluster.measure.bits
    let isAmbiguous = ambiguousIsWide && bits & ClusterMeasure.ambiguous != 0
    var glyph = Glyph(
      bytes: cluster.shown,
      width: cluster.measure.width(ambiguousIsWide: ambiguousIsWide),
      isContested: isAmbiguous || bits & (ClusterMeasure.contested | ClusterMeasure.initial) != 0)
    if isConfirmed, glyph.isContested {
      glyph.isContested = isAmbiguous || bits & ClusterMeasure.unsettled != 0
      glyph.isOpen = bits & ClusterMeasure.open != 0
    }
    return glyph
  }

  /// Calls `body` with a glyph for each scalar that advances, including the marks after it.
  func forEachAdvance(
    of cluster: Cluster, in bytes: MemoryView<UInt8>, _ body: (Glyph) -> Void
  ) {
    let bits = cluster.measure.bits
    let isContested =
      bits & ClusterMeasure.contested != 0
      || ambiguousIsWide && bits & ClusterMeasure.ambiguous != 0
    var glyph = Glyph(
      bytes: cluster.start..<cluster.start, width: 0, isContested: isContested)
    var end = cluster.start
    while end < cluster.shownEnd {
      let scalar = ClusterScanner.Scalar(in: bytes, at: end)
      let isWide = ambiguousIsWide && scalar.traits.isAmbiguous
      let advance = isWide ? 2 : scalar.traits.width
      if advance > 0, glyph.width > 0 {
        body(glyph)
        (glyph.bytes, glyph.width) = (end..<end, 0)
      }
      glyph.width += advance
      end = scalar.end
      glyph.bytes = glyph.bytes.lowerBound..<end
    }
    if glyph.width > 0 { body(glyph) }
  }
}

extension MemoryView<UInt8> {
  /// Whether each byte is a character of one column.
  var arePrintableASCII: Bool {
    let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    var index = 0
    while index + 8 <= count {
      // For eight bytes below 0x80, the highest bits tell which are below 0x20 and which are 0x7F.
      let word = word(at: index)
      let isControl = (word &- (ones &* 0x20)) | (word &+ ones)
      if (word | isControl) & highs != 0 { return false }
      index += 8
    }
    while index < count {
      if self[index] &- 0x20 >= 0x5F { return false }
      index += 1
    }
    return true
  }
}
