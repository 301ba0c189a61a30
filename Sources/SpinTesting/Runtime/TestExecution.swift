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
  /// When its sleeps on the time of the test end.
  private let sleeps = Guarded<[Duration]>([])

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

  func sleepBegan(until end: Duration) {
    sleeps.withLock { $0.append(end) }
  }

  func sleepEnded(_ end: Duration) {
    sleeps.withLock { sleeps in
      if let index = sleeps.firstIndex(of: end) { sleeps.remove(at: index) }
    }
  }

  /// Why the body does not go on, for a body without a job.
  func standstill(at now: Duration) -> String {
    guard let end = sleeps.withLock({ $0.min() }) else {
      return "waits for something that the test's time and executor do not bring"
    }
    return "sleeps for another \(end.subtractingClamped(now))"
  }
}
