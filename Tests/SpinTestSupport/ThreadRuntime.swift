internal import Foundation
package import SpinCore

/// A runtime for tests that uses only the public API: one thread with a list of jobs, which also
/// keeps the time.
package final class ThreadRuntime: SpinRuntime {
  private let worker: Worker
  private let otherScheduler: (any SpinScheduler)?
  private let limit: Int?

  /// - Parameters:
  ///   - stackSize: The stack size of the thread, in bytes.
  ///   - limit: The maximum number of entries that a job takes from the mailbox; `nil` for no limit.
  ///   - scheduler: A clock to use instead of the thread's own.
  package init(
    stackSize: Int? = nil, limit: Int? = nil, scheduler: (any SpinScheduler)? = nil
  ) {
    worker = Worker()
    otherScheduler = scheduler
    self.limit = limit
    let thread = Thread { [worker] in worker.work() }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }

  deinit {
    worker.close()
  }

  /// Whether the calling code runs on the thread.
  package var isCurrent: Bool { worker.isCurrent }

  package var isolation: LoopIsolation { .custom("a thread of its own") }

  package var scheduler: any SpinScheduler { otherScheduler ?? worker }

  package func schedule(_ turn: Turn) {
    worker.add { [self] in work(turn) }
  }

  /// Runs a turn, or a slice of it; the rest runs after the jobs that already wait.
  private func work(_ turn: Turn) {
    guard let limit else { return turn() }
    if let rest = turn.run(limit: limit) { schedule(rest) }
  }

  package func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    Cancellation(
      Task.detached(executorPreference: executor) { [self] in
        if let turn = await body() { schedule(turn) }
      })
  }
}

/// A list of jobs, some of them due later, and the thread that runs them.
private final class Worker: SpinScheduler, @unchecked Sendable {
  private struct Job {
    let number: Int
    let deadline: Duration
    let action: @Sendable () -> Void
  }

  /// Guards all following properties.
  private let condition = NSCondition()
  private var jobs: [Job] = []
  private var newest = 0
  private var isClosed = false
  private var thread: Thread?

  private let clock = ContinuousClock()
  private let origin = ContinuousClock().now

  var now: Duration { origin.duration(to: clock.now) }

  func add(_ action: @escaping @Sendable () -> Void) {
    _ = insert(.zero, action)
  }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    let number = insert(now + delay, action)
    return Cancellation { [weak self] in self?.forget(number) }
  }

  func close() {
    condition.withLock {
      isClosed = true
      condition.signal()
    }
  }

  var isCurrent: Bool { condition.withLock { thread === Thread.current } }

  /// Runs the jobs as they become due, until the list is closed.
  func work() {
    condition.withLock { thread = Thread.current }
    while let job = next() { job() }
  }

  private func insert(_ deadline: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    condition.withLock {
      newest += 1
      let index = jobs.firstIndex { $0.deadline > deadline } ?? jobs.endIndex
      jobs.insert(Job(number: newest, deadline: deadline, action: action), at: index)
      condition.signal()
      return newest
    }
  }

  private func forget(_ number: Int) {
    condition.withLock { jobs.removeAll { $0.number == number } }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.lock()
    defer { condition.unlock() }
    while !isClosed {
      // NB: not the job, which the thread would keep while it waits, even if the job is cancelled.
      guard let deadline = jobs.first?.deadline else {
        condition.wait()
        continue
      }
      let delay = deadline - now
      if delay <= .zero { return jobs.removeFirst().action }
      // NB: Foundation traps if it is asked to wait forever.
      _ = condition.wait(until: Date(timeIntervalSinceNow: min(delay / .seconds(1), 3600)))
    }
    return nil
  }
}
