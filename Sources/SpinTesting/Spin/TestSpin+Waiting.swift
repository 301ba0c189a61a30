extension TestSpin {
  /// Does the ready work, including work from other threads, until a condition is met.
  ///
  /// For work that leaves the test, see
  /// ``TestRuntime/run(until:within:fileID:filePath:line:column:)``. The transitions remain to be
  /// asserted.
  ///
  /// The condition is tested whenever there is no work. `limit` is in real time.
  public func run(
    until condition: () -> Bool, within limit: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    runtime.run(until: condition, within: limit, at: CallSite(fileID, filePath, line, column))
  }

  /// Does the ready work, including work from other threads, until a condition is met, without
  /// blocking a thread.
  ///
  /// ```swift
  /// await test.run(until: { test.state.items.count == 3 })
  /// ```
  ///
  /// The condition is tested whenever there is no work. `limit` is in real time.
  public nonisolated(nonsending) func run(
    until condition: () -> Bool, within limit: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await runtime.run(until: condition, within: limit, at: CallSite(fileID, filePath, line, column))
  }
}
