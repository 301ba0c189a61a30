public import SpinCore

/// Runs loops by hand, in a test that owns their time and all of their work.
///
/// Nothing happens until the test says so. When ``run(fileID:filePath:line:column:)`` or
/// ``advance(by:fileID:filePath:line:column:)`` returns, everything has happened that can happen at
/// that time; so a test needs to await nothing.
///
/// ```swift
/// let runtime = TestRuntime()
/// let running = countdown.start(on: runtime)
/// runtime.advance(by: .seconds(3))
/// #expect(running.state == 0)
/// ```
///
/// ``TestSpin`` does this, and compares each transition with the one that the test expects.
///
/// *Isolation*: the thread that calls `run` or `advance` makes the steps, one mailbox entry at a time,
/// and also runs the async bodies. Bodies are tasks that inherit the task-local values of the test. All
/// ready work is done in the order in which it became ready. The executor of a feedback
/// (``Feedback/executor(_:)``) is ignored.
///
/// These keep to the test's executor and time: `await`, `Task.yield()`, child tasks, streams,
/// actors that only the test uses, and sleeps of ``ManualScheduler/clock``. These leave it: `Task
/// {}`, `Task.detached`, the main actor, `Task.sleep` and other real sleeps, Dispatch, threads, and
/// executors of others. Work that comes back from there during `run` or `advance` fails the test,
/// because the outcome would depend on luck; give such a dependency a fake, or wait for it with
/// ``run(until:within:fileID:filePath:line:column:)-((()->Bool),_,_,_,_,_)``. Work that has come
/// back before a body suspends is not noticed, nor is a `Task {}` that never comes back: the hook
/// through which the Swift runtime shows such tasks is not public, serves the whole process, and
/// cannot tell a new task from a waiting task of the test that a body resumes.
///
/// Several loops may share one runtime. A runtime belongs to one test, and is not used from two tasks
/// at once. Work that nobody does keeps its loop: at the end stop the loops, and run once more.
public final class TestRuntime: SpinRuntime {
  /// Something to do.
  enum Ready: Sendable {
    case turn(Turn)
    case job(UnownedJob, TestExecution)
    /// Nothing, but the condition of `run(until:)` is to be asked again.
    case condition
  }

  struct Shared: ~Copyable, Sendable {
    /// In the order in which it became ready.
    var ready = RingBuffer<Ready>()
    /// The bodies that have not returned, by their numbers.
    var bodies: [Int: TestExecution] = [:]
    var newest = 0
    /// The thread that does the work, see ``currentThreadID()``; 0 if none does.
    var thread = 0
    /// Whether work may come from other threads.
    var awaitsOthers = false
    /// Told once that there is something to do.
    var arrival: (@Sendable () -> Void)?
    /// What has failed and was not reported.
    var failures: [String] = []
  }

  /// The time of the test.
  public let time: ManualScheduler

  let reporter: FailureReporter
  /// How many jobs and entries may be ready in one instant, until the test fails.
  package let limit: Int
  let shared = Guarded(Shared())

  /// Creates a runtime without loops.
  ///
  /// - Parameters:
  ///   - time: The time of the test, if the fakes it uses must have it before.
  ///   - report: What is told failures.
  public convenience init(
    time: ManualScheduler = ManualScheduler(), report: FailureReporter = .automatic
  ) {
    self.init(time: time, report: report, limit: 1_000_000)
  }

  package init(time: ManualScheduler = ManualScheduler(), report: FailureReporter, limit: Int) {
    self.time = time
    reporter = report
    self.limit = limit
  }

  /// The thread of the test.
  public var isolation: LoopIsolation { .custom("the thread of the test") }

  /// The time of the test.
  public var scheduler: any SpinScheduler { time }

  // MARK: Doing what is ready

  /// Does everything that is ready, and what comes of it; time stands still.
  ///
  /// No alarm rings, not even one with a delay of zero: for that, call `advance(by: .zero)`.
  ///
  /// It fails the test if the work has no end: after a million jobs and mailbox entries.
  ///
  /// - Precondition: Not called by a closure of a loop or of an effect.
  public func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    run(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Lets time pass, and does everything that becomes ready meanwhile.
  ///
  /// *Ordering*: alarms ring one by one, in order of deadline and then of registration, up to and
  /// including the end of `duration`. What an alarm makes ready is done before the next one rings.
  ///
  /// - Precondition: Not called by a closure of a loop or of an effect.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    advance(
      by: duration, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func run(at site: CallSite) {
    working(at: site) {
      var budget = WorkBudget(limit)
      _ = rest(&budget)
    }
  }

  func advance(by duration: Duration, at site: CallSite) {
    working(at: site) {
      let end = time.now.addingClamped(duration)
      var budget = WorkBudget(limit)
      guard rest(&budget) else { return }
      while true {
        let before = time.now
        guard let alarm = time.takeFirst(until: end) else { break }
        if time.now != before { budget = WorkBudget(limit) }
        alarm()
        guard spend(nil, of: &budget), rest(&budget) else { return }
      }
      time.pass(to: end)
    }
  }

  /// Reports what has failed until now.
  func reportFailures(at site: CallSite) {
    let failures = shared.withLock { shared in
      defer { shared.failures = [] }
      return shared.failures
    }
    for failure in failures { reporter.report(TestFailure(failure, at: site)) }
  }
}
