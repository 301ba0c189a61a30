package import SpinConformance

extension Census {
  /// Waits until no object is alive.
  package func untilEmpty() async throws {
    let gate = Gate()
    whenEmpty { gate.open() }
    if await !gate.wait() { throw CancellationError() }
  }
}
