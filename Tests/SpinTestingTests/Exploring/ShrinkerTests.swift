import Testing

@testable import SpinTesting

struct ShrinkerTests {
  /// Shrinks choices that fail if a condition is met; returns the result and the number of runs.
  private func shrink(
    _ choices: [Int], limit: Int = 200, _ fails: ([Int]) -> Bool
  ) -> (best: [Int], runs: Int) {
    var shrinker = Shrinker(choices, limit: limit)
    var runs = 0
    shrinker.shrink {
      runs += 1
      return fails($0)
    }
    return (shrinker.best, runs)
  }

  private func random(_ seed: UInt64) -> [Int] {
    var random = SeededGenerator(seed: seed)
    return (0..<random.below(60)).map { _ in random.below(5) }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func aFailureOfOneChoiceIsFound(_ seed: UInt64) {
    let choices = random(seed)
    guard let place = choices.firstIndex(where: { $0 >= 3 }) else { return }
    let shrunk = shrink(choices) { $0.count > place && $0[place] >= 2 }
    #expect(shrunk.best == Array(repeating: 0, count: place) + [2])
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func whateverFailsTheResultFailsAndIsNoLarger(_ seed: UInt64) {
    let choices = random(seed)
    let number = choices.count { $0 > 0 } / 3
    let fails = { (choices: [Int]) in choices.count { $0 > 0 } >= number }
    let shrunk = shrink(choices, fails)
    #expect(shrunk.best == Array(repeating: 1, count: number))
    // A condition without any order.
    let odd = { (choices: [Int]) in choices.reduce(7) { ($0 &* 31 &+ $1) % 97 } % 3 == 0 }
    guard odd(choices) else { return }
    let small = shrink(choices, odd)
    #expect(odd(small.best) || small.runs == 0)
    #expect(small.best.count <= choices.count)
  }

  @Test func noMoreRunsAreMadeThanAllowed() {
    let choices = (0..<500).map { $0 % 5 }
    for limit in [0, 1, 7, 200] {
      #expect(shrink(choices, limit: limit) { $0.count > 490 }.runs == min(limit, 200))
    }
  }

  @Test func nothingIsTriedIfThereIsNothingToLeaveOut() {
    #expect(shrink([]) { _ in true } == ([], 0))
    #expect(shrink([0, 0, 0]) { _ in true } == ([], 0))
  }
}
