/// One workload to measure, and a limit for its ratio to a baseline.
public struct Measurement: Sendable {
  public let name: String
  /// How many operations one round makes.
  public let operations: Int
  /// The name of the measurement it is compared with.
  let baseline: String?
  /// The most that the ratio may be.
  let limit: Double?
  /// The most allocations an operation may make, on average, including those of the start.
  let allocationLimit: Double?
  /// Makes so many operations.
  let body: @Sendable (Int) async -> Void

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
