internal import Foundation
package import Testing

/// Runs each test case with this trait on a thread of its own, which the case may block.
///
/// A case that waits for another process would otherwise keep one of the few threads of Swift's tasks. Where
/// there are two processors, two such cases hold up all the others, although both processors are idle.
package struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    let executor = ThreadExecutor()
    defer { executor.close() }
    try await withTaskExecutorPreference(executor) { try await body() }
  }
}

extension Trait where Self == OwnThread {
  /// Runs each test case of the suite on a thread of its own, which the case may block.
  package static var onItsOwnThread: Self { OwnThread() }
}

/// Runs the jobs of a task on one thread.
private final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  // Guard: the condition.
  private var jobs: [UnownedJob] = []
  private var isClosed = false

  init() {
    Thread { [self] in work() }.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      precondition(!isClosed, "The case has ended.")
      jobs.append(job)
      condition.signal()
    }
  }

  /// Lets the thread end: the task has left it.
  func close() {
    condition.withLock {
      isClosed = true
      condition.signal()
    }
  }

  private func work() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    condition.withLock {
      while jobs.isEmpty, !isClosed { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}
