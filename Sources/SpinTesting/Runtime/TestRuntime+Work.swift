public import SpinCore

/// Receiving and doing the work.
extension TestRuntime {
  /// Keeps the turn until the test does the ready work.
  public func schedule(_ turn: Turn) {
    if isStray {
      // Read before another thread can run the turn.
      let deliverer =
        switch turn.nextOrigin {
        case .feedback(let feedback): "The feedback \(feedback) delivered"
        case .outside, .start, .whole, nil: "Something outside of the loop delivered"
        }
      failStray("\(deliverer) from another thread")
    }
    keep(.turn(turn))
  }

  /// Creates a task for the body, whose jobs are kept until the test does the ready work.
  ///
  /// The executor is ignored.
  public func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    let number = shared.withLock { shared in
      shared.newest += 1
      return shared.newest
    }
    let execution = TestExecution(body, number: number, on: self)
    shared.withLock { $0.bodies[number] = execution }
    // NB: not a child task or a detached task, which would not have the test's task-local values.
    return Cancellation(
      Task(executorPreference: execution) {
        let turn = await TestExecution.$current.withValue(execution) { await body() }
        self.shared.withLock { _ = $0.bodies.removeValue(forKey: number) }
        if let turn { self.schedule(turn) }
      })
  }

  /// Makes `run(until:)` test its condition again.
  package func wake() {
    keep(.condition)
  }

  func enqueue(_ job: UnownedJob, of execution: TestExecution) {
    if isStray { failStray("The feedback \(execution.origin) goes on because of another thread") }
    keep(.job(job, execution))
  }

  /// Whether the calling thread is not the test's, while the test works and expects no work from
  /// others.
  private var isStray: Bool {
    let thread = currentThreadID()
    return shared.withLock { shared in
      shared.thread != 0 && shared.thread != thread && !shared.awaitsOthers
    }
  }

  /// Adds work.
  private func keep(_ ready: Ready) {
    let arrival = shared.withLock { shared in
      shared.ready.append(ready)
      return shared.arrival.take()
    }
    arrival?()
  }

  private func failStray(_ what: String) {
    fail(
      """
      \(what) while the test was doing its work, so the outcome of the test depends on timing. It \
      has left the test's executor, by a Task, the main actor, a real sleep, Dispatch or a thread. \
      Give the loop a fake that does not, or wait for it with run(until:).
      """)
  }

  /// Notes a failure, which is reported before the test's call returns.
  func fail(_ message: String) {
    shared.withLock { $0.failures.append(message) }
  }

  /// Calls a closure that does work, and reports the failures that occur meanwhile.
  func working(at site: CallSite, _ work: () -> Void) {
    let thread = currentThreadID()
    let other = shared.withLock { shared in
      defer { if shared.thread == 0 { shared.thread = thread } }
      return shared.thread
    }
    require(
      other != thread,
      "A closure of a loop or of an effect called run or advance on a TestRuntime that is already "
        + "at work: only the test itself may do that.")
    require(
      other == 0,
      "A TestRuntime is used from two tasks at once. It belongs to one test: let only the task of the "
        + "test run it, emit and pass time.")
    work()
    shared.withLock { $0.thread = 0 }
    reportFailures(at: site)
  }

  /// Does the ready work until there is none.
  ///
  /// - Returns: Whether the work has an end.
  func rest(_ budget: inout WorkBudget) -> Bool {
    while let ready = shared.withLock({ $0.ready.popFirst() }) {
      guard spend(ready, of: &budget) else { return false }
      switch ready {
      case .turn(let turn):
        // One entry at a time, so that loops and bodies alternate.
        if let rest = turn.run(limit: 1) { shared.withLock { $0.ready.append(.turn(rest)) } }
      case .job(let job, let execution):
        job.runSynchronously(on: execution.asUnownedTaskExecutor())
      case .condition: break
      }
    }
    return true
  }

  /// Counts an alarm or the next piece of work; fails if the budget is exceeded.
  func spend(_ ready: Ready?, of budget: inout WorkBudget) -> Bool {
    if budget.spend(ready) { return true }
    if let ready { shared.withLock { $0.ready.append(ready) } }
    fail(
      """
      There is endless work at \(time.now): the test gave up after \(limit) jobs, mailbox entries \
      and alarms at this instant. The last of them came from \(budget.culprits).
      """)
    return false
  }
}

/// The amount of work allowed in one instant.
struct WorkBudget {
  private var left: Int
  /// The origins of the last work.
  private var origins: Set<String> = []

  init(_ limit: Int) {
    left = limit
  }

  /// The origins of the last work in words.
  var culprits: String {
    origins.isEmpty ? "alarms" : origins.sorted().joined(separator: ", ")
  }

  /// Counts a piece of work; returns whether the budget allowed it.
  mutating func spend(_ ready: TestRuntime.Ready?) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    // Determine the origin only when it is likely to be reported.
    guard left < 64 else { return true }
    switch ready {
    case .turn(let turn): if let origin = turn.nextOrigin { origins.insert("\(origin)") }
    case .job(_, let execution): origins.insert("\(execution.origin)")
    case .condition, nil: break
    }
    return true
  }
}
