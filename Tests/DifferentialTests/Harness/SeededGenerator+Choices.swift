import SpinRecording
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

/// Pieces of plans.
extension SeededGenerator {
  mutating func value() -> Int { below(Wheel.values) }

  mutating func kind() -> Int { below(Word.kinds) }

  mutating func form() -> SetForm { SetForm.allCases[weighted([3, 1, 1, 2])] }

  mutating func throttle() -> ThrottlePlan {
    ThrottlePlan(period: 1 + below(9), latest: chance(70))
  }

  mutating func repeats() -> RepeatPlan {
    RepeatPlan(
      interval: below(8) - 1, keys: (0..<Word.kinds).map { _ in chance(50) ? kind() : nil },
      isCondition: chance(30))
  }

  mutating func attempts() -> [AttemptPlan] {
    (0..<Word.kinds).map { _ in AttemptPlan.allCases[weighted([2, 4, 1, 5, 1, 1, 1])] }
  }

  mutating func pulse() -> PulsePlan {
    switch weighted([3, 4, 2, 1, 2, 2]) {
    case 0: .assign([])
    case 1: .assign([value()])
    case 2: .assign((0..<(1 + below(3))).map { _ in chance(70) ? value() : nil })
    case 3: .mutate(1 + below(3))
    case 4: .keep
    default: .bringBack
    }
  }

  /// Has a plan monitored, or not.
  mutating func addMonitors(to plan: inout Plan) {
    plan.isMonitored = chance(50)
    plan.keeping = [.all, .all, .every(1 + below(7)), .first][below(4)]
    plan.isFiled = chance(12)
  }

  /// Gives a plan a mailbox that is too small.
  mutating func addBound(to plan: inout Plan) {
    plan.isMonitored = true
    let rules = MailboxPlan.Rule.allCases
    plan.mailbox = MailboxPlan(capacity: 1 + below(4), rule: rules[below(rules.count)])
  }

  /// A stop from inside, with some fuel or without any.
  mutating func stop(at places: [StopPlan.Place], before fuel: Int) -> StopPlan {
    StopPlan(place: places[below(places.count)], fuel: below(fuel + 1))
  }

  /// Has an outside thread stop the loop, in a phase after the start.
  mutating func addStop(to plan: inout Plan) {
    let phase = 1 + below(plan.phases.count - 1)
    let thread = below(plan.phases[phase].count)
    plan.phases[phase][thread].insert(.stop, at: below(plan.phases[phase][thread].count + 1))
  }
}
