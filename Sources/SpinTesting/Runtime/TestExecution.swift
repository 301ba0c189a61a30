internal import SpinCore

/// A body that a ``TestRuntime`` has started, as the executor of its task and child tasks.
///
/// Each body has a separate executor, so that the runtime knows the body of each job. A body is
/// that of an effect, or a closure of ``TestRuntime/concurrently(_:fileID:filePath:line:column:)``.
final class TestExecution: TaskExecutor {
  /// The execution of the current task, which a `Task {}` inherits.
  @TaskLocal static var current: TestExecution?

  /// The number of the body, in order of the starts.
  let number: Int
  /// The feedback of the effect; `nil` for a closure of the test.
  let origin: FeedbackOrigin?
  let loopID: ObjectIdentifier?
  /// The name of the body in messages.
  let name: String
  /// The effect; `nil` for a closure of the test.
  private let owner: (any EffectOwner)?
  private let runtime: TestRuntime
  /// The deadlines of the alarms that the body has set on the time of the test.
  private let sleeps = Guarded(Sleeps())

  private struct Sleeps: Sendable {
    var newest = 0
    var ends: [Int: Duration] = [:]
  }

  /// An execution of the body of an effect, or of a closure of the test, which is no effect's.
  init(_ body: EffectBody?, name: String, number: Int, on runtime: TestRuntime) {
    self.number = number
    self.name = name
    self.runtime = runtime
    owner = body?.owner
    origin = body?.origin
    loopID = body?.loopID
  }

  /// Whether it runs for an effect, or for a stage of one.
  func belongs(to effect: RunningEffect) -> Bool {
    guard let owner, owner.origin.index == effect.feedback.index else { return false }
    return owner.execution == effect.execution || effect.stages.contains(owner.execution)
  }

  /// Whether a scheduler is the time of the test.
  func runs(by time: ManualScheduler) -> Bool { runtime.time === time }

  /// Whether the effect was cancelled, or is about to be because its loop was told to stop.
  var isCancelled: Bool { owner.map { $0.isDead || $0.loopIsStopped } ?? false }

  /// Whether the loop has been told to stop.
  var loopIsStopped: Bool { owner?.loopIsStopped ?? false }

  /// Keeps a job until the test runs it.
  func enqueue(_ job: consuming ExecutorJob) {
    runtime.enqueue(UnownedJob(job), of: self)
  }

  /// Notes that the body has set an alarm; returns its number.
  func sleepBegan(until end: Duration) -> Int {
    sleeps.withLock { sleeps in
      sleeps.newest += 1
      sleeps.ends[sleeps.newest] = end
      return sleeps.newest
    }
  }

  /// Notes that an alarm of the body has rung or was cancelled.
  func sleepEnded(_ number: Int) {
    sleeps.withLock { $0.ends[number] = nil }
  }

  /// Whether the body has set an alarm on the time of the test.
  var isAsleep: Bool { sleeps.withLock { !$0.ends.isEmpty } }

  /// Explains why a body without a job does not continue.
  func standstill(at now: Duration) -> String {
    if runtime.hasSetAside(self) {
      return "has come back from another thread, and waits for run(until:)"
    }
    guard let end = sleeps.withLock({ $0.ends.values.min() }) else {
      return "waits for something outside the test, such as the main actor or Task.sleep"
    }
    return "sleeps for another \(end.subtractingClamped(now))"
  }
}
