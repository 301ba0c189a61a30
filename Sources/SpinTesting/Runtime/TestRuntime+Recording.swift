public import SpinCore

extension TestRuntime {
  /// Records the different values of a part of a loop's state, from its newest state on.
  ///
  /// ```swift
  /// let runtime = TestRuntime()
  /// let running = search.start(on: runtime)
  /// let isLoading = runtime.record(running, \.isLoading)
  /// running.emit(.submitted("spin"))
  /// runtime.advance(by: .seconds(3))
  /// #expect(isLoading.values == [false, true, false])
  /// ```
  ///
  /// A recording of a loop that was just started begins with the initial state, because nothing
  /// happens until the test requests it. It does not keep the loop alive.
  ///
  /// The loop must run on this runtime; otherwise the test fails. The recording goes on until the loop
  /// stops.
  ///
  /// *Isolation*: the loop calls `part`, which may be a key path, and `==`, once for every state.
  public func record<State, Event, Value: Equatable & Sendable>(
    _ running: RunningSpin<State, Event>, _ part: @escaping @Sendable (State) -> Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Recording<Value> {
    let recording = Recording<Value>()
    guard (running.scheduler as? ManualScheduler) === time, running.isolation == isolation else {
      let site = CallSite(fileID, filePath, line, column)
      reporter.report(
        TestFailure(
          "record(_:_:) records loops of its own runtime: start the loop on it.", at: site))
      return recording
    }
    running.loop.join(ObserverEntry(Observer<State, Event> { recording.note(part($0.state)) }))
    return recording
  }
}

/// The different values of a part of a loop's state, in order: see
/// ``TestRuntime/record(_:_:fileID:filePath:line:column:)``.
public final class Recording<Value: Equatable & Sendable>: Sendable {
  private let list = Guarded<[Value]>([])

  init() {}

  /// The values so far; no value equals the one before it.
  public var values: [Value] { list.withLock { $0 } }

  func note(_ value: Value) {
    // Comparing runs user code, which is not done under the lock.
    let last = list.withLock { $0.last }
    if last != value { list.withLock { $0.append(value) } }
  }
}
