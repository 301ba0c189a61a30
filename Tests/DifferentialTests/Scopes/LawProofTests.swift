import SpinTestSupport
import Testing

/// That the law of scopes can fail: a part that is given something else does something else.
@Suite(.fewAtOnce)
struct LawProofTests {
  enum Change: CaseIterable, Sendable {
    case oneEventLess, anotherValue, oneFeedbackLess, anotherReducer

    /// Changes a plan; returns whether there was anything to change.
    func make(in plan: inout LawPlan) -> Bool {
      switch self {
      case .oneEventLess:
        guard let index = plan.acts.lastIndex(where: \.isEmission) else { return false }
        plan.acts.remove(at: index)
      case .anotherValue: plan.initial.wheel.value = (plan.initial.wheel.value + 1) % Wheel.values
      case .oneFeedbackLess:
        if plan.spin.feedbacks.isEmpty { return false }
        plan.spin.feedbacks.removeLast()
      case .anotherReducer:
        guard var reducer = plan.spin.reducer, plan.acts.contains(where: \.isEmission),
          plan.initial.wheel.fuel > 0
        else { return false }
        reducer.table = reducer.table.map { row in row.map { ($0 + 1) % Wheel.values } }
        plan.spin.reducer = reducer
      }
      return true
    }
  }

  @Test(arguments: Change.allCases)
  func aPartThatIsGivenSomethingElseIsFoundOut(_ change: Change) async throws {
    let runtime = try #require(RuntimeUnderTest.all.first { $0.isCallersThread })
    var (changed, found) = (0, 0)
    for seed in 0..<16 as Range<UInt64> {
      var generator = ScopeGenerator(seed)
      let plan = generator.law()
      var other = plan
      if !change.make(in: &other) { continue }
      let alone = await LawRig(plan, []).lines(on: runtime)
      for wraps in plan.wraps {
        #expect(await LawRig(plan, wraps).lines(on: runtime) == alone, "seed \(seed)")
        changed += 1
        if await LawRig(other, wraps).lines(on: runtime) != alone { found += 1 }
      }
    }
    // Some changes make no difference, such as those of a feedback that never has work.
    #expect(changed >= 12 && found > changed / 2, "\(found) of \(changed)")
  }
}

extension LawPlan.Act {
  fileprivate var isEmission: Bool { if case .emit([], _) = self { true } else { false } }
}
