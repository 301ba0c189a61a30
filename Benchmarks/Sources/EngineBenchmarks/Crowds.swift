import Harness
import SpinCallbacks
import SpinCore

/// A loop that counts, with a number of observers.
private func observed(_ observers: Int) -> RunningSpin<Int, Step> {
  let options = RunOptions<Int, Step>(
    observers: (0..<observers).map { _ in Observer { precondition($0.state >= 0) } })
  return counting.start(on: .callersThread, options: options)
}

/// Measures events of loops with few and many live effects, observers and feedbacks.
let crowds: [Measurement] = [
  steps("event beside no live effect", 100_000, holding(0)) { _ in .add(1) },
  steps(
    "event beside 1,000 live effects", 100_000, holding(1_000),
    against: "event beside no live effect", limit: 1.2
  ) { _ in .add(1) },
  steps(
    "event beside 100,000 live effects", 100_000, holding(100_000),
    against: "event beside no live effect", limit: 1.2
  ) { _ in .add(1) },
  Measurement("delays that are set and cancelled", operations: 100_000) { count in
    holding(count).start(on: .callersThread).stop()
  },
  Measurement("plain closures, 1,000 observers", operations: 1_000) { count in
    let observers = (0..<1_000).map { _ in { @Sendable (state: Int) in precondition(state >= 0) } }
    let work = SameWork(0, reducer: { add(&$0, $1) }, feedback: { $0 < 0 }) { state in
      for observer in observers { observer(state) }
    }
    for _ in 0..<count { work.send(Step.add(1)) }
  },
  Measurement(
    "event of a loop with 1,000 observers", operations: 1_000,
    against: "plain closures, 1,000 observers"
  ) { count in
    let running = observed(1_000)
    for _ in 0..<count { running.emit(.add(1)) }
    precondition(running.state == count)
  },
  Measurement("observers that join and leave", operations: 10_000) { count in
    let running = observed(1)
    let tokens = (0..<count).map { _ in running.observe { precondition($0.state >= 0) } }
    for token in tokens { token.cancel() }
  },
  Measurement("plain closures, 1,000 feedbacks", operations: 1_000) { count in
    var loop = PlainLoop<Int, Step>(
      state: 0, reducer: { add(&$0, $1) },
      feedbacks: [{ $0 < count ? .add(1) : nil }]
        + (1..<1_000).map { _ in { $0 < 0 ? .add(1) : nil } },
      observer: { precondition($0 >= 0) })
    loop.run()
    precondition(loop.state == count)
  },
  Measurement(
    "self-fed, 1,000 feedbacks, one reacts", operations: 1_000,
    against: "plain closures, 1,000 feedbacks", limit: 1.3
  ) { await runToTheEnd(selfFed($0, feedbacks: 1_000), .callersThread, $0) },
]
