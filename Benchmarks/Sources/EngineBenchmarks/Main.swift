import Dispatch
import GenericStore
import Harness
import SpinAsync
import SpinCallbacks

private let many = 100_000
private let some = 10_000

private let sameWork = "same work: lock, reducer, feedback, observer"
private let plain = "same work: plain closures that feed themselves"

private let outside = [
  Measurement(sameWork, operations: many) { count in
    let work = SameWork(0, reducer: { add(&$0, $1) }, feedback: { $0 < 0 }) {
      precondition($0 >= 0)
    }
    for _ in 0..<count { work.send(Step.add(1)) }
    precondition(work.current == count)
  },
  Measurement(
    "outside, caller's thread", operations: many, against: sameWork, limit: 1.75, allocations: 0.01
  ) { await emitFromOutside(.callersThread, $0) },
  Measurement(
    "outside, at home", operations: many, against: "outside, caller's thread", limit: 2.5,
    allocations: 0.01
  ) { emitAtHome($0) },
  Measurement(
    "outside, queue", operations: many, against: sameWork, limit: 2.5, allocations: 0.2
  ) { await emitFromOutside(.callbacks, $0) },
  Measurement(
    "outside, tasks", operations: many, against: sameWork, limit: 2.5, allocations: 0.2
  ) { await emitFromOutside(.async, $0) },
  Measurement(
    "emitter, caller's thread", operations: many, against: "outside, caller's thread", limit: 1.5,
    allocations: 0.01
  ) { await emitThroughEmitter(.callersThread, $0) },
  Measurement(
    "emitter, queue", operations: many, against: "outside, queue", limit: 2, allocations: 0.2
  ) { await emitThroughEmitter(.callbacks, $0) },
  Measurement(
    "emitter, tasks", operations: many, against: "outside, tasks", limit: 2, allocations: 0.2
  ) { await emitThroughEmitter(.async, $0) },
  Measurement(
    "outside, emitted by a generic store", operations: many, against: "outside, caller's thread",
    limit: 1.5, allocations: 0.01
  ) { await emitThroughStore(.callersThread, $0) },
  Measurement(
    "idle loop to its state and back, caller's thread", operations: some
  ) { await askAndWait(.callersThread, $0) },
  Measurement("idle loop to its state and back, queue", operations: some) {
    await askAndWait(.callbacks, $0)
  },
  Measurement("idle loop to its state and back, tasks", operations: some) {
    await askAndWait(.async, $0)
  },
]

private let selfFeeding = [
  Measurement(plain, operations: many) { count in
    var loop = PlainLoop<Int, Step>(
      state: 0, reducer: { add(&$0, $1) }, feedbacks: [{ $0 < count ? .add(1) : nil }],
      observer: { precondition($0 >= 0) })
    loop.run()
    precondition(loop.state == count)
  },
  Measurement(
    "self-fed, caller's thread", operations: many, against: plain, limit: 1.7, allocations: 0.01
  ) { await runToTheEnd(selfFed($0), .callersThread, $0) },
  Measurement("self-fed, queue", operations: many, against: plain, limit: 1.7, allocations: 0.01) {
    await runToTheEnd(selfFed($0), .callbacks, $0)
  },
  Measurement("self-fed, tasks", operations: many, against: plain, limit: 1.7, allocations: 0.01) {
    await runToTheEnd(selfFed($0), .async, $0)
  },
  Measurement(
    "self-fed, started by run(on:)", operations: many, against: "self-fed, caller's thread",
    limit: 1.1, allocations: 0.01
  ) { count in
    let end = try? await selfFed(count).run(on: .callersThread) { precondition($0.number >= 0) }
    precondition(end == count)
  },
  Measurement(
    "self-fed, started by a generic store", operations: many, against: "self-fed, caller's thread",
    limit: 1.1, allocations: 0.01
  ) { count in await reach(count, Store(selfFed(count), on: .callersThread).running) },
  Measurement(
    "self-fed, without an observer", operations: many, against: "self-fed, caller's thread",
    limit: 1.1,
    allocations: 0.01
  ) { await reach($0, selfFed($0).start(on: .callersThread)) },
  Measurement(
    "self-fed, eight references in the state", operations: many,
    against: "self-fed, caller's thread", limit: 1.2, allocations: 0.01
  ) { await runDocument(.callersThread, $0) },
  Measurement("plain closures, ten feedbacks", operations: many) { count in
    var loop = PlainLoop<Int, Step>(
      state: 0, reducer: { add(&$0, $1) },
      feedbacks: [{ $0 < count ? .add(1) : nil }]
        + (1..<10).map { _ in { $0 < 0 ? .add(1) : nil } },
      observer: { precondition($0 >= 0) })
    loop.run()
    precondition(loop.state == count)
  },
  Measurement(
    "self-fed, ten feedbacks, one reacts", operations: many,
    against: "plain closures, ten feedbacks", limit: 1.3, allocations: 0.01
  ) { await runToTheEnd(selfFed($0, feedbacks: 10), .callersThread, $0) },
  Measurement(
    "self-fed, ten plain feedbacks, one reacts", operations: many,
    against: "plain closures, ten feedbacks", limit: 3, allocations: 0.01
  ) { await runToTheEnd(selfFedPlainly($0, feedbacks: 10), .callersThread, $0) },
]

