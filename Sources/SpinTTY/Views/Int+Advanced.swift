extension Int {
  /// Returns the sum, clamped to `Int.min` or `Int.max` on overflow.
  func advanced(within step: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(step)
    return overflows ? (step < 0 ? .min : .max) : sum
  }
}
