internal import Dispatch
internal import SpinCore

/// A dispatch queue as an executor, which can hold its jobs back.
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "spin conformance")
  /// The held jobs; `nil` if jobs run at once.
  private let held: Guarded<[UnownedJob]?>

  init(isHeld: Bool = false) {
    held = Guarded(isHeld ? [] : nil)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// Whether the calling code runs on the queue.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = held.withLock { held in
      held?.append(job)
      return held != nil
    }
    if !isHeld { run(job) }
  }

  /// Runs the held jobs, and holds no further ones.
  func release() {
    let jobs = held.withLock { $0.take() }
    for job in jobs ?? [] { run(job) }
  }

  private func run(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  // NB: one key for all instances that is never released, because Dispatch identifies a key by its
  // address.
  private static let key = DispatchSpecificKey<ObjectIdentifier>()
}
