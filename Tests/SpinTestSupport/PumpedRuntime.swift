internal import Foundation
internal import SpinAsync
package import SpinCore
internal import SpinTesting
internal import Synchronization

/// A test runtime whose work a thread does, so that every promise can be tested on it.
///
/// It does the work in a random order, as `explore` does: no promise may depend on which of a loop,
/// a body and another body goes on first.
package final class PumpedRuntime: SpinRuntime {
  private let base: TestRuntime
  private let otherScheduler: any SpinScheduler
  private let pump = Pump()

  package init(scheduler: (any SpinScheduler)? = nil) {
    let base = TestRuntime(
      orderedBy: SeededGenerator(seed: .random(in: 0 ... .max)),
      report: FailureReporter { fatalError($0.message) }, limit: .max)
    self.base = base
    otherScheduler = scheduler ?? AsyncRuntime.async.scheduler
    let thread = Thread { [pump] in
      pump.thread.store(currentThreadID(), ordering: .releasing)
      base.run(until: { pump.isOver.load(ordering: .acquiring) }, within: .longestDelay)
    }
    thread.start()
  }

  deinit {
    pump.isOver.store(true, ordering: .releasing)
    base.wake()
  }

  private final class Pump: Sendable {
    let isOver = Atomic(false)
    let thread = Atomic(0)
  }

  /// Whether the calling code runs on the thread.
  package var isCurrent: Bool { pump.thread.load(ordering: .acquiring) == currentThreadID() }

  package var isolation: LoopIsolation { base.isolation }

  package var scheduler: any SpinScheduler { otherScheduler }

  package func schedule(_ turn: Turn) {
    base.schedule(turn)
  }

  /// NB: a test runtime ignores executors, and some promises are about them.
  package func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    guard let executor else { return base.start(body, on: nil) }
    return Cancellation(
      Task.detached(executorPreference: executor) { [self] in
        if let turn = await body() { schedule(turn) }
      })
  }
}
