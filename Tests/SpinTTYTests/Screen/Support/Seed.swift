import Foundation

/// A seeded generator of the sequence "splitmix64", so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// True once in `count` calls.
  mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func number(_ range: Range<Int>) -> Int {
    range.isEmpty ? range.lowerBound : Int.random(in: range, using: &self)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0..<elements.count)]
  }
}

/// The seeds of a property test: those of `SPINTTY_SEED` alone, if it is set, else a fixed series.
enum Seeds {
  static func series(_ count: UInt64) -> [UInt64] {
    if let text = ProcessInfo.processInfo.environment["SPINTTY_SEED"], let seed = UInt64(text) {
      return [seed]
    }
    return Array(1...count)
  }
}
