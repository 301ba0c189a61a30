import Foundation
import SpinTestSupport
import Testing

/// Random spins, run on every runtime, and compared with the model.
///
/// `SPIN_SEED` is the seed of the first case, `SPIN_CASES` the number of cases on each runtime, and
/// `SPIN_RUNTIME` a part of the name of the only runtimes to take. The next case has the next seed. A trap says
/// nothing of the case, so each test says its first seed when it begins, and each case its own if `SPIN_SEED` is set.
@Suite(.fewAtOnce)
struct DifferentialTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let runtimes = RuntimeUnderTest.all.filter { runtime in
    environment["SPIN_RUNTIME"].map { runtime.description.contains($0) } ?? true
  }

  /// The seeds of the cases that a runtime is tried with; in a debug build, of few.
  static func seeds(
    inDebug few: Int, part: Int = 1, on runtime: RuntimeUnderTest
  ) -> some Sequence<UInt64> {
    let given = environment["SPIN_SEED"].flatMap { UInt64($0) }
    let first = given ?? .random(in: 0..<1 << 48)
    let all = environment["SPIN_CASES"].flatMap { Int($0) } ?? inRelease(1_000, inDebug: few)
    let count = (all + part - 1) / part
    func tell(_ seed: UInt64, _ cases: Int) {
      let test = Test.current?.name ?? "a test"
      let cases = "SPIN_SEED=\(seed) SPIN_CASES=\(cases * part) SPIN_RUNTIME=\"\(runtime)\""
      FileHandle.standardError.write(Data("\(cases) repeats \(test)\n".utf8))
    }
    if given == nil { tell(first, count) }
    return (0..<UInt64(count)).lazy.map { number in
      let seed = first &+ number
      if given != nil { tell(seed, 1) }
      return seed
    }
  }

  @Test(
    .promises(
      "1.2", "3.4", "4.1", "5.3", "6.2", "6.3", "6.4", "7.1", "8.5", "9.1", "27.6", "27.7", "27.8"),
    .timeLimit(.minutes(15)), arguments: runtimes)
  func whateverHappensIsWhatTheModelSays(runtime: RuntimeUnderTest) async {
    await Trial.tryAll(Self.seeds(inDebug: 30, on: runtime), on: runtime) { seed in
      var generator = Generator(seed)
      return generator.plan()
    }
  }

  /// The model knows no bound, but what was lost has not happened: the run goes as it went.
  @Test(.timeLimit(.minutes(15)), arguments: runtimes)
  func aRunWhoseMailboxLosesEventsGoesAsItWent(runtime: RuntimeUnderTest) async {
    await Trial.tryAll(Self.seeds(inDebug: 20, on: runtime), on: runtime) { seed in
      var generator = Generator(seed)
      return generator.lossyPlan()
    }
  }
}
