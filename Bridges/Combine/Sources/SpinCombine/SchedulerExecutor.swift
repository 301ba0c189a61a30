#if canImport(Combine)
  public import Combine
#else
  public import OpenCombine
#endif

/// A scheduler as an executor for the bodies of effects.
///
/// ```swift
/// Feedback(on: \.query) { query in
///   .publisher { catalogue.titles(matching: query).map(Event.found) }
/// }
/// .executor(.scheduler(queue))
/// ```
///
/// A publisher of a feedback with this executor is subscribed to on the scheduler.
///
/// The scheduler must run every job, even a late one: the loop is not settled before each task of its
/// effects has run.
public final class SchedulerExecutor<Base: Scheduler>: TaskExecutor, @unchecked Sendable {
  private let scheduler: Base
  // Guard: `schedule(_:)`, which any thread may call.

  /// Creates an executor.
  ///
  /// - Parameter scheduler: Runs the bodies of effects.
  public init(_ scheduler: Base) {
    self.scheduler = scheduler
  }

  /// Runs a job on the scheduler.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    scheduler.schedule { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension TaskExecutor {
  /// An executor that runs the bodies of effects on a scheduler.
  ///
  /// - Parameter scheduler: The scheduler.
  /// - Returns: The executor, which keeps the scheduler.
  public static func scheduler<Base: Scheduler>(
    _ scheduler: Base
  ) -> SchedulerExecutor<Base> where Self == SchedulerExecutor<Base> {
    SchedulerExecutor(scheduler)
  }
}
