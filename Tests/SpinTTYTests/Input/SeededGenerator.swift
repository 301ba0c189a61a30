import Foundation

/// A generator whose every run can be had again: SplitMix64 (Steele, Lea, Flood, 2014).
///
/// The seed is drawn anew each time, or taken from the environment variable SPIN_SEED, and is to
/// be printed by whoever finds a failure.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init() {
    let given = ProcessInfo.processInfo.environment["SPIN_SEED"].flatMap { UInt64($0) }
    self.init(seed: given ?? .random(in: 0 ... .max))
  }

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
