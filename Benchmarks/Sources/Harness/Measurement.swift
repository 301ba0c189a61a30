/// One workload to measure, and a limit for its ratio to a baseline.
public struct Measurement: Sendable {
  /// The name in the report.
  public let name: String
  /// The number of operations in one round.
  public let operations: Int
  /// The name of the baseline measurement.
  let baseline: String?
  /// The maximum of the ratio.
  let limit: Double?
  /// The maximum number of allocations an operation may make, on average, including those of the
  /// start.
  let allocationLimit: Double?
  /// Makes the given number of operations.
  let body: @Sendable (Int) async -> Void

  /// Describes a workload.
  public init(
    _ name: String, operations: Int, against baseline: String? = nil, limit: Double? = nil,
    allocations: Double? = nil, _ body: @escaping @Sendable (Int) async -> Void
  ) {
    self.name = name
    self.operations = operations
    self.baseline = baseline
    self.limit = limit
    allocationLimit = allocations
    self.body = body
  }
}
