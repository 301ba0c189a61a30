/// Round values in a range: one, two or five times a power of ten apart.
struct Ticks {
  /// The values, in order.
  let values: [Double]

  /// Chooses as many values as possible, but no more than `count`.
  ///
  /// They are multiples of their distance. A range without an extent, or with one that has no number, has
  /// only its lowest value.
  init(in range: ClosedRange<Double>, atMost count: Int) {
    let (low, high) = (range.lowerBound, range.upperBound)
    let parts = Double(max(1, count))
    // The extent may be larger than every number, though its parts are not.
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

  /// The least round step that is not below a length.
  private static func step(above length: Double) -> (factor: Double, exponent: Int) {
    var exponent = 0
    while power(exponent + 1) <= length { exponent += 1 }
    while exponent > -300, power(exponent) > length { exponent -= 1 }
    let factor = [1.0, 2, 5].first { product($0, exponent) >= length }
    return factor.map { ($0, exponent) } ?? (1, exponent + 1)
  }

  /// The multiples of a step between two values; nil if they are too many.
  private static func multiples(
    of factor: Double, _ exponent: Int, in low: Double, _ high: Double, atMost count: Int
  ) -> [Double]? {
    let step = product(factor, exponent)
    // Of a step beyond every number, zero is the only multiple.
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

  /// A number times a power of ten; divided where that is exact and the power is not.
  private static func product(_ number: Double, _ exponent: Int) -> Double {
    exponent < 0 ? number / power(-exponent) : number * power(exponent)
  }

  /// The number that is nearest to a power of ten.
  private static func power(_ exponent: Int) -> Double {
    Double("1e\(exponent)") ?? (exponent < 0 ? 0 : .infinity)
  }
}
