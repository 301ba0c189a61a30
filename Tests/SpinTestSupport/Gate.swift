internal import Dispatch
internal import SpinCore

/// A one-shot gate: waiters continue when it is opened, and later ones at once.
///
/// Tests and effects synchronise by gates instead of sleeping or polling.
package final class Gate: Sendable {
  private struct Waiters: Sendable {
    var isOpen = false
    var tasks: [Int: CheckedContinuation<Bool, Never>] = [:]
    var threads: [DispatchSemaphore] = []
    var cancelled: Set<Int> = []
    var newest = 0
  }

  private let waiters = Guarded(Waiters())

  package init() {}

  /// An open gate.
  package static var opened: Gate {
    let gate = Gate()
    gate.open()
    return gate
  }

  package var isOpen: Bool { waiters.withLock { $0.isOpen } }

  package func open() {
    let (tasks, threads) = waiters.withLock { waiters in
      waiters.isOpen = true
      defer {
        waiters.tasks = [:]
        waiters.threads = []
      }
      return (waiters.tasks, waiters.threads)
    }
    for task in tasks.values { task.resume(returning: true) }
    for thread in threads { thread.signal() }
  }

  /// Waits even if the task is cancelled: for effects that ignore their cancellation.
  package func waitStubbornly() async {
    _ = await wait(number: number())
  }

  /// Waits until the gate is opened or the task is cancelled; returns which.
  @discardableResult
  package func wait() async -> Bool {
    let number = number()
    return await withTaskCancellationHandler {
      await wait(number: number)
    } onCancel: {
      let task = waiters.withLock { waiters in
        waiters.cancelled.insert(number)
        return waiters.tasks.removeValue(forKey: number)
      }
      task?.resume(returning: false)
    }
  }

  /// Waits on the calling thread.
  package func waitBlocking() {
    let semaphore = DispatchSemaphore(value: 0)
    let isOpen = waiters.withLock { waiters in
      if !waiters.isOpen { waiters.threads.append(semaphore) }
      return waiters.isOpen
    }
    if !isOpen { semaphore.wait() }
  }

  private func number() -> Int {
    waiters.withLock { waiters in
      waiters.newest += 1
      return waiters.newest
    }
  }

  private func wait(number: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let outcome = waiters.withLock { waiters -> Bool? in
        if waiters.isOpen { return true }
        if waiters.cancelled.contains(number) { return false }
        waiters.tasks[number] = continuation
        return nil
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }
}
