/// The styles and clusters that cells refer to by number.
///
/// The canvas and the terminal image share one catalog, so that equal cells have equal bytes. The
/// catalog only grows while a frame is drawn. Emptying it between two frames invalidates every cell
/// drawn before, and changes `generation`.
///
/// NB: exclusivity is not checked at run time, because the checks took a quarter of the encoder's
/// time. It holds, because one thread draws, and no access to a property overlaps another one.
final class Catalog {
  /// A counter that changes when all numbers become invalid.
  @safe @exclusivity(unchecked) private(set) var generation = 0
  /// Interned styles, by number.
  @safe @exclusivity(unchecked) private(set) var styles: [CellStyle] = [.plain]
  @safe @exclusivity(unchecked) private var styleNumbers: [CellStyle: StyleID] = [.plain: .plain]

  /// The bytes of all clusters, concatenated.
  @safe @exclusivity(unchecked) private(set) var clusterBytes: [UInt8] = []
  /// The end of each cluster's bytes; the first cluster begins at 0.
  @safe @exclusivity(unchecked) private(set) var clusterEnds: [Int] = []
  @safe @exclusivity(unchecked) private var clusterNumbers: [ClusterKey: GlyphID] = [:]
  @safe @exclusivity(unchecked) private var latestClusters = LatestClusters()

  private static let styleLimit = Int(UInt16.max)
  private static let clusterLimit = 1 << 20
  private static let byteLimit = 4 << 20

  /// Whether the catalog is so full that the next frame should begin with an empty one.
  var isCrowded: Bool {
    styles.count > Catalog.styleLimit / 2 || clusterEnds.count > Catalog.clusterLimit / 2
      || clusterBytes.count > Catalog.byteLimit
  }

  /// Returns the number of a style, or of the plain style once there are 65,535 styles.
  func intern(_ style: CellStyle) -> StyleID {
    if let id = styleNumbers[style] { return id }
    guard styles.count < Catalog.styleLimit else { return .plain }
    let id = StyleID(value: UInt16(styles.count))
    styles.append(style)
    styleNumbers[style] = id
    return id
  }

  /// Returns the number of a cluster of several scalars, or the replacement character once there
  /// are a million clusters.
  func intern(_ cluster: MemoryView<UInt8>) -> GlyphID {
    let slot = LatestClusters.slot(of: cluster)
    if let number = latestClusters.number(at: slot), isCluster(number, cluster) {
      return GlyphID(cluster: number)
    }
    let id = intern(ClusterKey(string: String(decoding: cluster, as: UTF8.self)))
    if let number = id.cluster { latestClusters.keep(number, at: slot) }
    return id
  }

  private func intern(_ key: ClusterKey) -> GlyphID {
    if let id = clusterNumbers[key] { return id }
    guard clusterEnds.count < Catalog.clusterLimit else { return GlyphID("\u{FFFD}") }
    let id = GlyphID(cluster: clusterEnds.count)
    clusterBytes.append(contentsOf: key.string.utf8)
    clusterEnds.append(clusterBytes.count)
    clusterNumbers[key] = id
    return id
  }

  private func isCluster(_ number: Int, _ bytes: MemoryView<UInt8>) -> Bool {
    let range = range(ofCluster: number)
    guard range.count == bytes.count else { return false }
    return clusterBytes.withView { $0.part(range).begins(like: bytes, count: range.count) }
  }

  /// Returns the range of a cluster in `clusterBytes`.
  func range(ofCluster number: Int) -> Range<Int> {
    (number == 0 ? 0 : clusterEnds[number - 1])..<clusterEnds[number]
  }

  /// Returns the number of bytes that a glyph takes in the output.
  func byteCount(of glyph: GlyphID) -> Int {
    if glyph.value < 0x80 { return 1 }
    if let number = glyph.cluster { return range(ofCluster: number).count }
    return glyph.value < 0x800 ? 2 : glyph.value < 0x10000 ? 3 : 4
  }

  /// Returns the text of a cell with this glyph; empty for a continuation.
  func text(of glyph: GlyphID) -> String {
    if let number = glyph.cluster {
      return String(decoding: clusterBytes[range(ofCluster: number)], as: UTF8.self)
    }
    guard glyph != .none, let scalar = Unicode.Scalar(glyph.value) else { return "" }
    return String(Character(scalar))
  }

  /// Removes everything except the plain style.
  func empty() {
    generation += 1
    styles = [.plain]
    styleNumbers = [.plain: .plain]
    clusterBytes = []
    clusterEnds = []
    clusterNumbers = [:]
    latestClusters = LatestClusters()
  }
}

/// A cluster compared by its bytes, so that canonically equivalent strings stay different.
private struct ClusterKey: Hashable {
  let string: String

  static func == (left: ClusterKey, right: ClusterKey) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var copy = string
    copy.withBytes { $0.feed(&hasher) }
  }
}
