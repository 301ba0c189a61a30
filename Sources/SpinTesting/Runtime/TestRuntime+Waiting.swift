internal import Dispatch
internal import SpinCore

/// Waiting for work outside of the test's executor and time.
extension TestRuntime {
  /// Does the ready work, including work from other threads, until a condition is met.
  ///
  /// It also does the work that has come back before and was set aside, see ``TestRuntime``.
  ///
  /// It waits in real time on the calling thread, and fails the test after `limit`. The time of the
  /// test stands still. Prefer the `async` form, which blocks no thread.
  ///
  /// On the main thread it fails the test, because it would block the work that it waits for.
  ///
  /// The condition is tested whenever there is no work.
  public func run(
    until condition: () -> Bool, within limit: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    run(until: condition, within: limit, at: CallSite(fileID, filePath, line, column))
  }

  /// Does the ready work, including work from other threads, until a condition is met.
  ///
  /// It also does the work that has come back before and was set aside, see ``TestRuntime``.
  ///
  /// It waits in real time, and fails the test after `limit`. The time of the test stands still.
  ///
  /// *Isolation*: it works in the isolation of its caller, which is free while it waits.
  ///
  /// The condition is tested whenever there is no work.
  public nonisolated(nonsending) func run(
    until condition: () -> Bool, within limit: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await run(until: condition, within: limit, at: CallSite(fileID, filePath, line, column))
  }

  func run(until condition: () -> Bool, within limit: Duration, at site: CallSite) {
    if MainThread.isCurrent {
      let message = """
        run(until:) would block the main thread and therefore the work that it waits for: make \
        the test async, and write await test.run(until:).
        """
      return reporter.report(TestFailure(message, at: site))
    }
    let deadline = ContinuousClock.now + min(limit, .seconds(1_000_000_000))
    working(at: site) {
      beginAwaitingOthers()
      defer { shared.withLock { $0.awaitsOthers = false } }
      while !isDone(condition) {
        let arrived = DispatchSemaphore(value: 0)
        onArrival { arrived.signal() }
        let left = deadline - ContinuousClock.now
        let seconds = min(max(left / .seconds(1), 0), 1e9)
        if arrived.wait(timeout: .now() + seconds) == .timedOut { return giveUp(limit) }
      }
    }
  }

  nonisolated(nonsending) func run(
    until condition: () -> Bool, within limit: Duration, at site: CallSite
  ) async {
    let deadline = ContinuousClock.now + min(limit, .seconds(1_000_000_000))
    guard working(at: site, { beginAwaitingOthers() }) else { return }
    defer { shared.withLock { $0.awaitsOthers = false } }
    while true {
      var isOver = false
      guard working(at: site, { isOver = isDone(condition) }), !isOver else { return }
      let arrived = OneShot<Bool>()
      onArrival { arrived.set(true) }
      let alarm = Task.detached {
        try? await Task.sleep(until: deadline, clock: .continuous)
        arrived.set(false)
      }
      let isInTime = await arrived.value()
      alarm.cancel()
      if !isInTime {
        working(at: site) { giveUp(limit) }
        return
      }
    }
  }

  /// Does the ready work; returns whether the condition is met or the work has no end.
  private func isDone(_ condition: () -> Bool) -> Bool {
    !rest() || condition()
  }

  private func beginAwaitingOthers() {
    shared.withLock { shared in
      shared.awaitsOthers = true
      shared.keepStrayWork()
    }
  }

  /// Calls a closure once when there is work.
  private func onArrival(_ arrival: @escaping @Sendable () -> Void) {
    let isThere = shared.withLock { shared in
      if shared.agenda.isEmpty { shared.arrival = arrival }
      return !shared.agenda.isEmpty
    }
    if isThere { arrival() }
  }

  private func giveUp(_ limit: Duration) {
    shared.withLock { $0.arrival = nil }
    fail("The condition was not met within \(limit).\n\(standstill)")
  }

  /// The bodies that have not returned, in order of their starts.
  var bodies: [TestExecution] {
    shared.withLock { $0.bodies.values.map(\.execution) }.sorted { $0.number < $1.number }
  }

  /// The running bodies, a line for each, and the time of the next alarm.
  var standstill: String {
    let now = time.now
    let lines = bodies.map { "- \($0.name) \($0.standstill(at: now))" }
    return ((lines.isEmpty ? ["No body is under way."] : lines) + [alarmText])
      .joined(separator: "\n")
  }

  /// The time of the next alarm as a sentence.
  var alarmText: String {
    guard let delay = time.nextAlarm else { return "No alarm is set." }
    return delay > .zero
      ? "The next alarm rings in \(delay): call advance(by:) to let time pass."
      : "An alarm is due now: advance(by: .zero) lets it ring."
  }
}
