import AllocationCounter

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The figures of the rounds of a measurement, for each operation.
private struct Figures {
  /// Processor time of all threads.
  var nanoseconds: [Double] = []
  var allocations: [Double] = []
}

/// Runs all measurements in turn, round by round, so that a drift in the machine's speed affects
/// all of them equally, and compares the minima of processor time.
struct Harness {
  var rounds = 15
  var filter = ""
  /// Whether to leave out what has no limit for allocations.
  var measuresAllocationsOnly = false

  /// Measures and prints; returns the names of the measurements that are over a limit.
  func run(_ measurements: [Measurement]) async -> (ratios: [String], allocations: [String]) {
    let chosen = measurements.filter { measurement in
      if measuresAllocationsOnly && measurement.allocationLimit == nil { return false }
      return filter.isEmpty || measurement.name.contains(filter)
        || measurements.contains {
          $0.name.contains(filter) && $0.baseline == measurement.name
        }
    }
    var figures: [String: Figures] = [:]
    for round in 0...rounds {
      for measurement in chosen {
        let (time, allocations) = (processorTime(), allocation_count())
        await measurement.body(measurement.operations)
        let operations = Double(measurement.operations)
        guard round > 0 else { continue }  // The first round warms up.
        figures[measurement.name, default: Figures()].nanoseconds.append(
          (processorTime() - time) / operations)
        figures[measurement.name, default: Figures()].allocations.append(
          Double(allocation_count() - allocations) / operations)
      }
    }
    return report(chosen, figures)
  }

  private func report(
    _ measurements: [Measurement], _ figures: [String: Figures]
  ) -> (ratios: [String], allocations: [String]) {
    var excesses: (ratios: [String], allocations: [String]) = ([], [])
    print(
      row(
        "processor time and allocations per operation", "ns min", "median", "allocs", "ratio",
        "limit"))
    for measurement in measurements {
      guard let own = figures[measurement.name] else { continue }
      let least = own.nanoseconds.min() ?? 0
      let base = measurement.baseline.flatMap { figures[$0]?.nanoseconds.min() }
      let ratio = base.map { least / $0 }
      let exceeds = (ratio ?? 0) > (measurement.limit ?? .infinity)
      let allocations = median(own.allocations)
      let allocates = allocations > (measurement.allocationLimit ?? .infinity)
      if exceeds { excesses.ratios.append(measurement.name) }
      if allocates { excesses.allocations.append(measurement.name) }
      print(
        row(
          measurement.name, rounded(least), rounded(median(own.nanoseconds)),
          rounded(allocations), ratio.map(rounded) ?? "", measurement.limit.map(rounded) ?? "")
          + (exceeds ? "  over the limit" : "") + (allocates ? "  allocates" : ""))
    }
    return excesses
  }

  private func row(_ name: String, _ columns: String...) -> String {
    pad(name, 52, left: true) + columns.map { pad($0, 10, left: false) }.joined()
  }

  private func pad(_ text: String, _ width: Int, left: Bool) -> String {
    let spaces = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + spaces : spaces + text
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  private func rounded(_ value: Double) -> String {
    "\((value * 100).rounded() / 100)"
  }
}

/// The processor time that the threads of the process have used, in nanoseconds.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
