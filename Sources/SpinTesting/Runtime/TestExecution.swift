internal import SpinCore

/// A body that a ``TestRuntime`` has started, and the executor of its task and of the child tasks.
///
/// Each body has an executor of its own, so that the runtime knows whose job it is given.
final class TestExecution: TaskExecutor {
  /// The execution that the current task belongs to; also known in a `Task {}` of its.
  @TaskLocal static var current: TestExecution?

  /// The place among the bodies of the runtime, in order of their starts.
  let number: Int
  let origin: FeedbackOrigin
  let loopID: ObjectIdentifier
  private let runtime: TestRuntime
  /// When the alarms ring that it has set on the time of the test.
  private let sleeps = Guarded(Sleeps())

  private struct Sleeps: Sendable {
    var newest = 0
    var ends: [Int: Duration] = [:]
  }

  init(_ body: EffectBody, number: Int, on runtime: TestRuntime) {
    self.number = number
    origin = body.origin
    loopID = body.loopID
    self.runtime = runtime
  }

  /// Whether this is the time of the test.
  func runs(by time: ManualScheduler) -> Bool { runtime.time === time }

  /// Keeps a job until the test runs it.
  func enqueue(_ job: consuming ExecutorJob) {
    runtime.enqueue(UnownedJob(job), of: self)
  }

  /// The body has set an alarm; returns its number.
  func sleepBegan(until end: Duration) -> Int {
    sleeps.withLock { sleeps in
      sleeps.newest += 1
      sleeps.ends[sleeps.newest] = end
      return sleeps.newest
    }
  }

  /// An alarm of the body rings, or was cancelled, or both.
  func sleepEnded(_ number: Int) {
    sleeps.withLock { $0.ends[number] = nil }
  }

  /// Why the body does not go on, for a body without a job.
  func standstill(at now: Duration) -> String {
    guard let end = sleeps.withLock({ $0.ends.values.min() }) else {
      return "waits for something that the test's time and executor do not bring"
    }
    return "sleeps for another \(end.subtractingClamped(now))"
  }
}
