internal import Foundation
internal import SpinCore
internal import Synchronization

/// A thread that does something again and again, without pause, until the test ends it.
///
/// ```swift
/// let flood = Flood()
/// let token = gear.observe { _ in flood.outpace() }
/// await flood.begin { gear.post($0) }
/// await onThread { gear.post(-1) }  // comes back
/// #expect(await flood.end())
/// ```
///
/// NB: it gives up after half a minute. A test that waits for a thread which others keep busy fails then,
/// instead of waiting until the memory is full.
package final class Flood: Sendable {
  private struct Progress: Sendable {
    var thread = 0
    var isOver = false
    var hasGivenUp = false
    /// The waiters, and how many acts of the thread each still waits for.
    var waiting: [(gate: Gate, left: Int)] = []
  }

  private let progress = Guarded(Progress())
  private let (begun, ended) = (Gate(), Gate())
  private let deadline = ContinuousClock.now + .seconds(30)

  package init() {}

  /// Starts the thread, and waits until it has called the closure once.
  ///
  /// - Parameter act: Called with the number of the call, from 0.
  package func begin(_ act: @escaping @Sendable (Int) -> Void) async {
    let thread = Thread { [self] in
      progress.withLock { $0.thread = currentThreadID() }
      var number = 0
      while goesOn {
        act(number)
        number += 1
        noteAct()
      }
      finish()
      ended.open()
    }
    thread.start()
    await begun.waitStubbornly()
  }

  /// Whether the test has not ended the flood; also for code that floods in a closure of its own, without
  /// ``begin(_:)``.
  package var goesOn: Bool {
    progress.withLock { progress in
      if !progress.isOver && ContinuousClock.now > deadline {
        (progress.isOver, progress.hasGivenUp) = (true, true)
      }
      return !progress.isOver
    }
  }

  /// Waits until the thread has acted twice more.
  ///
  /// The caller is then slower than the flood. Returns at once on the thread itself, and before the flood has begun or when it is over.
  package func outpace() {
    let gate = Gate()
    let waits = progress.withLock { progress in
      if progress.isOver || [0, currentThreadID()].contains(progress.thread) { return false }
      progress.waiting.append((gate, 2))
      return true
    }
    if waits { gate.waitBlocking() }
  }

  /// Ends the flood, and waits for the thread; returns whether it has gone on until now.
  package func end() async -> Bool {
    finish()
    if progress.withLock({ $0.thread }) != 0 { await ended.waitStubbornly() }
    return progress.withLock { !$0.hasGivenUp }
  }

  private func noteAct() {
    begun.open()
    let due = progress.withLock { progress in
      for index in progress.waiting.indices { progress.waiting[index].left -= 1 }
      defer { progress.waiting.removeAll { $0.left == 0 } }
      return progress.waiting.filter { $0.left == 0 }
    }
    for waiter in due { waiter.gate.open() }
  }

  private func finish() {
    let all = progress.withLock { progress in
      progress.isOver = true
      defer { progress.waiting = [] }
      return progress.waiting
    }
    for waiter in all { waiter.gate.open() }
  }
}
