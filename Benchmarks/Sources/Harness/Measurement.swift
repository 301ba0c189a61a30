/// One workload to measure, and a limit for its ratio to a baseline.
public struct Measurement: Sendable {
  /// The name, as the report prints it.
  public let name: String
  /// How many operations one round makes.
  public let operations: Int
  /// The name of the measurement it is compared with.
  let baseline: String?
  /// The most that the ratio may be.
  let limit: Double?
  /// The most allocations an operation may make, on average, including those of the start.
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
