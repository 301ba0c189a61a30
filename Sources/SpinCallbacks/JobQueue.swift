internal import Dispatch
internal import SpinCore
internal import SpinSystem

/// Runs the jobs of a runtime one at a time, on a serial queue of its own or on a lane of a queue that
/// it was given.
final class JobQueue: TaskExecutor {
  /// The own queue, or the given one.
  let queue: DispatchQueue
  /// `nil` if the queue belongs to it.
  private let lane: Lane?

  /// Whether the jobs run on the main queue.
  let isMain: Bool

  /// Creates a job queue with a serial queue of its own.
  init(label: String) {
    queue = DispatchQueue(label: label)
    lane = nil
    isMain = false
  }

  /// Creates a job queue on a queue, serial or concurrent.
  init(on queue: DispatchQueue) {
    self.queue = queue
    lane = Lane(queue)
    isMain = MainThread.isServed(by: queue)
  }

  /// Runs a job behind those that wait already.
  func add(_ job: @escaping @Sendable () -> Void) {
    guard let lane else { return queue.async(execute: job) }
    lane.add(job)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Jobs on a queue, serial or concurrent, one at a time.
///
/// Each job is submitted as a block of its own, so the jobs of all lanes and the queue's other work are
/// served in the order in which they came. If the queue is concurrent, a block that finds a job at work gives
/// up, and the block of that job submits another block:
///
/// ```
/// block 1: takes job A and runs it ............ finds that block 2 gave up, submits block 3
/// block 2:      finds A at work, gives up
/// block 3:                                                      takes job B and runs it
/// ```
///
/// NB: not a serial queue that targets the given one. Dispatch empties such a queue before it serves
/// the target's other work, so a loop that feeds itself would keep the main queue forever.
private final class Lane: Sendable {
  private struct Content: ~Copyable, Sendable {
    /// The jobs that wait.
    var jobs = RingBuffer<@Sendable () -> Void>()
    var isAtWork = false
    /// How many blocks have given up, because a job was at work.
    var turnsLeft = 0
  }

  private let queue: DispatchQueue
  private let content = Guarded(Content())

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    content.withLock { $0.jobs.append(job) }
    queue.async { self.runNext() }
  }

  private func runNext() {
    let next = content.withLock { content -> (@Sendable () -> Void)? in
      if content.isAtWork {
        content.turnsLeft += 1
        return nil
      }
      content.isAtWork = true
      return content.jobs.popFirst()
    }
    guard let next else { return }
    next()
    let goesOn = content.withLock { content in
      content.isAtWork = false
      if content.turnsLeft == 0 { return false }
      content.turnsLeft -= 1
      return true
    }
    if goesOn { queue.async { self.runNext() } }
  }
}
