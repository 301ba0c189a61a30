import SpinTestSupport
import Testing

/// The law of scopes, without a model: a part behaves as its spin does alone, given the same events.
///
/// A generated spin runs alone, and as the part of others at several depths. Each is given the same
/// events, and what it does about them must be the same to the line: transitions, drops, and the effects
/// that are described, started, cancelled and ended.
@Suite(.fewAtOnce)
struct LawTests {
  @Test(.promises("22.1"), .timeLimit(.minutes(15)), arguments: DifferentialTests.runtimes)
  func aPartBehavesAsItsSpinDoesAlone(runtime: RuntimeUnderTest) async {
    for seed in DifferentialTests.seeds(inDebug: 20, part: 4, on: runtime) {
      var generator = ScopeGenerator(seed)
      let plan = generator.law()
      let alone = await LawRig(plan, []).lines(on: runtime)
      for wraps in plan.wraps {
        let part = await LawRig(plan, wraps).lines(on: runtime)
        if part == alone { continue }
        let index = zip(part, alone).prefix { $0 == $1 }.count
        Issue.record(
          """
          To run this case again: SPIN_SEED=\(seed) SPIN_CASES=1 SPIN_RUNTIME="\(runtime)"
          \(plan.spin.text("  "))
          \(plan.acts)
          within \(wraps), they differ at line \(index)
          before: \(part.prefix(index).suffix(12))
          as a part: \(part.dropFirst(index).prefix(4))
          alone: \(alone.dropFirst(index).prefix(4))
          """)
        return
      }
    }
  }
}
