public import SpinCore

/// Receiving and doing the work.
extension TestRuntime {
  /// Keeps the turn until the test does the ready work.
  public func schedule(_ turn: Turn) {
    let thread = currentThreadID()
    let isStray = shared.withLock { $0.isStray(on: thread) }
    // Read before another thread can run the turn. The end of an effect changes no state.
    let deliverer = isStray && turn.nextHasEvent ? deliverer(of: turn) : nil
    let arrival = shared.withLock { shared in
      // Between the two accesses the call may have ended, and another may wait for the event.
      if let deliverer, shared.isStray(on: thread), !turn.loopIsStopped {
        let failure = shared.call.map { call in
          strayFailure("\(deliverer) from another thread", at: call.site)
        }
        shared.stray.append(StrayWork.Item(work: .turn(turn), failure: failure))
      }
      return shared.keep(.turn(turn))
    }
    arrival?()
  }

  private func deliverer(of turn: Turn) -> String {
    switch turn.nextOrigin {
    case .feedback(let feedback): "The feedback \(feedback) delivered"
    case .outside, .start, .whole, nil: "Something outside of the loop delivered"
    }
  }

  /// Creates a task for the body, whose jobs are kept until the test does the ready work.
  ///
  /// The executor is ignored.
  public func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    let name = "\(body.origin)"
    return start(TestExecution(body, name: name, number: nextNumber(), on: self)) { await body() }
  }

  /// The number of a new body.
  func nextNumber() -> Int {
    shared.withLock { shared in
      shared.newest += 1
      return shared.newest
    }
  }

  /// Creates a task for a body, which may return a turn that is to be run.
  @discardableResult
  func start(
    _ execution: TestExecution,
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Turn?
  ) -> Cancellation {
    let number = execution.number
    shared.withLock { shared in
      shared.bodies[number] = Body(execution: execution)
      if execution.owner != nil { shared.started.append(execution) }
    }
    // NB: not a child task or a detached task, which would not have the test's task-local values.
    let task = ManualScheduler.$sleeper.withValue(execution) {
      Task(executorPreference: execution) {
        let turn = await body()
        self.letGo(of: execution)
        if let turn { self.schedule(turn) }
      }
    }
    let cancellation = Cancellation(task)
    // The test may have run it already, in another thread.
    shared.withLock { $0.bodies[number]?.task = cancellation }
    return cancellation
  }

  /// Forgets a body that has returned.
  ///
  /// NB: outside of the lock, because what the body has captured may be released.
  private func letGo(of execution: TestExecution) {
    let started = shared.withLock { shared in
      shared.bodies[execution.number] = nil
      let started = shared.started
      shared.started = started.filter { $0 !== execution }
      return started
    }
    withExtendedLifetime(started) {}
  }

  /// Makes `run(until:)` test its condition again.
  package func wake() {
    let arrival = shared.withLock { $0.keep(.condition) }
    arrival?()
  }

  /// Keeps a job of a body until the test does the ready work, or until it waits for stray work.
  func enqueue(_ job: UnownedJob, of execution: TestExecution) {
    let thread = currentThreadID()
    let work = Agenda.Work.job(job, execution)
    let arrival = shared.withLock { shared -> (@Sendable () -> Void)? in
      guard let call = shared.call, shared.isStray(on: thread), !execution.loopIsStopped else {
        if shared.awaitsOthers, shared.call?.thread != thread { shared.noteAwaited(execution) }
        return shared.keep(work)
      }
      let subject = "\(execution.origin == nil ? "A" : "The feedback") \(execution.name)"
      let failure =
        execution.isCancelled || shared.wasAwaited(execution)
        ? nil : strayFailure("\(subject) came back from another thread", at: call.site)
      shared.stray.append(StrayWork.Item(work: work, failure: failure))
      return nil
    }
    arrival?()
  }

  private func strayFailure(_ what: String, at site: CallSite) -> TestFailure {
    TestFailure(
      """
      \(what) while the test was doing its work, and no run(until:) has waited for it, so the \
      outcome of the test depends on timing. It has left the test's executor, by a Task, the main \
      actor, a real sleep, Dispatch or a thread. Give the loop a fake that does not, or wait for it \
      with run(until:).
      """, at: site)
  }

  /// Whether a body has come back from another thread, and waits for `run(until:)`.
  func hasSetAside(_ execution: TestExecution) -> Bool {
    shared.withLock { $0.stray.contains(execution) }
  }

  /// Notes a failure of the call that is at work, which is reported before the call returns.
  func fail(_ message: String) {
    shared.withLock { shared in
      if let call = shared.call { shared.failures.append(TestFailure(message, at: call.site)) }
    }
  }

  /// Calls a closure that does work, and reports the failures that occur meanwhile.
  ///
  /// - Returns: Whether the closure was called; `false` if another call is at work, which is reported.
  @discardableResult
  func working(at site: CallSite, _ work: () -> Void) -> Bool {
    let call = Call(thread: currentThreadID(), site: site)
    let other = shared.withLock { shared in
      defer { if shared.call == nil { shared.call = call } }
      return shared.call
    }
    if let other {
      reporter.report(TestFailure(misuse(isNested: other.thread == call.thread), at: site))
      return false
    }
    work()
    shared.withLock { $0.call = nil }
    for failure in takeFailures() { reporter.report(failure) }
    return true
  }

  /// Says why a call that does work is out of place, and what to do.
  private func misuse(isNested: Bool) -> String {
    guard isNested else {
      return """
        A TestRuntime is used from two tasks at once, so this call does nothing. A runtime belongs to one \
        test: let only the task of the test run it, emit and pass time.
        """
    }
    let body = TestExecution.current
    let caller =
      body.map { $0.origin == nil ? "The \($0.name)" : "The effect of \($0.name)" }
      ?? "A closure of a loop"
    let remedy =
      body?.origin == nil && body != nil
      ? "call run and advance(by:) after concurrently, whose closures then go on"
      : "only the test itself may do that"
    return """
      \(caller) called run or advance on its TestRuntime, which is at work for it, so this call does \
      nothing: \(remedy). To emit, a closure calls emit of the RunningSpin. To wait, it sleeps on \
      time.clock of the runtime.
      """
  }

  /// Takes the failures that were not reported yet.
  func takeFailures() -> [TestFailure] {
    shared.withLock { shared in
      defer { shared.failures = [] }
      return shared.failures
    }
  }

  /// Does the ready work and rings the alarms that are due at `end` or before, until nothing is
  /// left to do.
  ///
  /// - Returns: Whether the work has an end.
  func rest(until end: Duration? = nil) -> Bool {
    var budget = WorkBudget(limit)
    while let step = takeStep(until: end) {
      guard budget.spend(step.work) else {
        giveUp(step.work, budget)
        return false
      }
      switch step.work {
      case .turn(let turn):
        // One entry at a time, so that loops and bodies alternate.
        if let rest = turn.run(limit: 1) { shared.withLock { $0.agenda.append(.turn(rest)) } }
        nameBodies(of: turn)
      case .job(let job, let execution):
        job.runSynchronously(on: execution.asUnownedTaskExecutor())
      case .condition: break
      case .alarm:
        let before = time.now
        let alarm = end.flatMap { time.takeFirst(until: $0) }
        if time.now != before { budget = WorkBudget(limit) }
        alarm?()
      }
    }
    return true
  }

  /// Names the bodies that a turn has started by their elements.
  ///
  /// NB: here, because nobody else reads the loop between two turns, and because it is not known any more
  /// which element an effect belonged to that is over.
  private func nameBodies(of turn: Turn) {
    let started = shared.withLock { shared in
      defer { if !shared.started.isEmpty { shared.started = [] } }
      return shared.started
    }
    for body in started {
      guard let owner = body.owner, let element = turn.element(of: owner) else { continue }
      body.belongs(to: element)
      let name = body.name
      shared.withLock { shared in
        if !shared.agenda.isTold { return }
        shared.names[EffectKey(loop: owner.loopID, execution: owner.execution)] = name
      }
    }
  }

  private func takeStep(until end: Duration?) -> Agenda.Step? {
    let isDue = end.map { time.hasAlarm(until: $0) } ?? false
    let (step, isTold) = shared.withLock { shared in
      shared.keepStrayWorkOfStoppedLoops()
      let step = shared.agenda.takeNext(orAlarm: isDue)
      return (step, step != nil && shared.agenda.countStep())
    }
    if isTold, let step {
      let words = words(for: step)
      shared.withLock { $0.agenda.tell(words) }
    }
    return step
  }

  private func giveUp(_ work: Agenda.Work, _ budget: WorkBudget) {
    if case .alarm = work {} else { shared.withLock { $0.agenda.append(work) } }
    fail(
      """
      There is endless work at \(time.now): the test gave up after \(limit) jobs, mailbox entries \
      and alarms at this instant. The last of them came from \(budget.culprits).
      """)
  }
}

