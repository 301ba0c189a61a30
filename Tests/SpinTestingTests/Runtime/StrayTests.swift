import Dispatch
import Foundation
import SpinAsync
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

/// Work that leaves the test, and comes back or does not.
struct StrayTests {
  private typealias Texts = Spin<[String], String>

  /// What a body leaves to the other one.
  private final class Baton: Sendable {
    let resume = Mutex<(@Sendable () -> Void)?>(nil)

    func keep(_ action: @escaping @Sendable () -> Void) {
      resume.withLock { $0 = action }
    }

    /// Calls the action on another thread, and waits until it has returned.
    func passOnAnotherThread() {
      let done = Gate()
      let action = resume.withLock { $0.take() }
      spawn {
        action?()
        done.open()
      }
      done.waitBlocking()
    }
  }

  /// A body `wanderer` that another thread resumes while the body `guide` runs.
  private func wandering(_ baton: Baton) -> Texts {
    Texts(initialState: []) {
      Feedback.source {
        .run {
          await withCheckedContinuation { continuation in baton.keep { continuation.resume() } }
          return "resumed"
        }
      }.named("wanderer")
      Feedback.source {
        .run {
          baton.passOnAnotherThread()
          return "passed"
        }
      }.named("guide")
      Reducer.appending
    }
  }

  @Test func aBodyThatComesBackDuringACallIsSetAsideUntilTheTestWaitsForIt() async {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let running = wandering(Baton()).start(on: runtime)
    runtime.run()
    #expect(running.state == ["passed"])
    // Other calls leave it where it is: it might as well come back after them.
    running.emit("outside")
    runtime.run()
    runtime.advance(by: .seconds(1))
    #expect(running.state == ["passed", "outside"])
    await runtime.run(until: { running.state.count == 3 }, within: .zero)
    #expect(running.state == ["passed", "outside", "resumed"])
    running.stop()
    runtime.run()
    #expect(reports.messages == [])
  }

