import Harness
import SpinAsync
import SpinCore
import SpinDurable

/// A spin whose state and events can be kept.
private let adding = Spin<Int, Int>(initialState: 0) { Reducer { $0 &+= $1 } }

/// Sends events to a durable loop, each after the one before was kept.
private func send(_ events: Int) {
  onOneThread { thread in
    guard
      let running = try? await adding.open("sum", in: MemoryStore(), on: .async(executor: thread))
    else { fatalError("a new log opens") }
    var state: Int? = 0
    for _ in 0..<events { state = try? await running.send(1) }
    precondition(state == events)
  }
}

/// Opens a log of so many events.
private func open(_ events: Int) {
  onOneThread { thread in
    let store = MemoryStore()
    store["sum"] = records(events)
    let running = try? await adding.open("sum", in: store, on: .async(executor: thread))
    precondition(running?.state == events)
  }
}

private func records(_ events: Int) -> [EventRecord] {
  [EventRecord(.snapshot, number: 0, bytes: Array("0".utf8))]
    + (0..<events).map { EventRecord(.event, number: $0 + 1, bytes: Array("1".utf8)) }
}

/// The cost of durable loops, for each event.
let durableLoops: [Measurement] = [
  Measurement(
    "send to a durable loop, tasks on one thread", operations: 2_000,
    against: "send, tasks on one thread"
  ) { send($0) },
  Measurement("opening a durable loop, for each event", operations: 2_000) { open($0) },
]

/// Opens a log of so many events, and one with a snapshot near its end, and prints what that costs.
func openingOfALongLog(_ count: Int) async {
  let store = MemoryStore()
  store["long"] = records(count)
  store["short"] =
    records(count) + [
      EventRecord(
        .snapshot, number: max(0, count - 1_000), bytes: Array("\(max(0, count - 1_000))".utf8))
    ]
  do {
    var times: [Duration] = []
    for name in ["long", "short"] {
      let begin = ContinuousClock.now
      let running = try await adding.open(name, in: store, on: .async)
      times.append(ContinuousClock.now - begin)
      precondition(running.state == count)
    }
    print(
      "a log of \(count) events: opened in \(times[0]), and in \(times[1]) from a snapshot before 1,000 events"
    )
  } catch {
    fatalError("\(error)")
  }
}
