/// Functions that divide a number of whole cells.
enum Shares {
  /// Divides `total` by weight.
  ///
  /// Each share is the exact one rounded down, and the remaining cells go, one each, to the largest
  /// remainders; ties go to the left.
  ///
  /// The method is Hamilton's. The shares add up to `total` unless all weights are zero.
  static func divide(_ total: Int, by weights: [Int]) -> [Int] {
    let sum = weights.reduce(0, +)
    guard sum > 0, total > 0 else { return weights.map { _ in 0 } }
    var shares = weights.map { total * $0 / sum }
    let remainders = weights.map { total * $0 % sum }
    handOut(total - shares.reduce(0, +), to: &shares, by: remainders)
    return shares
  }

  /// Divides `total` by weight, with no share above its cap and, if there is enough, none below its
  /// floor.
  ///
  /// The method is the one of CSS flexible boxes: of the shares out of bounds, those on the side
  /// with the larger sum are fixed, and the other shares are divided again.
  static func divide(
    _ total: Int, by weights: [Int], floors: [Int], caps: [Int]? = nil
  ) -> [Int] {
    var result = weights.map { _ in 0 }
    var fixed = weights.map { _ in false }
    while true {
      let rest = total - zip(result, fixed).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
      let shares = divide(Swift.max(0, rest), by: zip(weights, fixed).map { $1 ? 0 : $0 })
      var excess = 0
      for index in shares.indices where !fixed[index] {
        let cap = caps?[index] ?? .max
        result[index] = Swift.max(floors[index], Swift.min(shares[index], cap))
        excess += result[index] - shares[index]
      }
      let off = shares.indices.filter { index in
        guard !fixed[index] else { return false }
        return excess < 0 ? result[index] < shares[index] : result[index] > shares[index]
      }
      if excess == 0 || off.isEmpty { return result }
      for index in off { fixed[index] = true }
    }
  }

  /// Returns the lengths of parts of a room; parts that add up to the whole fill it exactly.
  static func parts(of room: Int, _ ratios: [(Int, Int)]) -> [Int] {
    var shares = ratios.map { part(of: room, $0.0, $0.1) }
    let scale = 1 << 20
    let remainders = ratios.map { room * $0.0.asWeight % divisor($0.1) * scale / divisor($0.1) }
    handOut((remainders.reduce(0, +) + ratios.count) / scale, to: &shares, by: remainders)
    return shares
  }

  /// Returns a part of a room, rounded down by default.
  static func part(
    of room: Int, _ numerator: Int, _ denominator: Int,
    rounding: FloatingPointRoundingRule = .down
  ) -> Int {
    let divisor = divisor(denominator)
    let more = rounding == .up ? divisor - 1 : 0
    return Swift.min((room * numerator.asWeight + more) / divisor, Rectangle.bound)
  }

  private static func divisor(_ denominator: Int) -> Int { Swift.max(1, denominator.asWeight) }

  private static func handOut(_ cells: Int, to shares: inout [Int], by remainders: [Int]) {
    guard cells > 0 else { return }
    let order = remainders.indices.sorted {
      remainders[$0] == remainders[$1] ? $0 < $1 : remainders[$0] > remainders[$1]
    }
    for index in order.prefix(cells) { shares[index] += 1 }
  }
}
