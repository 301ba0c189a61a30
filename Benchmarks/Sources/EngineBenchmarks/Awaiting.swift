import Harness
import SpinAsync
import SpinCallbacks
import SpinCore

/// An actor that counts, for comparison.
private actor Counter {
  private var count = 0

  func add(_ amount: Int) -> Int {
    count += amount
    return count
  }
}

/// A question that the reducer answers.
private enum Question: Sendable {
  case count(Reply<Int>)
}

/// A loop that answers questions.
private let answering = Spin<Int, Question>(initialState: 0) {
  Feedback(filteredBy: { $0 < 0 }) { _ in .none }
  Reducer { count, question in
    switch question {
    case .count(let reply):
      count &+= 1
      reply.answer(count)
    }
  }
}

/// Runs a task to its end on one thread, with all tasks that it needs, so that nothing depends on the
/// scheduling of threads.
func onOneThread(_ body: @escaping @Sendable (OneThread) async -> Void) {
  let thread = OneThread()
  Task.detached(executorPreference: thread) { await body(thread) }
  thread.run()
}

/// Sends events, each after the state of the one before has come back.
private func send(_ runtime: some SpinRuntime, _ events: Int) async {
  let running = counting.start(on: runtime)
  var state: Int? = 0
  for _ in 0..<events { state = try? await running.send(.add(1)) }
  precondition(state == events)
}

/// Emits into an idle loop, and waits for each state in a task that reads them.
private func passStates(_ events: Int, _ buffering: Buffering) {
  onOneThread { thread in
    let running = counting.start(on: .callersThread)
    var states = running.states(buffering: buffering).makeAsyncIterator()
    _ = await states.next()
    Task.detached(executorPreference: thread) {
      for _ in 0..<events {
        running.emit(.add(1))
        await Task.yield()
      }
    }
    var state: Int? = 0
    for _ in 0..<events { state = await states.next() }
    precondition(state == events)
  }
}

/// The same through an `AsyncStream`, for comparison.
private func passStream(_ events: Int) {
  onOneThread { thread in
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let running = counting.start(on: .callersThread) { continuation.yield($0.state) }
    var states = stream.makeAsyncIterator()
    _ = await states.next()
    Task.detached(executorPreference: thread) {
      for _ in 0..<events {
        running.emit(.add(1))
        await Task.yield()
      }
    }
    var state: Int? = 0
    for _ in 0..<events { state = await states.next() }
    precondition(state == events)
  }
}

/// The cost of states that reach a task which iterates.
let sequencesOnOneThread: [Measurement] = [
  Measurement("AsyncStream of all states, caller's thread", operations: 10_000) {
    await consumeStream(.callersThread, $0, .unbounded)
  },
  Measurement(
    "states, all, caller's thread", operations: 10_000,
    against: "AsyncStream of all states, caller's thread"
  ) { await consume(.callersThread, $0, .all) },
  Measurement("AsyncStream of the newest state, caller's thread", operations: 10_000) {
    await consumeStream(.callersThread, $0, .bufferingNewest(1))
  },
  Measurement(
    "states, newest, caller's thread", operations: 10_000,
    against: "AsyncStream of the newest state, caller's thread"
  ) { await consume(.callersThread, $0, .newest) },
  Measurement("AsyncStream, a task waits for each state", operations: 10_000) { passStream($0) },
  Measurement(
    "states, a task waits for each", operations: 10_000,
    against: "AsyncStream, a task waits for each state"
  ) { passStates($0, .all) },
  Measurement("states, all, tasks on one thread", operations: 10_000) { count in
    onOneThread { await consume(.async(executor: $0), count, .all) }
  },
  Measurement("states, newest, tasks on one thread", operations: 10_000) { count in
    onOneThread { await consume(.async(executor: $0), count, .newest) }
  },
]

/// The cost of a task that waits for one answer.
let awaiting: [Measurement] = [
  Measurement("an actor's call", operations: 10_000) { count in
    onOneThread { _ in
      let counter = Counter()
      for _ in 0..<count { _ = await counter.add(1) }
    }
  },
  Measurement("send, caller's thread", operations: 10_000) { count in
    await send(.callersThread, count)
  },
  Measurement("send, tasks on one thread", operations: 10_000) { count in
    onOneThread { await send(.async(executor: $0), count) }
  },
  Measurement("settled, caller's thread", operations: 10_000) { count in
    let running = counting.start(on: .callersThread)
    for _ in 0..<count {
      let state = try? await running.settled()
      precondition(state == 0)
    }
  },
  Measurement("first, caller's thread", operations: 10_000) { count in
    let running = counting.start(on: .callersThread)
    for _ in 0..<count {
      let state = try? await running.first { $0 == 0 }
      precondition(state == 0)
    }
  },
  Measurement("ask, caller's thread", operations: 10_000) { count in
    let running = answering.start(on: .callersThread)
    var answer: Int? = 0
    for _ in 0..<count { answer = try? await running.ask { .count($0) } }
    precondition(answer == count)
  },
]
