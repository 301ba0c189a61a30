public import Dispatch

/// A dispatch queue as an executor for the bodies of effects.
///
/// ```swift
/// Feedback(on: \.query) { query in .run { .found(await titles(matching: query)) } }
///   .executor(.queue(queue))
/// ```
public final class DispatchQueueExecutor: TaskExecutor {
  /// The queue that runs the bodies of effects.
  public let queue: DispatchQueue

  /// Creates an executor for a queue, serial or concurrent.
  public init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  /// Runs a job on the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension TaskExecutor where Self == DispatchQueueExecutor {
  /// An executor that runs the bodies of effects on a dispatch queue.
  ///
  /// - Parameter queue: The queue, serial or concurrent.
  /// - Returns: The executor, which keeps the queue.
  public static func queue(_ queue: DispatchQueue) -> DispatchQueueExecutor {
    DispatchQueueExecutor(queue)
  }
}
