internal import SpinCore

/// A body that a ``TestRuntime`` has started, as the executor of its task and child tasks.
///
/// Each body has a separate executor, so that the runtime knows the body of each job. A body is
/// that of an effect, or a closure of ``TestRuntime/concurrently(_:fileID:filePath:line:column:)``.
final class TestExecution: TaskExecutor, Sleeper {
  /// The execution of the current task, or of the one that has created it by `Task {}`.
  static var current: TestExecution? { ManualScheduler.sleeper as? TestExecution }

  /// The number of the body, in order of the starts.
  let number: Int
  /// The feedback of the effect, without an element; `nil` for a closure of the test.
  let origin: FeedbackOrigin?
  let loopID: ObjectIdentifier?
  /// The effect; `nil` for a closure of the test.
  let owner: (any EffectOwner)?
  private let runtime: TestRuntime
  private let content: Guarded<Content>

  private struct Content: Sendable {
    var name: String
    var newest = 0
    /// The deadlines of the alarms that the body has set on the time of the test.
    var sleeps: [Int: Duration] = [:]
  }

  /// An execution of the body of an effect, or of a closure of the test, which is no effect's.
  init(_ body: EffectBody?, name: String, number: Int, on runtime: TestRuntime) {
    self.number = number
    content = Guarded(Content(name: name))
    self.runtime = runtime
    owner = body?.owner
    origin = body?.origin
    loopID = body?.loopID
  }

  /// The name of the body in messages, such as `rows[3].save`.
  var name: String { content.withLock { $0.name } }

  /// Names the body by the element that it belongs to.
  func belongs(to element: ElementID) {
    guard let origin else { return }
    let name = "\(FeedbackOrigin(index: origin.index, name: origin.name, element: element))"
    content.withLock { $0.name = name }
  }

  /// Whether it runs for an effect, or for a stage of one.
  func belongs(to effect: RunningEffect) -> Bool {
    guard let owner, owner.origin.index == effect.feedback.index else { return false }
    return owner.execution == effect.execution || effect.stages.contains(owner.execution)
  }

  func runs(by time: ManualScheduler) -> Bool { runtime.time === time }

  /// Whether the effect was cancelled, or is about to be because its loop was told to stop.
  var isCancelled: Bool { owner.map { $0.isDead || $0.loopIsStopped } ?? false }

  /// Whether the loop has been told to stop.
  var loopIsStopped: Bool { owner?.loopIsStopped ?? false }

  /// Keeps a job until the test runs it.
  func enqueue(_ job: consuming ExecutorJob) {
    runtime.enqueue(UnownedJob(job), of: self)
  }

  func sleepBegan(until end: Duration) -> Int {
    content.withLock { content in
      content.newest += 1
      content.sleeps[content.newest] = end
      return content.newest
    }
  }

  func sleepEnded(_ number: Int) {
    content.withLock { $0.sleeps[number] = nil }
  }

  /// Whether the body has set an alarm on the time of the test.
  var isAsleep: Bool { content.withLock { !$0.sleeps.isEmpty } }

  /// Explains why a body without a job does not continue.
  func standstill(at now: Duration) -> String {
    if runtime.hasSetAside(self) {
      return "has come back from another thread, and waits for run(until:)"
    }
    guard let end = content.withLock({ $0.sleeps.values.min() }) else {
      return "waits for something outside the test, such as the main actor or Task.sleep"
    }
    return "sleeps for another \(end.subtractingClamped(now))"
  }
}
