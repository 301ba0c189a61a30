internal import Dispatch
internal import SpinCore

/// A signal that is set once, and that bodies, threads and the check can wait for.
final class Signal: Sendable {
  private struct Waiters: Sendable {
    var isSet = false
    var newest = 0
    var tasks: [Int: OneShot<Bool>] = [:]
    var threads: [DispatchSemaphore] = []
  }

  private let waiters = Guarded(Waiters())
  private let onChange: @Sendable () -> Void

  init(_ onChange: @escaping @Sendable () -> Void = {}) {
    self.onChange = onChange
  }

  var isSet: Bool { waiters.withLock { $0.isSet } }

  func set() {
    let (tasks, threads) = waiters.withLock { waiters in
      waiters.isSet = true
      defer { (waiters.tasks, waiters.threads) = ([:], []) }
      return (waiters.tasks, waiters.threads)
    }
    for task in tasks.values { task.set(true) }
    for thread in threads { thread.signal() }
    onChange()
  }

  /// Waits until the signal is set or the task is cancelled; returns whether it was set.
  @discardableResult
  func wait() async -> Bool {
    let told = OneShot<Bool>()
    let number = add(told)
    return await told.value(onCancel: {
      waiters.withLock { _ = $0.tasks.removeValue(forKey: number) }
      told.set(false)
    })
  }

  /// Waits until the signal is set, even if the task is cancelled.
  func waitStubbornly() async {
    let told = OneShot<Bool>()
    _ = add(told)
    _ = await told.value()
  }

  /// Blocks the calling thread until the signal is set.
  func waitBlocking() {
    let semaphore = DispatchSemaphore(value: 0)
    let isSet = waiters.withLock { waiters in
      if !waiters.isSet { waiters.threads.append(semaphore) }
      return waiters.isSet
    }
    if !isSet { semaphore.wait() }
  }

  private func add(_ told: OneShot<Bool>) -> Int {
    let (isSet, number) = waiters.withLock { waiters in
      waiters.newest += 1
      if !waiters.isSet { waiters.tasks[waiters.newest] = told }
      return (waiters.isSet, waiters.newest)
    }
    if isSet { told.set(true) }
    return number
  }
}
