import SpinTestSupport
import Testing

/// Random spins of spins, run on every runtime, and compared with the model.
///
/// The environment is that of ``DifferentialTests``.
@Suite(.fewAtOnce)
struct ScopeTests {
  @Test(
    .promises("22.4", "22.5", "22.6", "22.9", "22.12", "22.13", "27.6", "27.7", "27.8"),
    .timeLimit(.minutes(15)),
    arguments: DifferentialTests.runtimes)
  func whateverHappensToPartsIsWhatTheModelSays(runtime: RuntimeUnderTest) async {
    await Trial.tryAll(DifferentialTests.seeds(inDebug: 12, on: runtime), on: runtime) { seed in
      var generator = ScopeGenerator(seed)
      // The model knows no bound: a run that has lost events is only rehearsed.
      return seed % 6 == 0 ? generator.lossyPlan() : generator.plan()
    }
  }
}
