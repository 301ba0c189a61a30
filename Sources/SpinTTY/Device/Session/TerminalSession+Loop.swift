extension TerminalSession {
  /// Waits, tells the client and draws, until something ends it.
  ///
  /// It may be called again, for the time in which the program's effects end: the client still
  /// hears of what happens, and a second ctrl-C or signal still ends the process. The first end is
  /// the one that counts. Without a limit ``TerminalControl/end()`` ends it, with one
  /// ``TerminalControl/finish()``.
  ///
  /// That the terminal is gone is told as SIGHUP is, and the same time is given; nothing is read or
  /// drawn any more.
  ///
  /// - Parameter limit: How long it may take; nil for as long as it takes.
  package func run(_ client: any TerminalClient, until limit: Duration? = nil) -> TerminalEnd {
    precondition(!isClosed, "The terminal was given back: open another session.")
    let deadline = limit.map { currentTime() + $0 }
    runDeadline = deadline
    awaited = limit == nil ? .end : .finish
    ending = nil
    while true {
      takeRequests(client)
      takeSignals(client)
      fireTimers(client, deadline)
      if let ending {
        terminating?.deadline = nil
        return ending
      }
      wait(client, deadline)
    }
  }

  /// Sleeps until something happens, and takes it in.
  private func wait(_ client: any TerminalClient, _ deadline: Duration?) {
    let due = [
      deadline, inputDue, frameDue, changeDue, resizeDue,
      terminating?.deadline,
    ].compactMap { $0 }.min()
    var items = [Readiness(hold.waker.reading)]
    if !isGone { items.append(Readiness(hold.channels.input)) }
    if writer.isHolding, !isGone { items.append(Readiness(writer.descriptor, writing: true)) }
    if let capture = hold.capture, !capture.isOver { items.append(Readiness(capture.reading)) }
    let maySleep =
      postponed.isEmpty && unmet.isEmpty
      && control.fallAsleep(frameIsDue: scheduler.isDirty)
    Readiness.wait(
      for: &items, atMost: maySleep ? due.map { max($0 - currentTime(), .zero) } : .zero)
    control.wakeUp()
    if items[0].isReady { hold.waker.reading.drain() }
    for item in items.dropFirst() where item.isReady && item.descriptor != hold.channels.input {
      if item.isWriting { flush(client) } else { takeCaptured(client) }
    }
    // Last, so that what is printed before a key is shown before what the key does.
    if items.contains(where: { $0.isReady && $0.descriptor == hold.channels.input }) {
      readInput(client)
    }
  }

  func takeCaptured(_ client: any TerminalClient) {
    let lines = hold.capture?.drain() ?? []
    if !lines.isEmpty { client.receive(.captured(lines)) }
  }

  /// Writes what the terminal did not take before.
  private func flush(_ client: any TerminalClient) {
    let outcome = writer.flush()
    note(outcome)
    guard outcome == .taken else { return }
    noteWritten()
    perform(scheduler.drained(at: currentTime()), drawing: client)
  }

  private func takeRequests(_ client: any TerminalClient) {
    let requests = control.take().union(unmet)
    // A program that is run now is to hear of an end that was asked for already.
    unmet = requests.intersection(awaited)
    if requests.contains(.commands) {
      for command in control.takeCommands() { perform(command, client) }
    }
    if requests.contains(.change) {
      changeDue = nil
      noteChange(client)
    }
    // The client, not the order of the two, says whether changes are under way: a beginning may have
    // come before the change or after it.
    if !requests.isDisjoint(with: [.beginning, .change]), changeDue == nil, client.isChanging {
      changeDue = currentTime() + .seconds(1) / scheduler.limit
    }
    if requests.contains(awaited), ending == nil {
      ending = terminating.map { end(by: $0.signal) } ?? .asked
    }
    // The first frame was ordered when there was nobody to draw it.
    if isFirstFrameOwed { perform(.draw, client) }
  }

  /// The client looks at what changed, and copies it, once a frame: while one is due already it need
  /// not, as the frame shows what is newest then.
  private func noteChange(_ client: any TerminalClient) {
    if scheduler.isDirty { return }
    if client.isChanged() { perform(scheduler.changed(at: currentTime()), drawing: client) }
  }

  private func perform(_ command: TerminalControl.Command, _ client: any TerminalClient) {
    switch command {
    case .suspend: suspend(wholeGroup: true, client)
    case .interrupt: terminate(Signals.interrupt, client)
    case .run(let child): run(child, client)
    case .print(let lines): print(lines, client)
    case .redraw:
      shown.invalidate()
      perform(scheduler.exposed(at: currentTime()), drawing: client)
    }
  }

  private func takeSignals(_ client: any TerminalClient) {
    let signals = postponed + Signals.take()
    postponed = []
    for signal in signals {
      switch signal {
      case Signals.resize: resizeDue = resizeDue ?? currentTime() + TerminalSession.resizePause
      case Signals.stop: suspend(wholeGroup: false, client)
      case Signals.resume: reassert(client)
      case _ where Signals.ending.contains(signal): terminate(signal, client)
      default: break
      }
    }
  }

  /// What a signal that was waited for comes to: one that we made ourselves is a terminal gone.
  private func end(by signal: Int32) -> TerminalEnd {
    isGone && signal == Signals.hangUp ? .hangUp : .signal(signal)
  }

  /// Tells the client to end; it has two seconds.
  func terminate(_ signal: Int32, _ client: any TerminalClient) {
    guard terminating == nil else { return }
    terminating = (signal, currentTime() + TerminalSession.grace)
    client.receive(.terminate(signal: signal))
  }

  private func fireTimers(_ client: any TerminalClient, _ deadline: Duration?) {
    let now = currentTime()
    if let due = resizeDue, due <= now {
      resizeDue = nil
      resize(client)
    }
    if let due = changeDue, due <= now {
      changeDue = client.isChanging ? now + .seconds(1) / scheduler.limit : nil
      noteChange(client)
    }
    if let due = frameDue, due <= now {
      frameDue = nil
      perform(scheduler.timerFired(at: now), drawing: client)
    }
    if let due = inputDue, due <= now, !isInputReadable {
      dispatch(clock.expire(at: now), client)
    }
    if isGone { terminate(Signals.hangUp, client) }
    if let terminating, let due = terminating.deadline, due <= now, ending == nil {
      ending = end(by: terminating.signal)
    }
    if let deadline, deadline <= now, ending == nil { ending = .timeout }
    if ending == nil, !Rescue.isArmed { noteRestored() }
  }

  /// By when a byte must follow; from a terminal that is gone none will, though it always is readable.
  private var inputDue: Duration? { isGone ? nil : clock.deadline }

  /// Whether a byte came while this process was not running: then nothing was late.
  private var isInputReadable: Bool {
    var items = [Readiness(hold.channels.input)]
    Readiness.wait(for: &items, atMost: .zero)
    return items[0].isReady
  }

  /// A window that is dragged sends many sizes; each is drawn after this pause at most.
  private static let resizePause = Duration.milliseconds(16)
  /// How long a program that was told to end may take.
  static let grace = Duration.seconds(2)
}
