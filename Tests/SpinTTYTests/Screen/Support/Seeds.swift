import Foundation
import SpinTesting

/// The seeds of a property test: that of `SPIN_SEED` alone, if it is set, else a fixed series.
enum Seeds {
  static func series(_ count: UInt64) -> [UInt64] {
    if let text = ProcessInfo.processInfo.environment["SPIN_SEED"], let seed = UInt64(text) {
      return [seed]
    }
    return Array(1...count)
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
