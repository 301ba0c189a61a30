import Foundation
import SpinTestSupport
import Testing

/// Random loops that gears connect, on every runtime and on several at once.
///
/// The order between loops is not determined, so what is compared is what is promised whatever it is.
/// The environment is that of ``DifferentialTests``.
@Suite(.fewAtOnce)
struct GearTests {
  @Test(.promises("23.1"), .timeLimit(.minutes(15)), arguments: DifferentialTests.runtimes)
  func whateverLoopsSendEachOtherIsHeardAsPromised(runtime: RuntimeUnderTest) async {
    for seed in DifferentialTests.seeds(inDebug: 40, on: runtime) {
      var generator = GearGenerator(seed)
      let plan = generator.plan()
      let complaints = await GearRig(plan, runtime).complaints()
      if complaints.isEmpty { continue }
      let (smallest, again) = await minimised(plan, complaints, runtime)
      Issue.record(
        """
        To run this case again: SPIN_SEED=\(seed) SPIN_CASES=1 SPIN_RUNTIME="\(runtime)"
        \(smallest)
        \(again.joined(separator: "\n"))
        """)
      return
    }
  }

  /// Leaves out of the plan what the complaint does not need.
  private func minimised(
    _ plan: GearPlan, _ complaints: [String], _ runtime: RuntimeUnderTest
  ) async -> (GearPlan, [String]) {
    var (smallest, complaints) = (plan, complaints)
    var left = 200
    var hasShrunk = true
    while hasShrunk && !Task.isCancelled {
      hasShrunk = false
      for candidate in smallest.smaller where left > 0 {
        left -= 1
        let again = await GearRig(candidate, runtime).complaints()
        if again.isEmpty { continue }
        (smallest, complaints, hasShrunk) = (candidate, again, true)
        break
      }
    }
    return (smallest, complaints)
  }
}
