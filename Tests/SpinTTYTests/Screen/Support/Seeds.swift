import Foundation
import SpinTesting

/// The seeds of a property test.
///
/// That of `SPIN_SEED` alone, if it is set; else a fixed series, `SPIN_ROUNDS` times as long.
enum Seeds {
  static func series(_ count: UInt64) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["SPIN_SEED"].flatMap(UInt64.init) { return [seed] }
    return Array(1...count * (environment["SPIN_ROUNDS"].flatMap(UInt64.init) ?? 1))
  }
}

extension SeededGenerator {
  /// True once in `count` calls.
  mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func number(_ range: Range<Int>) -> Int {
    range.isEmpty ? range.lowerBound : Int.random(in: range, using: &self)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0..<elements.count)]
  }
}
