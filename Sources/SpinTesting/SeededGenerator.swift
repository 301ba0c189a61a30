/// A generator of random numbers that can be reproduced from its seed.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed, to be printed when a test fails.
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Reads the seed from a text such as an environment variable, or uses a random one.
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

  /// Returns a number from 0 up to, but not including, `limit`.
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
