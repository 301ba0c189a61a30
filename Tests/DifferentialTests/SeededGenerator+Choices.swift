import SpinTesting

extension SeededGenerator {
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Picks an index with the probabilities that the weights stand in.
  mutating func weighted(_ weights: [Int]) -> Int {
    var rest = below(weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return weights.count - 1
  }
}
