import SpinAsync
import SpinCallbacks

enum Step: Sendable {
  case add(Int)
}

/// One feedback that does nothing and one observer that looks: what most loops have at least.
let counting = Spin<Int, Step>(initialState: 0) {
  Feedback(filteredBy: { $0 < 0 }) { _ in .just(.add(1)) }
  Reducer { count, step in
    switch step {
    case .add(let amount): count &+= amount
    }
  }
}

/// A loop that feeds itself until it has counted so far.
func selfTriggered(_ limit: Int) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback { count in count < limit ? .just(.add(1)) : .none }
    Reducer { count, step in
      switch step {
      case .add(let amount): count &+= amount
      }
    }
  }
}

/// A loop whose every event comes from an async effect.
func asyncTriggered(_ limit: Int) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback { count in count < limit ? .run { .add(1) } : .none }
    Reducer { count, step in
      switch step {
      case .add(let amount): count &+= amount
      }
    }
  }
}

@inline(never)
func emitFromOutside(_ runtime: some SpinRuntime, _ events: Int) async {
  let running = counting.start(on: runtime) { transition in precondition(transition.number >= 0) }
  for _ in 0..<events { running.emit(.add(1)) }
  await settle(running, events)
}

@inline(never)
func runToTheEnd(
  _ spin: Spin<Int, Step>, _ runtime: some SpinRuntime, _ events: Int
) async {
  await settle(spin.start(on: runtime), events)
}

func settle(_ running: RunningSpin<Int, Step>, _ events: Int) async {
  let count = try? await running.settled()
  precondition(count == events, "\(count ?? -1) of \(events) events were reduced")
}

let events = 200_000
let asyncEvents = 20_000

let measurements = [
  Measurement("baseline: Mutex and reducer", operations: events) {
    let baseline = Baseline(0) { (count: inout Int, step: Step) in
      switch step {
      case .add(let amount): count &+= amount
      }
    }
    for _ in 0..<events { baseline.send(.add(1)) }
    precondition(baseline.current == events)
  },
  Measurement(
    "outside events, serial queue", operations: events, against: "baseline: Mutex and reducer",
    limit: 3, allocations: 0.01
  ) { await emitFromOutside(.callbacks, events) },
  Measurement(
    "outside events, tasks", operations: events, against: "baseline: Mutex and reducer", limit: 4,
    allocations: 0.01
  ) { await emitFromOutside(.async, events) },
  Measurement(
    "outside events, caller's thread", operations: events, against: "baseline: Mutex and reducer",
    limit: 9, allocations: 0.01
  ) { await emitFromOutside(.callersThread, events) },
  Measurement(
    "immediate events, serial queue", operations: events, against: "baseline: Mutex and reducer",
    limit: 4, allocations: 0.01
  ) { await runToTheEnd(selfTriggered(events), .callbacks, events) },
  Measurement(
    "immediate events, tasks", operations: events, against: "baseline: Mutex and reducer", limit: 4,
    allocations: 0.01
  ) { await runToTheEnd(selfTriggered(events), .async, events) },
  Measurement(
    "immediate events, caller's thread", operations: events,
    against: "baseline: Mutex and reducer", limit: 4, allocations: 0.01
  ) { await runToTheEnd(selfTriggered(events), .callersThread, events) },
  Measurement("baseline: chain of detached tasks", operations: asyncEvents) {
    await withCheckedContinuation { TaskChain(length: asyncEvents, $0).run() }
  },
  Measurement(
    "async effects, tasks", operations: asyncEvents, against: "baseline: chain of detached tasks",
    limit: 2
  ) { await runToTheEnd(asyncTriggered(asyncEvents), .async, asyncEvents) },
  Measurement(
    "async effects, serial queue", operations: asyncEvents,
    against: "baseline: chain of detached tasks", limit: 2
  ) { await runToTheEnd(asyncTriggered(asyncEvents), .callbacks, asyncEvents) },
  Measurement(
    "async effects, caller's thread", operations: asyncEvents,
    against: "baseline: chain of detached tasks", limit: 2
  ) { await runToTheEnd(asyncTriggered(asyncEvents), .callersThread, asyncEvents) },
]

@main
struct Benchmarks {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    var harness = Harness()
    if let place = words.firstIndex(of: "--rounds"), place + 1 < words.count {
      harness.rounds = Int(words[place + 1]) ?? harness.rounds
    }
    harness.filter = words.first { !$0.hasPrefix("--") && Int($0) == nil } ?? ""
    let excesses = await harness.run(measurements + terminalMeasurements)
    if words.contains("--check"), !excesses.ratios.isEmpty {
      fatalError("over their limits: \(excesses.ratios)")
    }
    if words.contains("--check-allocations"), !excesses.allocations.isEmpty {
      fatalError("allocate more than they may: \(excesses.allocations)")
    }
  }
}
