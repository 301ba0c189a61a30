import AllocationCounter

/// One thing to measure: so many operations, and a limit for its ratio to a baseline.
struct Measurement: Sendable {
  let name: String
  let operations: Int
  /// The name of the measurement it is compared with.
  let baseline: String?
  /// The most that the ratio may be.
  let limit: Double?
  /// The most allocations an operation may make, on average: those at the start count too.
  let allocationLimit: Double?
  let body: @Sendable () async -> Void

  init(
    _ name: String, operations: Int, against baseline: String? = nil, limit: Double? = nil,
    allocations: Double? = nil, _ body: @escaping @Sendable () async -> Void
  ) {
    self.name = name
    self.operations = operations
    self.baseline = baseline
    self.limit = limit
    allocationLimit = allocations
    self.body = body
  }
}

/// What several rounds of a measurement gave.
struct Figures {
  var nanoseconds: [Double] = []
  var allocations: [Double] = []
}

/// Runs all measurements in turn, round by round, so that a machine whose speed drifts disturbs
/// each alike; compares the medians.
struct Harness {
  var rounds = 9
  var filter = ""

  /// Measures, prints, and says what is over its limit.
  func run(_ measurements: [Measurement]) async -> (ratios: [String], allocations: [String]) {
    let chosen = measurements.filter { measurement in
      filter.isEmpty || measurement.name.contains(filter)
        || measurements.contains {
          $0.name.contains(filter) && $0.baseline == measurement.name
        }
    }
    var figures: [String: Figures] = [:]
    for round in 0...rounds {
      for measurement in chosen {
        let allocationsBefore = allocation_count()
        let time = await ContinuousClock().measure { await measurement.body() }
        let allocations = allocation_count() - allocationsBefore
        guard round > 0 else { continue }  // The first round warms up.
        let operations = Double(measurement.operations)
        figures[measurement.name, default: Figures()].nanoseconds.append(
          time / .nanoseconds(1) / operations)
        figures[measurement.name, default: Figures()].allocations.append(
          Double(allocations) / operations)
      }
    }
    return report(chosen, figures)
  }

  private func report(
    _ measurements: [Measurement], _ figures: [String: Figures]
  ) -> (ratios: [String], allocations: [String]) {
    var excesses: (ratios: [String], allocations: [String]) = ([], [])
    print(row("", "ns/op", "min", "allocs/op", "ratio", "limit"))
    for measurement in measurements {
      guard let own = figures[measurement.name] else { continue }
      let base = measurement.baseline.flatMap { figures[$0] }
      let ratio = base.map { median(zip(own.nanoseconds, $0.nanoseconds).map { $0 / $1 }) }
      let exceeds = (ratio ?? 0) > (measurement.limit ?? .infinity)
      let allocations = median(own.allocations)
      let allocates = allocations > (measurement.allocationLimit ?? .infinity)
      if exceeds { excesses.ratios.append(measurement.name) }
      if allocates { excesses.allocations.append(measurement.name) }
      print(
        row(
          measurement.name, rounded(median(own.nanoseconds), 1),
          rounded(own.nanoseconds.min() ?? 0, 1), rounded(allocations, 3),
          ratio.map { rounded($0, 2) } ?? "", measurement.limit.map { rounded($0, 0) } ?? "")
          + (exceeds ? "  over the limit" : "") + (allocates ? "  allocates" : ""))
    }
    return excesses
  }

  private func row(_ name: String, _ columns: String...) -> String {
    pad(name, 44, left: true) + columns.map { pad($0, 11, left: false) }.joined()
  }

  private func pad(_ text: String, _ width: Int, left: Bool) -> String {
    let spaces = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + spaces : spaces + text
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  private func rounded(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let text = "\((value * scale).rounded() / scale)"
    return places == 0 ? String(text.prefix { $0 != "." }) : text
  }
}
