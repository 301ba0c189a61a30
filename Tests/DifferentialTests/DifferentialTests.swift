import Foundation
import SpinTestSupport
import Testing

/// Random spins, run on every runtime, and compared with the model.
///
/// `SPIN_SEED` is the seed of the first case, `SPIN_CASES` the number of cases on each runtime, and
/// `SPIN_RUNTIME` a part of the name of the only runtimes to take.
@Suite(.fewAtOnce)
struct DifferentialTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let seed =
    environment["SPIN_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1 << 48)
  static let runtimes = RuntimeUnderTest.all.filter { runtime in
    environment["SPIN_RUNTIME"].map { runtime.description.contains($0) } ?? true
  }

  /// How many cases each runtime is tried with.
  static func cases(inDebug few: Int) -> Int {
    environment["SPIN_CASES"].flatMap { Int($0) } ?? inRelease(1_000, inDebug: few)
  }

  @Test(.timeLimit(.minutes(15)), arguments: runtimes)
  func whateverHappensIsWhatTheModelSays(runtime: RuntimeUnderTest) async {
    for number in 0..<Self.cases(inDebug: 60) {
      let seed = Self.seed &+ UInt64(number)
      var generator = Generator(seed)
      let trial = Trial(plan: generator.plan(), runtime: runtime)
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
