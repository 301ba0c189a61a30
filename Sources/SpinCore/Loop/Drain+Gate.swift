/// Holds the output of steps that are not durable, and lets it go: see ``OutputGate``.
extension Drain {
  // MARK: Holding

  /// Holds an execution until the step under way is durable, if it starts work; returns whether it is held.
  ///
  /// The execution is alive meanwhile, so that whatever cancels it finds it.
  @inline(never)
  func holds(_ execution: LiveExecution, _ context: borrowing RunContext) -> Bool {
    guard let gate = context.gate, gate.holds(current.number), execution.startsWork else {
      return false
    }
    var execution = execution
    execution.isHeld = true
    work?.live.append(execution, serial: execution.tag.serial)
    gate.hold(.execution(execution.tag), until: current.number)
    return true
  }

  /// Holds a node until the step under way is durable, if it starts work; returns whether it is held.
  ///
  /// Events and alarms of stages do not wait: otherwise a timeout would win against a delay that is in time.
  @inline(never)
  func holds(_ begin: Engine.BranchBegin, _ context: borrowing RunContext) -> Bool {
    guard let gate = context.gate, gate.holds(current.number),
      work?.staged?.startsWork(begin) == true
    else { return false }
    gate.hold(.stage(begin), until: current.number)
    return true
  }

  /// Whether an answer must wait until the newest step is durable.
  func holdsAnswer(_ context: borrowing RunContext) -> Bool {
    context.gate?.holds(engine.newestNumber) ?? false
  }

  /// Whether every step is durable, or nobody needs to wait for that.
  func isDurable(_ context: borrowing RunContext) -> Bool {
    context.gate?.isDone(engine.newestNumber) ?? true
  }

  // MARK: Letting go

  /// Lets the output of the steps up to a transition go.
  @inline(never)
  mutating func open(upTo number: Int, _ context: borrowing RunContext) {
    guard let gate = context.gate, gate.open(upTo: number) else { return }
    context.monitors?.tell(.opened(number))
    waiters?.release(upTo: number, at: engine.nextNumber)
    let thread = ThreadFrame.Thread.current
    let cause = thread.value.cause
    while !context.mailbox.isStopped, let held = gate.next() {
      if let monitors = context.monitors { thread.value.cause = monitors.step(of: held.number) }
      letGo(held.output, context)
    }
    thread.value.cause = cause
    if blockCount > 0 { joinBlock(context.mailbox) }
    makeRoom(gate, context)
  }

  private mutating func letGo(
    _ output: OutputGate.Held.Output, _ context: borrowing RunContext
  ) {
    switch output {
    case .execution(let tag):
      // An execution that was cancelled meanwhile is not alive any more.
      guard let execution = work?.release(tag) else { return }
      beginWork(of: execution, context)
    case .stage(let begin): beginLeaf(begin, context)
    }
  }

  /// Opens the gate, if it opens when the loop rests; returns whether it was shut.
  mutating func openAtRest(_ context: borrowing RunContext) -> Bool {
    guard let gate = context.gate, gate.opening == .late, !gate.isDone(engine.newestNumber) else {
      return false
    }
    open(upTo: engine.newestNumber, context)
    return true
  }

  /// Gives up the work that waits, and tells the error to those who wait for answers.
  @inline(never)
  mutating func fail(_ error: any Error, _ context: borrowing RunContext) {
    guard let gate = context.gate else { return }
    gate.fail(error)
    // The newest steps are lost even if the loop was told to stop before.
    if holdsAnswer(context) { context.mailbox.noteFailure(error) }
    takeBackAnswers(context)
  }

  /// Tells the error to those who wait for answers, if nothing will be durable any more.
  ///
  /// The drain also calls this for each waiter that joins later.
  mutating func takeBackAnswers(_ context: borrowing RunContext) {
    guard let error = context.gate?.failure else { return }
    // The loop has been told to stop, so the tasks need not wait until it rests.
    let lost = waiters?.takeHeld(andSettled: holdsAnswer(context)) ?? []
    for waiter in lost { waiter.tell(.failed(error)) }
    if waiters?.isEmpty == true { waiters = nil }
  }

  // MARK: Back pressure

  private mutating func makeRoom(_ gate: OutputGate, _ context: borrowing RunContext) {
    guard gate.isFull, engine.newestNumber &- gate.durable <= gate.bound / 2 else { return }
    gate.isFull = false
    context.mailbox.resume(byGate: true)
  }
}

extension OutputGate {
  /// Returns an observer that suspends the loop if too many steps wait.
  ///
  /// If the gate opens late, the observer has it opened instead.
  ///
  /// NB: an observer, so that the steps of loops without a gate make no test.
  func limiting(_ mailbox: Mailbox) -> ObserverEntry {
    ObserverEntry(keepsPrevious: false) { [self] view in
      let number = view.number
      guard number &- durable > bound, !isFull else { return }
      if opening == .late {
        if let loop = mailbox.loop?.object { mailbox.ask(.open(upTo: number), of: loop) }
      } else {
        isFull = true
        mailbox.suspend(byGate: true)
      }
    } atEnd: {
    }
  }
}

extension LiveExecution {
  /// Whether one of its parts is code of the user, rather than an alarm or stages.
  fileprivate var startsWork: Bool { parts.contains { $0.work?.isCode == true } }
}