  @Test func aBodyThatComesBackAndIsNeverWaitedForFailsTheTestAndIsNamed() {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let running = wandering(Baton()).start(on: runtime)
    let line: UInt = #line + 1
    runtime.run()
    #expect(running.state == ["passed"] && reports.messages == [])
    running.stop()
    runtime.run()
    #expect(reports.messages.count == 1)
    #expect(
      reports.messages.first?.hasPrefix(
        """
        The feedback wanderer came back from another thread while the test was doing its work, and \
        no run(until:) has waited for it, so the outcome of the test depends on timing. It has \
        left the test's executor, by a Task, the main actor
        """) == true)
    #expect(reports.all.first?.line == line)
  }

  @Test func aTestSpinSaysWhatHasComeBackAndWaits() {
    let reports = Reports()
    let spin = wandering(Baton())
    let line: UInt = #line + 1
    let test = TestSpin(spin, on: TestRuntime(report: reports.reporter))
    test.expect("passed", from: "guide") { $0 = ["passed"] }
    test.expect("resumed", from: "wanderer") { $0 = ["passed", "resumed"] }
    #expect(
      reports.messages == [
        """
        expect("resumed", from: "wanderer"): no transition is left to assert.
        - wanderer has come back from another thread, and waits for run(until:)
        No alarm is set.
        What wanderer did last:
        0 wanderer starts #1
        """
      ])
    test.finish()
    #expect(reports.messages.count == 2 && reports.all[1].line == line)
  }

  @Test func aBodyThatIsCancelledBeforeItComesBackIsNoFailure() {
    let reports = Reports()
    let baton = Baton()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 == 1 ? 1 : nil }) { _ in
        .run {
          await withCheckedContinuation { continuation in baton.keep { continuation.resume() } }
          return 10
        }
      }
      Feedback(on: { $0 == 3 ? 3 : nil }) { _ in
        .run {
          baton.passOnAnotherThread()
          return nil
        }
      }
      Reducer { $0 = $1 }
    }
    let test = TestSpin(spin, on: TestRuntime(report: reports.reporter))
    for number in 1...3 { test.emit(number) { $0 = number } }
    test.finish()
    #expect(reports.messages == [])
  }

  @Test func onceTheLoopIsToldToStopBodiesComeBackFreely() async {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let (baton, never, isBack) = (Baton(), Gate(), Gate())
    let spin = Texts(initialState: []) {
      Feedback.source {
        .run {
          await withCheckedContinuation { continuation in baton.keep { continuation.resume() } }
          isBack.open()
          return nil
        }
      }
      Feedback.source {
        .run {
          _ = await never.wait()
          baton.passOnAnotherThread()
          return nil
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    runtime.run()
    running.stop()
    runtime.run()
    #expect(isBack.isOpen && reports.messages == [])
  }

  /// It knows that the body leaves.
  ///
  /// What the body still does decides nothing that is asserted.
  @Test func aBodyThatTheTestHasWaitedForMayComeBackAgain() async {
    let reports = Reports()
    let baton = Baton()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback.source {
        .run { emit in
          for number in 1...2 {
            await withCheckedContinuation { continuation in baton.keep { continuation.resume() } }
            if number == 1 { emit(1) }
          }
        }
      }.named("wanderer")
      Feedback(on: { $0.last.flatMap { $0 > 1 ? $0 : nil } }) { _ in
        .run {
          baton.passOnAnotherThread()
          return nil
        }
      }.named("guide")
      Reducer.appending
    }
    let test = TestSpin(spin, on: TestRuntime(report: reports.reporter))
    test.emit(10) { $0 = [10] }
    await test.run(until: { test.state == [10, 1] }, within: .zero)
    test.expect(1, from: "wanderer") { $0 = [10, 1] }
    test.emit(20) { $0 = [10, 1, 20] }
    test.finish()
    #expect(reports.messages == [])
  }

  /// The end of an effect is not an event.
  @Test func anEmitterThatAnotherThreadReleasesIsNoFailure() {
    let reports = Reports()
    let (baton, kept) = (Baton(), Kept())
    let spin = Texts(initialState: []) {
      Feedback.source {
        .run { emit in
          kept.emitter.withLock { $0 = emit }
          baton.keep { kept.emitter.withLock { $0 = nil } }
        }
      }
      Feedback.source {
        .run {
          await Task.yield()
          baton.passOnAnotherThread()
          return nil
        }
      }
      Reducer.appending
    }
    let test = TestSpin(spin, on: TestRuntime(report: reports.reporter))
    #expect(kept.emitter.withLock { $0 == nil })
    test.finish()
    #expect(reports.messages == [])
  }

  private final class Kept: Sendable {
    let emitter = Mutex<Emitter<String>?>(nil)
  }

  @Test func anExploredRunThatDoesNotWaitForABodyFails() {
    let reports = Reports()
    let line: UInt = #line + 3
    explore(seeds: 3, report: reports.reporter) { test in
      let running = wandering(Baton()).start(on: test)
      test.run()
      test.expect(!running.isStopped)
    }
    #expect(reports.messages.count == 1 && reports.all.first?.line == line)
    #expect(reports.messages.first?.hasPrefix("The feedback wanderer came back from") == true)
  }

  @Test(arguments: [false, true])
  func anEventFromAnotherThreadFailsATestThatDoesNotWaitAndItsFeedbackIsNamed(
    _ waits: Bool
  ) async {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let baton = Baton()
    let spin = Texts(initialState: []) {
      Feedback.source {
        .run { emit in baton.keep { emit("from a thread") } }
      }.named("wanderer")
      Feedback.source {
        .run {
          await Task.yield()
          baton.passOnAnotherThread()
          return nil
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    runtime.run()
    #expect(running.state == ["from a thread"])
    if waits { await runtime.run(until: { running.state.count == 1 }, within: .zero) }
    running.stop()
    runtime.run()
    #expect(reports.messages.count == (waits ? 0 : 1))
    #expect(
      reports.messages.first?.hasPrefix("The feedback wanderer delivered from another thread while")
        != waits)
  }

  @Test func anEventFromOutsideFromAnotherThreadFailsATestThatDoesNotWait() {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let other = Texts(initialState: []) { Reducer.appending }.start(on: runtime)
    let spin = Texts(initialState: []) {
      Feedback.source {
        .run {
          let baton = Baton()
          baton.keep { other.emit("hello") }
          baton.passOnAnotherThread()
          return nil
        }
      }
      Reducer.appending
    }
    runtime.run()
    let running = spin.start(on: runtime)
    runtime.run()
    #expect(other.state == ["hello"] && running.state == [] && reports.messages == [])
    other.stop()
    runtime.run()
    #expect(reports.messages.count == 1)
    #expect(
      reports.messages.first?.hasPrefix("Something outside of the loop delivered from another")
        == true)
  }

  @Test func whatComesBetweenTwoCallsIsTheTestsOwnBusiness() async {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let gate = Gate()
    let spin = Texts(initialState: []) {
      Feedback.source {
        .run { await gate.wait() ? "opened" : "cancelled" }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    runtime.run()
    await onThread { gate.open() }
    runtime.run()
    #expect(running.state == ["opened"] && reports.messages == [])
  }

  // MARK: Waiting for others

  private func leaving(_ gate: Gate) -> Texts {
    Texts(initialState: []) {
      Feedback.source {
        .run { await Task.detached { await gate.wait() }.value ? "came back" : nil }
      }.named("traveller")
      Reducer.appending
    }
  }

  @Test func runUntilWaitsForWorkThatHasLeftTheTest() async {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let gate = Gate()
    let running = leaving(gate).start(on: runtime)
    runtime.run()
    #expect(running.state == [])
    spawn { gate.open() }
    await runtime.run(until: { !running.state.isEmpty }, within: .seconds(600))
    #expect(running.state == ["came back"] && reports.messages == [])
  }

  @Test func runUntilWaitsOnTheThreadOfATestThatIsNotAsync() async {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let gate = Gate()
    let running = leaving(gate).start(on: runtime)
    await onThread {
      spawn { gate.open() }
      runtime.run(until: { !running.state.isEmpty }, within: .seconds(600))
    }
    #expect(running.state == ["came back"] && reports.messages == [])
  }

  @Test func runUntilReturnsAtOnceIfTheConditionIsMetAlready() async {
    let runtime = TestRuntime()
    let running = Texts(initialState: []) { Reducer.appending }.start(on: runtime)
    running.emit("a")
    await runtime.run(until: { running.state == ["a"] }, within: .zero)
    await onThread { runtime.run(until: { running.state == ["a"] }, within: .zero) }
    #expect(running.state == ["a"])
  }

  private actor Elsewhere {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }

  /// Three bodies that leave at the start, each in another way, and one that stays.
  private static func leaving(_ elsewhere: Elsewhere) -> Texts {
    Texts(initialState: []) {
      Feedback.source { .run { await Task.detached { "task" }.value } }.named("task")
      Feedback.source {
        .run { await Task { @concurrent in "actor \(await elsewhere.next())" }.value }
      }.named("actor")
      Feedback.source {
        .run {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: "queue") }
          }
        }
      }.named("queue")
      Feedback.source {
        .run {
          for _ in 0..<5 { await Task.yield() }
          return "stayed"
        }
      }.named("stays")
      Reducer.appending
    }
  }

  /// Whatever comes back while `init` and `emit` are on the stack, the calls do the same.
  ///
  /// `SPIN_CASES` sets the number of repetitions.
  @Test func testsThatWaitForWorkThatLeavesAreTheSameInEachRepetition() async {
    let count = ProcessInfo.processInfo.environment["SPIN_CASES"].flatMap(Int.init) ?? 200
    for number in 0..<count {
      let reports = Reports()
      let test = TestSpin(
        Self.leaving(Elsewhere()), on: TestRuntime(report: reports.reporter))
      if number.isMultiple(of: 2) { test.emit("emitted") { $0 += ["emitted"] } }
      let before = number.isMultiple(of: 2) ? 2 : 1
      for arrivals in 1...3 {
        await test.run(until: { test.state.count >= before + arrivals }, within: .seconds(600))
      }
      // In any order: a body that need not wait for what it has left to goes on at once.
      for _ in 0..<4 {
        test.expect(where: { ["stayed", "task", "actor 1", "queue"].contains($0) }) {
          $0.append(test.state[$0.count])
        }
      }
      test.finish()
      #expect(reports.messages == [], "repetition \(number)")
      if !reports.messages.isEmpty { return }
    }
  }

  @Test func theStateOfATestIsTheNewestAlsoInAConditionThatIsWaitedFor() async {
    let reports = Reports()
    let gate = Gate()
    let test = TestSpin(leaving(gate), on: TestRuntime(report: reports.reporter))
    spawn { gate.open() }
    await test.run(until: { test.state == ["came back"] }, within: .seconds(600))
    test.expect("came back", from: "traveller") { $0 = ["came back"] }
    test.finish()
    #expect(reports.messages == [])
  }

  private let timedOut = """
    The condition was not met within 0.001 seconds.
    - traveller waits for something outside the test, such as the main actor or Task.sleep
    - sleeper sleeps for another 2.0 seconds
    The next alarm rings in 2.0 seconds: call advance(by:) to let time pass.
    """

  private func stuck(_ gate: Gate, _ clock: ManualClock) -> Texts {
    Texts(initialState: []) {
      Feedback.source {
        .run { await Task.detached { await gate.wait() }.value ? "came back" : nil }
      }.named("traveller")
      Feedback.source {
        .run {
          try? await clock.sleep(for: .seconds(3))
          return nil
        }
      }.named("sleeper")
      Reducer.appending
    }
  }

  @Test func runUntilGivesUpAndTellsWhatWaits() async {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let gate = Gate()
    let running = stuck(gate, runtime.time.clock).start(on: runtime)
    runtime.advance(by: .seconds(1))
    let line: UInt = #line + 1
    await runtime.run(until: { false }, within: .milliseconds(1))
    #expect(reports.messages == [timedOut])
    #expect(reports.all.first?.line == line)
    await onThread { runtime.run(until: { false }, within: .milliseconds(1)) }
    #expect(reports.messages == [timedOut, timedOut])
    gate.open()
    running.stop()
    runtime.run()
  }

  @MainActor @Test func runUntilDoesNotBlockTheMainThread() {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    runtime.run(until: { true })
    #expect(
      reports.messages == [
        """
        run(until:) would block the main thread and therefore the work that it waits for: make \
        the test async, and write await test.run(until:).
        """
      ])
  }

  @MainActor @Test func onTheMainActorItWaitsAndLeavesTheActorToOthers() async {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let spin = Texts(initialState: []) {
      Feedback.source {
        .run {
          await MainActor.run {}
          return "was on the main actor"
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    await runtime.run(until: { !running.state.isEmpty }, within: .seconds(600))
    #expect(running.state == ["was on the main actor"] && reports.messages == [])
  }
}
