import SpinTesting
import Testing

@testable import SpinTTY

/// What holds for the room of every stack, whatever its views ask for.
///
/// A failure prints its seed; `SPIN_SEED` repeats it, `SPIN_ROUNDS` tries more.
@Suite struct ConstraintLawTests {
  /// Takes what it is offered, up to its length.
  private struct Block: View {
    let length: Int

    func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
      Size(
        columns: min(length, proposal.columns ?? length), rows: min(length, proposal.rows ?? length)
      )
    }

    func draw(into surface: Surface, in environment: ViewEnvironment) {}
  }

  private struct Case {
    var constraints: [Constraint] = []
    let views: [any View]
    let room: Int
    let spacing: Int

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      func constraint(_ random: inout SeededGenerator) -> Constraint {
        let number = random.pick([0, 1, 2, 5, 9, 30])
        var constraint: Constraint =
          switch random.number(0..<4) {
          case 0: .fixed(number)
          case 1: .ratio(random.number(0..<4), 4)
          case 2: .fill(random.number(1..<4))
          default: .content
          }
        if random.once(in: 2) { constraint = constraint.atLeast(random.pick([0, 1, 3, 8])) }
        if random.once(in: 4) { constraint = constraint.atMost(random.pick([0, 2, 7, 20])) }
        return constraint.priority(random.pick([0, 0, 0, 1, 2, -1]))
      }
      for _ in 0..<random.number(1..<8) { constraints.append(constraint(&random)) }
      let lengths = constraints.map { _ in random.pick([0, 1, 4, 12, 200]) }
      views = zip(constraints, lengths).map { constraint, length in
        Block(length: length).frame(width: constraint)
      }
      room = random.pick([0, 1, 2, 7, 10, 20, 23, 40, 80])
      spacing = random.pick([0, 0, 1, 3])
    }

    var plan: StackPlan {
      StackLayout(
        axis: .horizontal, spacing: spacing, distribution: .start, views: views,
        environment: ViewEnvironment(), cross: 1
      ).plan(total: room)
    }
  }

  @Test(arguments: Seeds.series(500))
  func theLengthsFitAndAreWithinTheirBounds(seed: UInt64) {
    let example = Case(seed: seed)
    let plan = example.plan
    #expect(plan.lengths.reduce(plan.gaps, +) <= example.room, "seed \(seed)")
    let shown = plan.lengths.indices.filter { plan.shows($0) }
    // Views that ask for nothing may stand beside one that alone does not fit.
    let isAlone = shown.count { example.constraints[$0].minimum > 0 } < 2
    for index in plan.lengths.indices {
      let constraint = example.constraints[index]
      guard plan.shows(index) else {
        #expect(plan.lengths[index] == 0, "seed \(seed)")
        continue
      }
      #expect(plan.lengths[index] <= constraint.maximum, "seed \(seed)")
      if !isAlone { #expect(plan.lengths[index] >= constraint.minimum, "seed \(seed)") }
      if plan.lengths[index] < constraint.minimum {
        #expect(plan.lengths[index] == example.room, "seed \(seed): all there is")
      }
    }
  }

  @Test(arguments: Seeds.series(500))
  func viewsAreLeftOutByPriorityAndOnlyIfTheirMinimaDoNotFit(seed: UInt64) {
    let example = Case(seed: seed)
    let plan = example.plan
    let shown = plan.lengths.indices.filter { plan.shows($0) }
    let minima = example.constraints.map(\.minimum)
    if minima.reduce(0, +) <= example.room {
      #expect(plan.leftOut.isEmpty, "seed \(seed)")
    } else {
      #expect(!plan.leftOut.isEmpty || shown.count { minima[$0] > 0 } == 1, "seed \(seed)")
    }
    for index in plan.leftOut {
      let priority = example.constraints[index].priority
      #expect(shown.allSatisfy { example.constraints[$0].priority >= priority }, "seed \(seed)")
      let equals = shown.filter { example.constraints[$0].priority == priority && $0 > index }
      #expect(equals.allSatisfy { minima[$0] == 0 }, "seed \(seed): the last goes first")
    }
    // With the most important one of those that are left out the minima would not fit.
    let first = plan.leftOut.filter { minima[$0] > 0 }.min { left, right in
      let (mine, other) = (example.constraints[left], example.constraints[right])
      return mine.priority == other.priority ? left < right : mine.priority > other.priority
    }
    if let first {
      let needed = shown.reduce(minima[first]) { $0 + minima[$1] }
      #expect(needed > example.room, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.series(500))
  func allRoomIsUsedIfAViewFills(seed: UInt64) {
    let example = Case(seed: seed)
    let plan = example.plan
    let filling = plan.lengths.indices.filter {
      plan.shows($0) && example.constraints[$0].isFill
    }
    guard filling.contains(where: { plan.lengths[$0] < example.constraints[$0].maximum }) else {
      return
    }
    #expect(plan.lengths.reduce(plan.gaps, +) == example.room, "seed \(seed)")
  }

  @Test(arguments: Seeds.series(500))
  func sharesKeepTheirFloorsAndCapsAndUseAllThereIs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.number(1..<7)
    let weights = (0..<count).map { _ in random.number(1..<9) }
    let floors = (0..<count).map { _ in random.pick([0, 0, 1, 5]) }
    let caps = floors.map { $0 + random.pick([0, 2, 10, 1_000]) }
    let total = random.number(0..<100)
    let shares = Shares.divide(total, by: weights, floors: floors, caps: caps)
    for index in shares.indices {
      #expect((floors[index]...caps[index]).contains(shares[index]), "seed \(seed)")
    }
    let wanted = min(max(total, floors.reduce(0, +)), caps.reduce(0, +))
    #expect(shares.reduce(0, +) == wanted, "seed \(seed)")
  }
}

extension StackPlan {
  fileprivate var lengths: [Int] { items.map(\.length) }
}
