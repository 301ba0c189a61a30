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
  static func slot(of cluster: UnsafeBufferPointer<UInt8>) -> Int {
    // Most clusters of a text share their first scalars; the last ones distinguish skin tones,
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
