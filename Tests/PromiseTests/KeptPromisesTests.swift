import Dispatch
import SpinAsync
import SpinConformance
import SpinTestSupport
import SpinTesting
import Testing

/// Correct runtimes keep all promises.
///
/// NB: few at a time, because each check keeps threads of Dispatch waiting, of which there are not enough
/// for all at once.
@Suite(.timeLimit(.minutes(10)))
struct KeptPromisesTests {
  /// One after the other: hundreds of checks at once leave each other no time.
  @Test(arguments: RuntimeUnderTest.all)
  func everyRuntimeKeepsAllPromises(_ runtime: RuntimeUnderTest) async {
    for clause in Conformance.clauses {
      await #expect(throws: Never.self) {
        try await clause.check({ AnyRuntime(runtime(scheduler: $0)) }, within: .seconds(180))
      }
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func everyRuntimeIsWhereItSays(_ runtime: RuntimeUnderTest) async throws {
    let clause = try #require(
      Conformance.clauses.first { $0.name == "closuresAreCalledWhereTheRuntimeSays" })
    let instance = runtime.instance(nil)
    try await clause.check(
      { _ in AnyRuntime(instance.runtime) }, isAtHome: { _ in instance.isAtHome() },
      within: .seconds(180))
  }

  @Test func theTestRuntimeKeepsAllPromisesWithAPump() async {
    for clause in Conformance.clauses {
      await #expect(throws: Never.self) {
        try await clause.check(
          { TestRuntime(time: $0 ?? ManualScheduler()) }, pump: { $0.run() }, within: .seconds(180))
      }
    }
  }

  /// It works on its own clock, and is compared by order only.
  @Test func aRuntimeThatTakesNoSchedulerKeepsThePromisesAboutTime() async {
    for clause in Conformance.clauses where clause.clause == 12 {
      await #expect(throws: Never.self) {
        try await clause.check({ _ in AsyncRuntime() }, within: .seconds(180))
      }
    }
  }

  @Test func everyPromiseHasANameOfItsOwnAndEveryClauseIsChecked() {
    let names = Conformance.clauses.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(Conformance.clauses.compactMap(\.clause)) == Set(1...25))
    #expect(Conformance.clauses.allSatisfy { $0.description.hasSuffix(".") })
    for clause in Conformance.clauses {
      let numbers = clause.promises.map { $0.prefix { $0 != "." } }
      #expect(numbers.allSatisfy { Int($0) == clause.clause }, "\(clause.name)")
    }
  }

  @Test func aCheckThatIsCancelledEnds() async {
    let clause = Conformance.clauses[0]
    let task = Task { try await clause.check { _ in IdleRuntime() } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// Does nothing.
private struct IdleRuntime: SpinRuntime {
  var isolation: LoopIsolation { .custom("nowhere") }
  var scheduler: any SpinScheduler { ManualScheduler() }
  func schedule(_ turn: Turn) {}
  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation { .none }
}
