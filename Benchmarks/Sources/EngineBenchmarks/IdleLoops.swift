import AllocationCounter
import Harness
import SpinAsync
import SpinCallbacks

/// The cost of idle loops, which are made all at once and kept.
struct IdleLoops {
  let name: String
  let runtime: @Sendable () -> any SpinRuntime

  static let tasks = IdleLoops(name: "tasks") { .async }
  static let queues = IdleLoops(name: "queues") { .callbacks }
  static let callersThread = IdleLoops(name: "caller's thread") { .callersThread }

  /// Makes a number of loops that each respond to one event, and prints their cost.
  ///
  /// Called once in a process, because loops are freed on other threads.
  func measure(_ count: Int) async {
    let (bytes, allocations, time) = (Int(heap_bytes()), allocation_count(), ContinuousClock.now)
    var loops: [RunningSpin<Int, Step>] = []
    loops.reserveCapacity(count)
    for _ in 0..<count { loops.append(counting.start(on: runtime())) }
    let made = ContinuousClock.now - time
    for loop in loops { await loop.idle() }
    let each = Double(Int(heap_bytes()) - bytes) / Double(count)
    let allocated = Double(allocation_count() - allocations) / Double(count)
    let threads = threadCount()
    for loop in loops { loop.emit(.add(1)) }
    for loop in loops { await loop.idle() }
    precondition(loops.allSatisfy { $0.state == 1 })
    let answered = Double(Int(heap_bytes()) - bytes) / Double(count)
    print(
      "\(count) idle loops, \(name): \(Int(each)) bytes and \(allocated) allocations each, made",
      "in \(made), \(threads) threads; when each has answered an event: \(Int(answered)) bytes,",
      "\(threadCount()) threads")
  }
}
