internal import SpinCore

extension TestRuntime {
  /// Creates a runtime that does its work in a random order.
  package convenience init(orderedBy random: SeededGenerator, report: FailureReporter, limit: Int) {
    let schedule = Schedule(RandomWalk(random: random), alarms: .anytime)
    self.init(
      report: report, limit: limit, seed: random.seed,
      agenda: Agenda(schedule: schedule, isTold: false))
  }

  // MARK: Concurrent callers

  /// Runs closures as tasks that take turns, and does the ready work; the time stands still.
  ///
  /// Use it for code that several callers run at the same time:
  ///
  /// ```swift
  /// explore { test in
  ///   let running = account.start(on: test)
  ///   test.concurrently({ running.emit(.deposit(10)) }, { running.emit(.withdraw(10)) })
  ///   test.expect(running.state.balance, equals: 0)
  /// }
  /// ```
  ///
  /// *Ordering*: a closure runs from one suspension to the next before another one goes on. Without
  /// ``explore(seeds:alarms:replaying:report:fileID:filePath:line:column:_:)``, they begin in the
  /// order in which they are written. `await Task.yield()` is a place where others may go on.
  ///
  /// *Isolation*: as for the async bodies of effects, see ``TestRuntime``.
  ///
  /// A closure that sleeps on ``ManualScheduler/clock`` goes on when the time is advanced. The test
  /// advances it: the closures themselves must call neither `run` nor `advance`, nor `concurrently`, see
  /// ``run(fileID:filePath:line:column:)``.
  public func concurrently(
    _ closures: (@Sendable () async -> Void)..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    for (place, closure) in closures.enumerated() {
      let name = "closure \(place + 1) at \(site.place)"
      start(TestExecution(nil, name: name, number: nextNumber(), on: self)) {
        await closure()
        return nil
      }
    }
    run(at: site)
  }

  // MARK: Expectations

  /// Asserts a condition.
  ///
  /// In a test that explores, use it instead of the assertions of the test framework: those record
  /// a failure in every run, and do not tell which order led to it. `message` describes the
  /// failure, and is made only if the condition is false.
  public func expect(
    _ condition: Bool, _ message: @autoclosure () -> String = "The expectation is not met.",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    if condition { return }
    let site = CallSite(fileID, filePath, line, column)
    reporter.report(TestFailure(message(), at: site))
  }

  /// Asserts that two values are equal; the failure shows the lines that differ.
  public func expect<Value: Equatable>(
    _ value: Value, equals expected: Value, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    if value == expected { return }
    let site = CallSite(fileID, filePath, line, column)
    let message = "The value \(difference(of: value, from: expected))"
    reporter.report(TestFailure(message, at: site))
  }

  // MARK: The end of an explored run

  /// What may be the reason of a failure in the usual order.
  ///
  /// Such a failure is seldom a matter of the order: bodies have left the test, or the test has not done
  /// all work. Empty if there is neither.
  var remark: String {
    let now = time.now
    let absent = bodies.filter { body in
      !body.isCancelled && !body.isAsleep && !shared.withLock { $0.agenda.hasJob(of: body) }
    }
    if !absent.isEmpty {
      return """
        It fails in the usual order, and these bodies have left the test:
        \(absent.map { "- \($0.name) \($0.standstill(at: now))" }.joined(separator: "\n"))
        Give the loop fakes that stay in the test, or wait with run(until:).
        """
    }
    if shared.withLock({ $0.agenda.isEmpty }) { return "" }
    return """
      It fails in the usual order, and the test has not done all work that was ready: call run() or \
      advance(by:) first.
      """
  }

  /// Reports stray work for which the test has not waited.
  func reportStrayWork() {
    let items = shared.withLock { shared in
      defer { shared.keepStrayWork() }
      return shared.stray
    }
    for failure in items.failures { reporter.report(failure) }
  }

  /// Cancels what is still alive, and does the work that follows from it, in the usual order.
  func end() {
    let tasks = shared.withLock { shared in
      shared.agenda.endExploring()
      return shared.bodies.values.compactMap(\.task)
    }
    let site = CallSite(#fileID, #filePath, #line, #column)
    for task in tasks { task.cancel() }
    working(at: site) {
      // The closure of the test may have dropped its handles at any point, so nothing is told of that.
      Told.nothing { _ = rest() }
      // What fails now is no failure of the test.
      _ = takeFailures()
    }
  }
}
