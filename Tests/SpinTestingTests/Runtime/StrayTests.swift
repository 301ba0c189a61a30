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

  @Test func aBodyThatAnotherThreadResumesFailsTheTestAndIsNamed() {
    let reports = Reports()
    let runtime = TestRuntime(report: reports.reporter)
    let baton = Baton()
    let spin = Texts(initialState: []) {
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
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    let line: UInt = #line + 1
    runtime.run()
    #expect(running.state == ["passed", "resumed"] || running.state == ["resumed", "passed"])
    #expect(reports.messages.count == 1)
    #expect(
      reports.messages.first?.hasPrefix(
        """
        The feedback wanderer goes on because of another thread while the test was doing its work, \
        so the outcome of the test depends on timing. It has left the test's executor, by a Task, \
        the main actor
        """) == true)
    #expect(reports.all.first?.line == line)
  }

  @Test func anEventFromAnotherThreadFailsTheTestAndItsFeedbackIsNamed() {
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
    #expect(reports.messages.count == 1)
    #expect(
      reports.messages.first?.hasPrefix("The feedback wanderer delivered from another thread while")
        == true)
  }

  @Test func anEventFromOutsideFromAnotherThreadFailsTheTest() {
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
    #expect(other.state == ["hello"] && running.state == [])
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

  private let timedOut = """
    The condition was not met within 0.001 seconds.
    - traveller waits for something outside the test's time and executor
    - sleeper sleeps for another 2.0 seconds
    The next alarm rings in 2.0 seconds.
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