extension TestRuntime.Shared {
  /// Whether a thread is not the one that works, while the test expects no work from others.
  func isStray(on thread: Int) -> Bool {
    call != nil && call?.thread != thread && !awaitsOthers
  }

  /// Adds work; returns a closure to call outside of the lock.
  mutating func keep(_ work: Agenda.Work) -> (@Sendable () -> Void)? {
    agenda.append(work)
    return arrival.take()
  }

  /// Adds the jobs that were set aside; the test waits for stray work, or ends without doing so.
  mutating func keepStrayWork() {
    let items = stray.takeAll()
    for item in items { if case .job(_, let execution) = item.work { noteAwaited(execution) } }
    keepJobs(of: items)
  }

  /// Notes that the test has waited for a body, and so knows that the body leaves.
  mutating func noteAwaited(_ execution: TestExecution) {
    bodies[execution.number]?.wasAwaited = true
  }

  func wasAwaited(_ execution: TestExecution) -> Bool {
    bodies[execution.number]?.wasAwaited ?? false
  }

  /// Adds the jobs that were set aside of loops that were told to stop, and notes that the test has
  /// not waited for them.
  mutating func keepStrayWorkOfStoppedLoops() {
    if stray.isEmpty { return }
    let items = stray.takeOver()
    failures += items.compactMap(\.failure)
    keepJobs(of: items)
  }

  private mutating func keepJobs(of items: [StrayWork.Item]) {
    for item in items { if case .job = item.work { agenda.append(item.work) } }
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
    if origins.isEmpty { return "alarms" }
    let shown = origins.sorted().prefix(8).joined(separator: ", ")
    return origins.count > 8 ? "\(shown) and \(origins.count - 8) others" : shown
  }

  /// Counts a piece of work; returns whether the budget allowed it.
  mutating func spend(_ work: Agenda.Work) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    // Determine the origin only when it is likely to be reported.
    guard left < 64 else { return true }
    switch work {
    case .turn(let turn): if let origin = turn.nextOrigin { origins.insert("\(origin)") }
    case .job(_, let execution): origins.insert(execution.name)
    case .condition, .alarm: break
    }
    return true
  }
}
