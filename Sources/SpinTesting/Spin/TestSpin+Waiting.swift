extension TestSpin {
  /// Does what is ready, and what other threads make ready, until a condition is met.
  ///
  /// For work that leaves the test, see
  /// ``TestRuntime/run(until:within:fileID:filePath:line:column:)-((()->Bool),_,_,_,_,_)``. The transitions
  /// are left to be asserted.
  ///
  /// The condition is asked whenever there is nothing to do, and `limit` is in real time.
  public func run(
    until condition: () -> Bool, within limit: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    runtime.run(
      until: condition, within: limit,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Does what is ready, and what other threads make ready, until a condition is met, and blocks no
  /// thread.
  ///
  /// The condition is asked whenever there is nothing to do, and `limit` is in real time.
  public nonisolated(nonsending) func run(
    until condition: () -> Bool, within limit: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await runtime.run(
      until: condition, within: limit,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
