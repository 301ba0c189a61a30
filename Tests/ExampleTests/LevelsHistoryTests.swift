import Testing

@testable import levels

/// What the chart of `levels --watch` is made of.
@Suite struct LevelsHistoryTests {
  @Test func aShortWayIsKeptWhole() {
    let convergence = Convergence(from: Levels(left: 0, right: 6)).after(6)
    #expect(convergence.levels == Levels(left: 3, right: 3))
    #expect(convergence.turn == nil)
    #expect(
      convergence.history.pairs.map { [$0.left, $0.right] }
        == [[0, 6], [1, 6], [1, 5], [2, 5], [2, 4], [3, 4], [3, 3]])
  }

  @Test func aLongWayIsThinnedOutAndStaysTrue() {
    let start = Levels(left: -40_000, right: 60_000)
    var convergence = Convergence(from: start)
    for step in 1...100_000 {
      convergence = convergence.after(1)
      let history = convergence.history
      #expect(history.pairs.count <= History.capacity && history.steps == step)
    }
    #expect(convergence.levels == Levels(left: 10_000, right: 10_000))
    let history = convergence.history
    #expect(history.stride == 256)
    for (index, pair) in history.pairs.enumerated() {
      let half = index * history.stride / 2
      #expect(pair == Levels(left: start.left + half, right: start.right - half))
    }
  }

  @Test func betweenThePairsLieStraightLines() throws {
    let convergence = Convergence(from: Levels(left: -10, right: 10)).after(3)
    let scale = Scale(of: convergence.start)
    for (step, left, right) in [(0, 0, 20), (0.5, 0.5, 20), (1.5, 1, 19.5), (3, 2, 19)] {
      let heights = try #require(convergence.history.heights(after: step, on: scale))
      #expect(heights == (left, right))
    }
    #expect(convergence.history.heights(after: 3.5, on: scale) == nil)
  }

  @Test func theWholeRangeOfTheIntegersHasAScale() {
    let scale = Scale(of: Levels(left: .max, right: .min))
    #expect(scale.distance == .max)
    #expect(scale.part(below: .min) == 0)
    #expect(scale.part(below: 0) == 0.5)
    #expect(scale.part(below: .max) == 1)
    #expect(scale.columns == 20)
    // A Double cannot tell these from each other.
    let narrow = Scale(of: Levels(left: .max - 2, right: .max))
    #expect(narrow.part(below: .max - 1) == 0.5)
    #expect(Scale(of: Levels(left: 4, right: 4)).part(below: 4) == 0.5)
  }
}

extension Convergence {
  /// The convergence after some more steps of those whose turn it is.
  fileprivate func after(_ steps: Int) -> Convergence {
    var copy = self
    for _ in 0..<steps {
      switch copy.turn {
      case .left: copy.apply(copy.levels.leftStep)
      case .right: copy.apply(copy.levels.rightStep)
      case nil: break
      }
    }
    return copy
  }
}
