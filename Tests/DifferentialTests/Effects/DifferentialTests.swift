import Foundation
import SpinTestSupport
import Testing

/// Random spins, run on every runtime, and compared with the model.
///
/// `SPIN_SEED` is the seed of the first case, `SPIN_CASES` the number of cases on each runtime, and
/// `SPIN_RUNTIME` a part of the name of the only runtimes to take. Without a seed, every case has one of its own.
@Suite(.fewAtOnce)
struct DifferentialTests {
  private static let environment = ProcessInfo.processInfo.environment
  static var seed: UInt64 {
    environment["SPIN_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1 << 48)
  }
  static let runtimes = RuntimeUnderTest.all.filter { runtime in
    environment["SPIN_RUNTIME"].map { runtime.description.contains($0) } ?? true
  }

  /// How many cases each runtime is tried with.
  static func cases(inDebug few: Int) -> Int {
    environment["SPIN_CASES"].flatMap { Int($0) } ?? inRelease(1_000, inDebug: few)
  }

  @Test(
    .promises(
      "1.2", "3.4", "4.1", "5.3", "6.2", "6.3", "6.4", "7.1", "8.5", "9.1", "27.6", "27.7", "27.8"),
    .timeLimit(.minutes(15)), arguments: runtimes)
  func whateverHappensIsWhatTheModelSays(runtime: RuntimeUnderTest) async {
    await Trial.tryAll(Self.cases(inDebug: 30), on: runtime) { seed in
      var generator = Generator(seed)
      return generator.plan()
    }
  }
}
