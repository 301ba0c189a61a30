import Harness
import SpinCallbacks
import SpinCore
import Synchronization

/// A runtime whose turns and bodies run on one thread, so that nothing depends on the scheduling of
/// threads.
final class OneThread: SpinRuntime, TaskExecutor {
  private let base = CallbackRuntime.callersThread
  private let jobs = Mutex<[UnownedJob]>([])

  var isolation: LoopIsolation { base.isolation }
  var scheduler: any SpinScheduler { base.scheduler }
  var runsTurnsAtOnce: Bool { true }

  func schedule(_ turn: Turn) { turn.runUnnested() }

  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    Cancellation(
      Task.detached(executorPreference: self) { if let turn = await body() { turn.runUnnested() } })
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs the waiting bodies, and those that follow from them.
  func run() {
    while let job = jobs.withLock({ $0.popLast() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// A loop with an effect that emits a number of events while it is registered.
private func emitting(_ count: Int) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback(on: { _ in true as Bool? }) { _ in
      .callback { emit in
        for _ in 0..<count { emit(.add(1)) }
        return .none
      }
    }
    Reducer { count, step in add(&count, step) }
  }
}

/// A loop whose every state cancels a registration and makes another.
private let registering = Spin<Int, Step>(initialState: 0) {
  Feedback { _ in .callback { _ in .none } }
  Reducer { count, step in add(&count, step) }
}

/// The cost of effects with work, on one thread.
let workOfEffects: [Measurement] = [
  Measurement("event of an effect that emits many", operations: 100_000) {
    await runToTheEnd(emitting($0), .callersThread, $0)
  },
  Measurement("callback effect that ends at once, one thread", operations: 10_000) { count in
    let effect = { @Sendable () -> Effect<Step> in
      .callback { emit in
        emit(.add(1))
        emit.finish()
        return .none
      }
    }
    await runToTheEnd(fed(count, by: effect), .callersThread, count)
  },
  Measurement("async effect that ends, one thread", operations: 10_000) { count in
    let runtime = OneThread()
    let running = fed(count) { .run { .add(1) } }.start(on: runtime)
    runtime.run()
    precondition(running.state == count)
  },
  Measurement("callback effect that is cancelled, one thread", operations: 10_000) { count in
    let running = registering.start(on: .callersThread)
    for _ in 0..<count { running.emit(.add(1)) }
    precondition(running.state == count)
  },
  Measurement("async effect that is cancelled, one thread", operations: 10_000) { count in
    let runtime = OneThread()
    let running = restarting.start(on: runtime)
    for _ in 0..<count { running.emit(.add(1)) }
    runtime.run()
    precondition(running.state == count)
  },
]

/// The cost of an event whose transition an observer keeps, or its previous state.
let keptTransitions: [Measurement] = [
  Measurement(
    "outside, an observer keeps the previous state", operations: 100_000,
    against: "outside, caller's thread", limit: 3
  ) { count in
    let observer = Observer<Int, Step>(keepingPrevious: true) { transition in
      precondition(transition.number == 0 || transition.previous != nil)
    }
    let running = counting.start(on: .callersThread, options: RunOptions(observers: [observer]))
    for _ in 0..<count { running.emit(.add(1)) }
    precondition(running.state == count)
  },
  Measurement(
    "outside, an observer keeps each transition", operations: 100_000,
    against: "outside, caller's thread", limit: 3
  ) { count in
    let latest = Mutex<Transition<Int, Step>?>(nil)
    let running = counting.start(on: .callersThread) { transition in
      latest.withLock { $0 = transition }
    }
    for _ in 0..<count { running.emit(.add(1)) }
    precondition(running.state == count)
  },
  Measurement(
    "outside, a feedback keeps the previous state", operations: 100_000,
    against: "outside, caller's thread", limit: 3
  ) { count in
    let spin = Spin<Int, Step>(initialState: 0) {
      Feedback.transitions(keepingPrevious: true) { transition in
        precondition(transition.number == 0 || transition.previous != nil)
        return .none
      }
      Reducer { count, step in add(&count, step) }
    }
    let running = spin.start(on: .callersThread)
    for _ in 0..<count { running.emit(.add(1)) }
    precondition(running.state == count)
  },
]