private let effects = [
  Measurement("bare chain of detached tasks", operations: some) { count in
    await withCheckedContinuation { TaskChain(length: count, $0).run() }
  },
  Measurement(
    "async effect and back, tasks", operations: some, against: "bare chain of detached tasks",
    limit: 1.35
  ) { await runToTheEnd(fed($0) { .run { .add(1) } }, .async, $0) },
  Measurement(
    "async effect and back, queue", operations: some, against: "bare chain of detached tasks",
    limit: 1.35
  ) { await runToTheEnd(fed($0) { .run { .add(1) } }, .callbacks, $0) },
  Measurement(
    "async effect and back, caller's thread", operations: some,
    against: "bare chain of detached tasks", limit: 1.35
  ) { await runToTheEnd(fed($0) { .run { .add(1) } }, .callersThread, $0) },
  Measurement("bare tasks, cancelled and started", operations: some) { await cancelAndStart($0) },
  Measurement(
    "cancel and start on each state, tasks", operations: some,
    against: "bare tasks, cancelled and started", limit: 1.5
  ) { await restart(.async, $0) },
  Measurement("bare hops on a queue", operations: some) { count in
    let queue = DispatchQueue(label: "bare")
    await withCheckedContinuation { continuation in hop(queue, count) { continuation.resume() } }
  },
  Measurement(
    "callback effect, caller's thread", operations: some, against: "bare hops on a queue", limit: 6
  ) { count in
    await runToTheEnd(
      fed(count, by: callingBack(DispatchQueue(label: "callbacks"))), .callersThread, count)
  },
]

private let composites = [
  Measurement("delay of zero, tasks", operations: some) {
    await runToTheEnd(fed($0) { .after(.zero, .add(1)) }, .async, $0)
  },
  Measurement(
    "delayed effect of each event, tasks", operations: some, against: "delay of zero, tasks",
    limit: 2
  ) { await runToTheEnd(fed($0) { .run { .add(1) }.delayed(by: .zero) }, .async, $0) },
  Measurement("delayed effect of each event, queue", operations: some) {
    await runToTheEnd(fed($0) { .run { .add(1) }.delayed(by: .zero) }, .callbacks, $0)
  },
  Measurement("chain of events, one then another, caller's thread", operations: some) {
    await runToTheEnd(chained($0, .just(.add(1))), .callersThread, $0)
  },
  Measurement(
    "chain of async effects, one then another, tasks", operations: some,
    against: "async effect and back, tasks", limit: 2
  ) { await runToTheEnd(chained($0, .run { .add(1) }), .async, $0) },
]

/// Keeps a number of effects alive at once, each with a delay, and then ends the loop.
private func haveDelays(_ count: Int) {
  let spin = Spin<Int, Step>(initialState: 0) {
    Feedback { _ in .after(.seconds(3_600), .add(0)) }.strategy(.continueOnNewState)
    Reducer { add(&$0, $1) }
  }
  let running = spin.start(on: .callersThread)
  for _ in 1..<count { running.emit(.add(1)) }
  precondition(running.state == count - 1)
}

private let delays = [
  Measurement("1,000 delays alive, caller's thread", operations: 1_000) { haveDelays($0) },
  Measurement(
    "100,000 delays alive, caller's thread", operations: many,
    against: "1,000 delays alive, caller's thread", limit: 2, allocations: 12.5
  ) { haveDelays($0) },
]

private let sequences = [
  Measurement("AsyncStream of all states", operations: some) {
    await consumeStream(.callbacks, $0, .unbounded)
  },
  Measurement(
    "states, all", operations: some, against: "AsyncStream of all states", limit: 1.2
  ) { await consume(.callbacks, $0, .all) },
  Measurement("AsyncStream of the newest state", operations: some) {
    await consumeStream(.callbacks, $0, .bufferingNewest(1))
  },
  Measurement(
    "states, newest", operations: some, against: "AsyncStream of the newest state", limit: 1.5
  ) { await consume(.callbacks, $0, .newest) },
]

private let loops = [
  Measurement("making a loop that answers one event, caller's thread", operations: some) {
    makeLoops(.callersThread, $0)
  }
]

@main
struct EngineBenchmarks {
  static func main() {
    Program.run(
      outside + keptTransitions + bounds + selfFeeding + crowds + effects + workOfEffects
        + composites + delays + sets + scopes + gears + sequences + sequencesOnOneThread + awaiting
        + monitors + recordings + durableLoops + loops + lists,
      reports: [
        "idle loops, tasks": { await IdleLoops.tasks.measure($0) },
        "idle loops, queues": { await IdleLoops.queues.measure($0) },
        "idle loops, caller's thread": { await IdleLoops.callersThread.measure($0) },
        "a recording": { await recordingOfAMillion($0) },
        "a durable log": { await openingOfALongLog($0) },
        "receivers that come and go": { await receiversComeAndGo($0) },
        "parts that come and go": { await partsComeAndGo($0) },
        "elements that come and go": { await elementsComeAndGo($0) },
      ])
  }
}
