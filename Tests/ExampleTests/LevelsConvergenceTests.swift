import Testing

@testable import levels

/// What the chart of `levels --watch` is made of.
@Suite struct LevelsConvergenceTests {
  @Test(arguments: [Levels(left: 0, right: 6), Levels(left: 60_000, right: -40_001)])
  func theWayDrawnIsTheWayMade(_ start: Levels) {
    var convergence = Convergence(from: start)
    while convergence.turn != nil {
      let heights = convergence.heights(after: Double(convergence.steps))
      #expect(heights?.left == Double(convergence.levels.left - convergence.lowest))
      #expect(heights?.right == Double(convergence.levels.right - convergence.lowest))
      convergence = convergence.after(1)
    }
    #expect(convergence.levels.areEqual && convergence.steps == convergence.distance)
  }

  @Test func betweenTheStepsLieStraightLines() throws {
    let convergence = Convergence(from: Levels(left: -10, right: 10)).after(3)
    for (step, left, right) in [(0, 0, 20), (0.5, 0.5, 20), (1.5, 1, 19.5), (3, 2, 19)] {
      let heights = try #require(convergence.heights(after: step))
      #expect(heights == (left, right))
    }
    #expect(convergence.heights(after: 3.5) == nil)
  }

  @Test func theWholeRangeOfTheIntegersHasAScale() {
    let whole = Convergence(from: Levels(left: .max, right: .min))
    #expect(whole.distance == .max)
    #expect(whole.part(below: .min) == 0)
    #expect(whole.part(below: 0) == 0.5)
    #expect(whole.part(below: .max) == 1)
    // A Double cannot tell these from each other.
    let narrow = Convergence(from: Levels(left: .max - 2, right: .max))
    #expect(narrow.part(below: .max - 1) == 0.5)
    #expect(Convergence(from: Levels(left: 4, right: 4)).part(below: 4) == 0.5)
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
