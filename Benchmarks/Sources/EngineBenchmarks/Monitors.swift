import Harness
import SpinCallbacks
import SpinCore
import SpinMonitors

/// Measures an event from outside in a run that has a monitor.
private func monitored(
  _ name: String, _ monitor: @escaping @Sendable () -> Monitor<Int, Step>
) -> Measurement {
  Measurement(name, operations: 10_000, against: "outside, caller's thread") { count in
    let options = RunOptions<Int, Step>(monitors: [monitor()])
    let running = counting.start(on: .callersThread, options: options)
    for _ in 0..<count { running.emit(.add(1)) }
    precondition(running.state == count)
  }
}

/// The cost of monitors, for each event.
let monitors: [Measurement] = [
  monitored("outside, a monitor that does nothing") { Monitor { _ in } },
  monitored("outside, a log that nobody reads") { .log(to: { _ in }) },
  monitored("outside, counters") { .counters(into: InMemoryCounters()) },
  monitored("outside, a graph") { .graph(of: { $0 & 1 }, into: Recorded(StateGraph())) },
  monitored("outside, a timeline") { .timeline(into: Recorded(Timeline())) },
]
