/// A source of random numbers whose every run can be had again by its seed.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// What to print when a run fails.
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Takes the seed from a text such as an environment variable, or a new one if there is none.
  package init(seed text: String?) {
    self.init(seed: text.flatMap { UInt64($0) } ?? .random(in: 0 ... .max))
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `limit` without it.
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
