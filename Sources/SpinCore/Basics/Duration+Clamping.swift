/// Arithmetic that clamps to the longest and the shortest duration instead of trapping.
extension Duration {
  /// The longest delay, about 146 billion years: so long that it never passes, and so short that a
  /// scheduler can add it to its time.
  package static var longestDelay: Duration { .seconds(Int64.max / 2) }

  /// The duration as a delay, clamped to the range from zero to the longest delay.
  package var asDelay: Duration { min(max(self, .zero), .longestDelay) }

  package func addingClamped(_ other: Duration) -> Duration {
    let (sum, hasOverflow) = attoseconds.addingReportingOverflow(other.attoseconds)
    return hasOverflow ? .limit(isNegative: other < .zero) : Duration(attoseconds: sum)
  }

  package func subtractingClamped(_ other: Duration) -> Duration {
    let (difference, hasOverflow) = attoseconds.subtractingReportingOverflow(other.attoseconds)
    return hasOverflow ? .limit(isNegative: other > .zero) : Duration(attoseconds: difference)
  }

  /// Returns a multiple of the duration; `nil` if it overflows.
  func times(_ count: Int) -> Duration? {
    let (product, hasOverflow) = attoseconds.multipliedReportingOverflow(by: Int128(count))
    return hasOverflow ? nil : Duration(attoseconds: product)
  }

  /// The duration in whole nanoseconds, rounded up so that no alarm is early, and at most about 292
  /// years.
  package var wholeNanoseconds: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }

  private static func limit(isNegative: Bool) -> Duration {
    Duration(attoseconds: isNegative ? .min : .max)
  }
}
