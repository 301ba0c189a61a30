/// A cache of the clusters interned recently, found by a few of their bytes.
///
/// A slot contains the latest cluster that hashes to it, which may differ from the one looked for.
/// Chosen clusters cannot make a search longer, because the cache falls back to the catalog's own
/// table, whose hashes are unpredictable.
struct LatestClusters {
  /// For each slot, the number of the cluster plus one; 0 for none.
  private var places = [UInt32](repeating: 0, count: LatestClusters.count)

  private static let count = 1024

  /// Returns the slot of a cluster.
  static func slot(of cluster: MemoryView<UInt8>) -> Int {
    // Most clusters of a text share their first scalars; the last ones distinguish skin tones,
    // regions and families.
    var hash = UInt64(truncatingIfNeeded: cluster.count)
    if cluster.count >= 8 {
      hash ^= cluster.word(at: 0) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      hash ^= cluster.word(at: cluster.count - 8)
    } else {
      for byte in cluster { hash = hash << 8 ^ UInt64(byte) }
    }
    hash ^= hash >> 29
    return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }

  /// Returns the number of the cluster in a slot.
  func number(at slot: Int) -> Int? {
    let number = places[slot]
    return number == 0 ? nil : Int(number) - 1
  }

  /// Stores a cluster in a slot.
  mutating func keep(_ number: Int, at slot: Int) {
    places[slot] = UInt32(truncatingIfNeeded: number + 1)
  }
}
