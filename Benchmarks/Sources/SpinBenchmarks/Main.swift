import Foundation
import GenericStore
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
func emitThroughStore(_ runtime: some SpinRuntime, _ events: Int) async {
  let store = Store(counting, on: runtime)
  for _ in 0..<events { store.send(.add(1)) }
  await settle(store.running, events)
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
  Measurement(
    "immediate events, started by run(on:)", operations: events,
    against: "immediate events, caller's thread", limit: 1.1, allocations: 0.01
  ) {
    let count = try? await selfTriggered(events).run(on: .callersThread)
    precondition(count == events)
  },
  Measurement(
    "immediate events, started by a generic store", operations: events,
    against: "immediate events, caller's thread", limit: 1.1, allocations: 0.01
  ) { await settle(Store(selfTriggered(events), on: .callersThread).running, events) },
  Measurement(
    "outside events, emitted by a generic store", operations: events,
    against: "outside events, caller's thread", limit: 1.5, allocations: 0.01
  ) { await emitThroughStore(.callersThread, events) },
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
    var harness = Harness()
    var (checksRatios, checksAllocations) = (false, false)
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch word {
      case "--help": return print(usage)
      case "--check": checksRatios = true
      case "--check-allocations": checksAllocations = true
      case "--rounds":
        guard let rounds = words.popFirst().flatMap({ Int($0) }), rounds > 0 else {
          end("--rounds takes a number, 1 or more.\n\(usage)", status: 64)
        }
        harness.rounds = rounds
      case _ where word.hasPrefix("-"): end("\(word) is no option.\n\(usage)", status: 64)
      default: harness.filter = word
      }
    }
    let excesses = await harness.run(measurements + terminalMeasurements)
    if checksRatios, !excesses.ratios.isEmpty {
      end("over their limits: \(excesses.ratios)", status: 1)
    }
    if checksAllocations, !excesses.allocations.isEmpty {
      end("allocate more than they may: \(excesses.allocations)", status: 1)
    }
  }

  private static let usage = """
    usage: SpinBenchmarks [--rounds N] [--check] [--check-allocations] [NAME]

    Measures each workload whose name contains NAME, with its baseline, in N rounds (9), and prints
    the median, the minimum, the allocations of an operation and its ratio to the baseline.

      --check              exit with 1 if a ratio is over its limit
      --check-allocations  exit with 1 if something allocates more than it may
    """

  private static func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(status)
  }
}
