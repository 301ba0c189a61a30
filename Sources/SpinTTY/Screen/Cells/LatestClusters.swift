/// The numbers of clusters that were interned lately, found by a few of their bytes.
///
/// A place holds the latest cluster that belongs there, which need not be the one that is looked for.
/// So whoever chooses the clusters can make no search longer: the catalog's own table, whose hashes
/// nobody can foresee, is behind it.
struct LatestClusters {
  /// Numbers plus one; zero is none.
  private var places = [UInt32](repeating: 0, count: LatestClusters.count)

  private static let count = 1024

  /// Where a cluster belongs.
  static func slot(of cluster: UnsafeBufferPointer<UInt8>) -> Int {
    // The first scalars are what most clusters of a text have in common, the last ones mark skins,
    // regions and families.
    let bytes = UnsafeRawBufferPointer(cluster)
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    if bytes.count >= 8 {
      hash ^= bytes.loadUnaligned(as: UInt64.self) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      hash ^= bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else {
      for byte in bytes { hash = hash << 8 ^ UInt64(byte) }
    }
    hash ^= hash >> 29
    return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }

  /// The cluster at a place.
  func number(at slot: Int) -> Int? {
    let number = places[slot]
    return number == 0 ? nil : Int(number) - 1
  }

  /// Notes which cluster was there last.
  mutating func keep(_ number: Int, at slot: Int) {
    places[slot] = UInt32(truncatingIfNeeded: number + 1)
  }
}
