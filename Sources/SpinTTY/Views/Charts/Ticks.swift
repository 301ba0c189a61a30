/// Round values in a range: one, two or five times a power of ten apart.
struct Ticks {
  /// The values, in order.
  let values: [Double]

  /// Chooses as many values as possible, but no more than `count`.
  ///
  /// The values are multiples of their distance. An empty or infinite range gives at most its
  /// lowest value.
  init(in range: ClosedRange<Double>, atMost count: Int) {
    let (low, high) = (range.lowerBound, range.upperBound)
    let parts = Double(max(1, count))
    // The length of the range may overflow to infinity although its parts do not.
    let part = (high - low).isFinite ? (high - low) / parts : high / parts - low / parts
    guard count > 1, part.isFinite, part.isNormal else {
      values = count > 0 && low.isFinite ? [low] : []
      return
    }
    var (factor, exponent) = Ticks.step(above: part)
    var found = Ticks.multiples(of: factor, exponent, in: low, high, atMost: count)
    while found == nil {
      (factor, exponent) = factor == 5 ? (1, exponent + 1) : (factor == 1 ? 2 : 5, exponent)
      found = Ticks.multiples(of: factor, exponent, in: low, high, atMost: count)
    }
    values = found ?? []
  }

  /// Returns the smallest round step that is at least a length.
  private static func step(above length: Double) -> (factor: Double, exponent: Int) {
    var exponent = 0
    while power(exponent + 1) <= length { exponent += 1 }
    while exponent > -300, power(exponent) > length { exponent -= 1 }
    let factor = [1.0, 2, 5].first { product($0, exponent) >= length }
    return factor.map { ($0, exponent) } ?? (1, exponent + 1)
  }

  /// Returns the multiples of a step between two values, or `nil` if they are too many.
  private static func multiples(
    of factor: Double, _ exponent: Int, in low: Double, _ high: Double, atMost count: Int
  ) -> [Double]? {
    let step = product(factor, exponent)
    // The only finite multiple of an infinite step is zero.
    guard step.isFinite else { return low <= 0 && high >= 0 ? [0] : [] }
    let first = (low / step).rounded(.up)
    var found: [Double] = []
    for number in 0...count {
      let value = product((first + Double(number)) * factor, exponent)
      if value > high { break }
      if found.last.map({ $0 < value }) ?? true, value >= low { found.append(value) }
    }
    return found.count > count ? nil : found
  }

  /// Returns a number times a power of ten; it divides if the power itself would not be exact.
  private static func product(_ number: Double, _ exponent: Int) -> Double {
    exponent < 0 ? number / power(-exponent) : number * power(exponent)
  }

  /// The numbers nearest to the powers of ten from 10⁻³²⁴, which is zero, to 10³⁰⁹, which is
  /// infinite.
  private static let powers = (-324...309).map { exponent in
    Double("1e\(exponent)") ?? (exponent < 0 ? 0 : .infinity)
  }

  /// Returns the number nearest to a power of ten.
  private static func power(_ exponent: Int) -> Double {
    powers[min(max(exponent + 324, 0), powers.count - 1)]
  }
}
