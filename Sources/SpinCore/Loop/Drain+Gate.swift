/// Holds the output of steps that are not durable, and lets it go: see ``OutputGate``.
extension Drain {
  // MARK: Holding

  /// Holds a part until the step under way is durable, if it is code of the user; returns whether it is held.
  ///
  /// The execution or branch of the part has started, so that whatever cancels it finds it, and that stages begin
  /// in the order that they have without a gate. Events and alarms do not wait: otherwise a timeout would win
  /// against a delay that is in time.
  @inline(never)
  func holds(_ part: ExecutionPart, isBranch: Bool, _ context: borrowing RunContext) -> Bool {
    guard let gate = context.gate, gate.holds(current.number), part.work?.isCode == true else {
      return false
    }
    part.isGated = true
    gate.hold(part, isBranch: isBranch, until: current.number)
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
    var newest = -1  // Bodies of an earlier opening may still wait.
    while !context.mailbox.isStopped, let held = gate.next() {
      // The code of a step does not wait behind that of later ones.
      if held.number != newest { startBodies(context) }
      newest = held.number
      if let monitors = context.monitors {
        thread.value.cause = monitors.cause(ofStep: held.number)
      }
      letGo(held, context)
    }
    thread.value.cause = cause
    makeRoom(gate, context)
  }

  private mutating func letGo(_ held: OutputGate.Held, _ context: borrowing RunContext) {
    let part = held.part
    part.isGated = false
    if part.isDead { return }
    context.monitors?.tell(.released(feedback: part.tag.feedback, serial: part.tag.serial))
    let cause = context.monitors?.begins(part.tag)
    beginNow(part, context, isBranch: held.isBranch)
    if let cause { context.monitors?.hasBegun(insteadOf: cause) }
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
