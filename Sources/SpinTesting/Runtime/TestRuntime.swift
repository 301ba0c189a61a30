@_exported public import SpinCore

/// Runs loops manually, in a test that controls their time and all of their work.
///
/// Nothing happens until the test requests it. When ``run(fileID:filePath:line:column:)`` or
/// ``advance(by:fileID:filePath:line:column:)`` returns, all possible work at that time is done, so
/// a test need not await anything.
///
/// ```swift
/// let runtime = TestRuntime()
/// let running = countdown.start(on: runtime)
/// runtime.advance(by: .seconds(3))
/// #expect(running.state == 0)
/// ```
///
/// ``TestSpin`` does this as well, and compares each transition with the expected one.
///
/// *Isolation*: the thread that calls `run` or `advance` makes the steps, one mailbox entry at a
/// time, and also runs the async bodies. Bodies are tasks that inherit the task-local values of the
/// test. Work is done in the order in which it became ready; for other orders, see
/// ``explore(seeds:alarms:replaying:report:fileID:filePath:line:column:_:)``. The executor of a
/// feedback (``/SpinCore/Feedback/executor(_:)``) is ignored.
///
/// The following stay on the test's executor and time: `await`, `Task.yield()`, child tasks,
/// streams, actors that only the test uses, and sleeps of ``ManualScheduler/clock``. The following
/// leave it: `Task {}`, `Task.detached`, the main actor, `Task.sleep` and other real sleeps,
/// Dispatch, threads, and other executors. Replace such a dependency with a fake, or wait for it
/// with ``run(until:within:fileID:filePath:line:column:)``.
///
/// *Work that comes back*: another thread may resume a body during a call such as `run`, `advance`
/// or ``TestSpin/emit(_:fileID:filePath:line:column:_:)``. The body is then set aside, as if it
/// came back later, and goes on in the next `run(until:)`. So its speed decides nothing. An event
/// that another thread emits meanwhile cannot be set aside, and is taken at once. What becomes
/// ready between two calls is done by the next one, because the test may have made it ready itself.
///
/// If no `run(until:)` follows, the outcome depends on timing, and the test fails: when the loop is
/// stopped, or at the end of a run of
/// ``explore(seeds:alarms:replaying:report:fileID:filePath:line:column:_:)``. It fails for such an
/// event, and for a body that is still set aside if no `run(until:)` has ever waited for it. The
/// failure is at the line of the call that was at work. There is no failure for a body whose effect
/// was cancelled before it came back, or that comes back after the loop was told to stop.
///
/// The runtime does not detect:
///
/// - work that comes back before its body suspends,
/// - an event that another thread emits while the loop has other events to take,
/// - a `Task {}` that never comes back. Swift has a hook for new tasks, but the hook is not public and
///   affects the whole process. It also cannot tell a new task from a task of the test that a body resumes.
///
/// Several loops may share one runtime. A runtime belongs to one test and must not be used from two
/// tasks at once. Pending work keeps its loop alive: at the end, stop the loops and run once more.
public final class TestRuntime: SpinRuntime {
  struct Shared: ~Copyable, Sendable {
    var agenda: Agenda
    /// The bodies that have not returned, by number.
    var bodies: [Int: Body] = [:]
    var newest = 0
    /// The bodies that have started in the newest turn, and may belong to elements.
    var started: [TestExecution] = []
    /// The names of the bodies of elements in a run that keeps a story, also if they have returned.
    var names: [EffectKey: String] = [:]
    /// The call of the test that does the work; `nil` if none does.
    var call: Call?
    /// Whether work may come from other threads.
    var awaitsOthers = false
    /// What has come from other threads nevertheless.
    var stray = StrayWork()
    /// Called once when there is work.
    var arrival: (@Sendable () -> Void)?
    /// The failures that were not reported yet.
    var failures: [TestFailure] = []
  }

  struct Call: Sendable {
    /// See ``currentThreadID()``.
    let thread: Int
    let site: CallSite
  }

  /// An execution, or a stage of one.
  struct EffectKey: Hashable, Sendable {
    let loop: ObjectIdentifier
    let execution: UInt64
  }

  struct Body: Sendable {
    let execution: TestExecution
    var task: Cancellation?
    /// Whether the test has waited for work of the body that came from another thread.
    var wasAwaited = false
  }

  /// The time of the test.
  public let time: ManualScheduler

  /// The seed for the jitter of the loops, which a ``TestSpin`` uses: 0, or that of the run of
  /// ``explore(seeds:alarms:replaying:report:fileID:filePath:line:column:_:)``.
  ///
  /// Pass it to a run that you start yourself: `spin.start(on: test, options: RunOptions(seed:
  /// test.seed))`.
  public let seed: UInt64

  let reporter: FailureReporter
  /// The number of jobs and entries in one instant after which the test fails.
  package let limit: Int
  let shared: Guarded<Shared>

  /// Creates a runtime without loops.
  ///
  /// - Parameters:
  ///   - time: The time of the test, if its fakes need it first.
  ///   - report: The reporter of failures.
  public convenience init(
    time: ManualScheduler = ManualScheduler(), report: FailureReporter = .automatic
  ) {
    self.init(time: time, report: report, limit: 1_000_000)
  }

  package convenience init(
    time: ManualScheduler = ManualScheduler(), report: FailureReporter, limit: Int
  ) {
    self.init(time: time, report: report, limit: limit, seed: 0, agenda: Agenda())
  }

  init(
    time: ManualScheduler = ManualScheduler(), report: FailureReporter, limit: Int, seed: UInt64,
    agenda: consuming Agenda
  ) {
    self.time = time
    self.seed = seed
    reporter = report
    self.limit = limit
    shared = Guarded(Shared(agenda: agenda))
  }

  /// The thread of the test.
  public var isolation: LoopIsolation { .custom("the thread of the test") }

  /// The time of the test.
  public var scheduler: any SpinScheduler { time }

  // MARK: Doing the ready work

  /// Does all ready work and the work that follows from it; the time stands still.
  ///
  /// No alarm rings, not even one with a delay of zero; for such alarms, call `advance(by: .zero)`.
  ///
  /// If the work has no end, the test fails after a million jobs and mailbox entries.
  ///
  /// A closure of a loop, of an effect or of `concurrently` must not call it: the test then fails, and the
  /// call does nothing.
  public func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    run(at: CallSite(fileID, filePath, line, column))
  }

  /// Advances the time, and does all work that becomes ready meanwhile.
  ///
  /// *Ordering*: alarms ring one by one, in order of deadline and then of registration, up to and
  /// including the end of `duration`. The work that follows from an alarm is done before the next
  /// one rings.
  ///
  /// A closure of a loop, of an effect or of `concurrently` must not call it, as
  /// ``run(fileID:filePath:line:column:)``.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    advance(by: duration, at: CallSite(fileID, filePath, line, column))
  }

  /// Returns whether the call was in its place.
  @discardableResult
  func run(at site: CallSite) -> Bool {
    working(at: site) { _ = rest() }
  }

  func advance(by duration: Duration, at site: CallSite) {
    working(at: site) {
      let end = time.now.addingClamped(duration)
      if rest(until: end) { time.pass(to: end) }
    }
  }
}
