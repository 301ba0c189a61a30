import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct SharesTests {
  @Test func whatIsLeftGoesToTheLargestRemainders() {
    #expect(Shares.divide(10, by: [1, 1, 1]) == [4, 3, 3])
    #expect(Shares.divide(10, by: [1, 2, 4]) == [1, 3, 6])
    #expect(Shares.divide(2, by: [1, 1, 1]) == [1, 1, 0])
    #expect(Shares.divide(5, by: [0, 0]) == [0, 0])
    #expect(Shares.divide(0, by: [1, 2]) == [0, 0])
  }

  @Test func noShareIsBelowItsFloorWhileThereIsEnough() {
    #expect(Shares.divide(10, by: [1, 1, 1], floors: [0, 6, 0]) == [2, 6, 2])
    #expect(Shares.divide(10, by: [1, 9], floors: [3, 3]) == [3, 7])
    #expect(Shares.divide(4, by: [1, 1], floors: [3, 3]) == [3, 3])
  }

  @Test func partsThatMakeUpTheWholeFillIt() {
    for room in 0..<100 {
      #expect(Shares.parts(of: room, [(1, 3), (1, 3), (1, 3)]).reduce(0, +) == room)
      #expect(Shares.parts(of: room, [(1, 2), (1, 3), (1, 6)]).reduce(0, +) == room)
      #expect(Shares.parts(of: room, [(1, 4), (1, 4)]).reduce(0, +) <= room)
    }
    #expect(Shares.parts(of: 80, [(1, 0), (-1, 3), (.max, 1)]).allSatisfy { $0 >= 0 })
  }

  @Test(arguments: Seeds.series(200))
  func sharesAddUpAndAreWithinOneCellOfExact(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let weights = (0..<random.number(1..<8)).map { _ in random.number(0..<20) }
    let total = random.number(0..<500)
    let shares = Shares.divide(total, by: weights)
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return }
    #expect(shares.reduce(0, +) == total, "seed \(seed)")
    for (share, weight) in zip(shares, weights) {
      #expect(abs(share * sum - total * weight) < sum, "seed \(seed)")
    }
  }
}
