/// Arithmetic that stops at the longest and the shortest duration instead of trapping.
extension Duration {
  /// The longest delay, some 146 billion years: so long that it never passes, and so short that a
  /// scheduler may add it to its time.
  package static var longestDelay: Duration { .seconds(Int64.max / 2) }

  /// The duration as a delay, from zero to the longest.
  package var asDelay: Duration { min(max(self, .zero), .longestDelay) }

  package func addingClamped(_ other: Duration) -> Duration {
    let (sum, hasOverflow) = attoseconds.addingReportingOverflow(other.attoseconds)
    return hasOverflow ? .limit(isNegative: other < .zero) : Duration(attoseconds: sum)
  }

  @usableFromInline
  package func subtractingClamped(_ other: Duration) -> Duration {
    let (difference, hasOverflow) = attoseconds.subtractingReportingOverflow(other.attoseconds)
    return hasOverflow ? .limit(isNegative: other > .zero) : Duration(attoseconds: difference)
  }

  /// The duration so many times; `nil` if it is too long to be told.
  func times(_ count: Int) -> Duration? {
    let (product, hasOverflow) = attoseconds.multipliedReportingOverflow(by: Int128(count))
    return hasOverflow ? nil : Duration(attoseconds: product)
  }

  /// In whole nanoseconds, rounded up so that nothing is early; at most some 292 years.
  package var wholeNanoseconds: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }

  private static func limit(isNegative: Bool) -> Duration {
    Duration(attoseconds: isNegative ? .min : .max)
  }
}
