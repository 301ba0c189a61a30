/// A part of a whole that extreme numbers and rounding cannot falsify.
struct Fraction: Equatable {
  private let part: Int
  private let whole: Int

  /// Creates a fraction with `part` clamped to 0…`whole`; a whole below 1 gives an empty fraction.
  init(_ part: Int, of whole: Int) {
    self.whole = max(whole, 1)
    self.part = whole < 1 ? 0 : min(max(part, 0), self.whole)
  }

  /// Creates a fraction of floating-point numbers; NaN gives an empty fraction.
  init(_ part: Double, of whole: Double) {
    let ratio = part / whole
    let isSome = whole > 0 && ratio > 0
    let scale = 1 << 30
    // Rounds up, because a fifth would otherwise be a little less than a fifth; but only the whole
    // itself becomes the whole.
    let part =
      !isSome ? 0 : ratio >= 1 ? scale : min(scale - 1, Int((ratio * Double(scale)).rounded(.up)))
    self.init(part, of: scale)
  }

  /// Creates the fraction of a range that lies below a value; an empty one for a range without
  /// length.
  init(_ value: Double, in range: ClosedRange<Double>) {
    // Halves, because the length of the range may overflow to infinity.
    let start = range.lowerBound / 2
    self.init(value / 2 - start, of: range.upperBound / 2 - start)
  }

  /// Returns the number of units of `total` that are done, rounded down so that only the whole
  /// fills it.
  func units(of total: Int) -> Int {
    let (high, low) = part.multipliedFullWidth(by: max(0, total))
    return whole.dividingFullWidth((high, low)).quotient
  }

  /// A bar in ten steps, for output without a screen.
  var bar: String {
    let done = units(of: 10)
    return String(repeating: "#", count: done) + String(repeating: "-", count: 10 - done)
  }
}
