import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

@testable import ported

@Suite struct PortedJobsTests {
  let time = ManualScheduler()

  /// Jobs that take a second for each call, and of which some calls fail.
  func jobs(
    _ count: Int, failing: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) -> TestSpin<Jobs, Jobs.Event> {
    let clock = time.clock
    let spin = Jobs.spin(count: count) { _, number in
      try? await clock.sleep(for: .seconds(1))
      if failing(number) { throw Jobs.Busy() }
      return "ok"
    }
    return TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
  }

  @Test func fourRunAtATimeAndTheOthersWaitInLine() {
    let test = jobs(200)
    #expect(time.alarmCount == 4)
    for second in 1...50 {
      test.advance(by: .seconds(1))
      #expect(test.state.jobs.count { $0.attempt.success != nil } == 4 * second)
      #expect(time.alarmCount == (second < 50 ? 4 : 0))
    }
    test.finish()
  }

  @Test func theStateKnowsTheNumberOfTheAttempt() {
    let test = jobs(1) { $0 < 3 }
    for number in 1...3 {
      #expect(test.state.jobs[0].words == "attempt \(number) of 3")
      test.advance(by: .seconds(1))
      test.advance(by: .milliseconds(1))
    }
    #expect(test.state.jobs[0].words == "ok")
    test.finish()
  }

  @Test func theThirdFailureIsFinal() {
    let test = jobs(1) { _ in true }
    test.advance(by: .seconds(4))
    #expect(test.state.jobs[0].words == "failed, Busy()")
    test.finish()
  }

  @Test func aCancelledJobMakesRoomAtOnceAndItsOutcomeIsDropped() {
    let test = jobs(5)
    test.emit(.cancel(0))
    #expect(time.alarmCount == 4)
    test.expectDrop(where: { $0 == .done(0, "ok") }, reason: .stale)
    test.advance(by: .seconds(1))
    #expect(test.state.jobs.map(\.words) == ["cancelled", "ok", "ok", "ok", "ok"])
    test.finish()
  }

  @Test(arguments: ["async", "callbacks"])
  func noMoreThanFourRunOnThreads(_ runtime: String) async throws {
    let counts = Mutex((now: 0, most: 0))
    let jobs = Jobs.spin(count: 200) { id, number in
      counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      defer { counts.withLock { $0.now -= 1 } }
      await Task.yield()
      if id % 3 == 0, number == 1 { throw Jobs.Busy() }
      return "ok"
    }
    let end =
      runtime == "async" ? try await jobs.run(on: .async) : try await jobs.run(on: .callbacks)
    #expect(end.jobs.allSatisfy { $0.words == "ok" })
    #expect(counts.withLock(\.most) <= 4)
  }
}
