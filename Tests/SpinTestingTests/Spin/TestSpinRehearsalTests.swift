import SpinAsync
import SpinCore
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

/// The rehearsal with which a `TestSpin` ends.
struct TestSpinRehearsalTests {
  private enum Event: Sendable { case tick, ask(Reply<Int>) }

  /// A spin whose reducer counts its calls, which is no function of the state and the event.
  private func test(
    _ failures: Transcript<String>, countsTicks: Bool = true
  ) -> TestSpin<Int, Event> {
    let calls = Atomic(0)
    let spin = Spin<Int, Event>(initialState: 0) {
      Reducer { state, event in
        let count = calls.add(1, ordering: .relaxed).newValue
        switch event {
        case .tick: state = countsTicks ? count : 1
        case .ask: break  // Nobody answers.
        }
      }
    }
    let runtime = TestRuntime(report: FailureReporter { failures($0.message) })
    return TestSpin(spin, on: runtime, exhaustivity: .off)
  }

  @Test func finishFindsAReducerThatIsNoFunction() {
    let failures = Transcript<String>()
    let test = test(failures)
    test.emit(.tick)
    test.finish()
    #expect(failures.entries.count == 1)
    #expect(
      failures.entries.first?.hasPrefix(
        "finish(): a rehearsal of this run goes another way. The state after event 1 tick from outside is "
          + "another one:") == true)
  }

  @Test func finishSaysNothingOfARunThatGoesAsItWentOrIsNotRehearsed() {
    let failures = Transcript<String>()
    let pure = test(failures, countsTicks: false)
    pure.emit(.tick)
    pure.finish()
    let other = test(failures)
    other.emit(.tick)
    other.finish(rehearsing: false)
    #expect(failures.entries == [])
  }

  @Test func aRunIsRehearsedUpToItsFirstReplyWhichNothingKeeps() {
    let (failures, outcomes) = (Transcript<String>(), Transcript<String>())
    let test = test(failures)
    let running = test.running
    test.runtime.concurrently({
      do {
        _ = try await running.ask { .ask($0) }
        outcomes("answered")
      } catch {
        outcomes("nobody answers")
      }
    })
    // A transition that waits to be asserted has its event.
    test.expect(where: { if case .ask = $0 { true } else { false } })
    test.run()
    #expect(outcomes.entries == ["nobody answers"])
    test.emit(.tick)
    test.finish()
    #expect(failures.entries == [])
  }
}
