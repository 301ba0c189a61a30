import Foundation
import SpinTestSupport
import Testing

/// Random spins of spins, run on every runtime, and compared with the model.
///
/// The environment is that of ``DifferentialTests``.
@Suite(.fewAtOnce)
struct ScopeTests {
  @Test(.timeLimit(.minutes(15)), arguments: DifferentialTests.runtimes)
  func whateverHappensToPartsIsWhatTheModelSays(runtime: RuntimeUnderTest) async {
    for number in 0..<DifferentialTests.cases(inDebug: 40) {
      let seed = DifferentialTests.seed &+ UInt64(number)
      var generator = ScopeGenerator(seed)
      let trial = ScopeTrial(plan: generator.plan(), runtime: runtime)
      guard let complaint = await trial.complaint() else { continue }
      let smallest = Task.isCancelled ? trial : await trial.minimised()
      let again = Task.isCancelled ? nil : await smallest.complaint()
      Issue.record(
        """
        To run this case again: SPIN_SEED=\(seed) SPIN_CASES=1 SPIN_RUNTIME="\(runtime)"
        \(again == nil ? trial.plan : smallest.plan)
        \(again ?? complaint)
        """)
      return
    }
  }
}
