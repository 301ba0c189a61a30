extension TerminalSession {
  /// Waits, tells the client and draws, until something ends it.
  ///
  /// It may be called again, for the time in which the program's effects end: the client still
  /// receives events, and a second ctrl-C or signal still ends the process. The first end counts.
  /// ``TerminalControl/end()`` ends a run without a limit, and ``TerminalControl/finish()`` one
  /// with a limit.
  ///
  /// A client hears of a lost terminal as of SIGHUP, and has the same time. The session neither
  /// reads nor draws any more then.
  ///
  /// The run takes as long as `limit` at most; `nil` is any time.
  package func run(_ client: any TerminalClient, until limit: Duration? = nil) -> TerminalEnd {
    ending.began(until: limit.map { currentTime() + $0 })
    while true {
      takeRequests(client)
      takeSignals(client)
      fireTimers(client)
      if let end = ending.take() { return end }
      wait(client)
    }
  }

  /// Sleeps until something happens, and handles it.
  private func wait(_ client: any TerminalClient) {
    let due = [inputDue, frames.due, ending.due].compactMap { $0 }.min()
    var items = [Readiness(claim.waker.reading)]
    if !ending.isGone { items.append(Readiness(claim.channels.input)) }
    if output.writer.isHolding, !ending.isGone {
      items.append(Readiness(output.writer.descriptor, writing: true))
    }
    let maySleep =
      postponed.isEmpty && unmet.isEmpty
      && control.fallAsleep(frameIsDue: frames.isFrameDue)
    Readiness.wait(
      for: &items, atMost: maySleep ? due.map { max($0 - currentTime(), .zero) } : .zero)
    control.wakeUp()
    if items[0].isReady { claim.waker.reading.drain() }
    if items.contains(where: { $0.isReady && $0.isWriting }) { flush(client) }
    let hasInput = items.contains { $0.isReady && $0.descriptor == claim.channels.input }
    // First, so that lines printed before a key are shown before the effect of the key.
    takeCaptured(client, evenUnnoticed: hasInput)
    if hasInput { readInput(client) }
  }

  /// Takes the lines that the program has printed.
  ///
  /// `evenUnnoticed` says whether to look for lines of which the capture does not know yet.
  func takeCaptured(_ client: any TerminalClient, evenUnnoticed: Bool = false) {
    guard evenUnnoticed || claim.capture?.hasLines == true else { return }
    let lines = claim.capture?.drain() ?? []
    if !lines.isEmpty { client.receive(.captured(lines)) }
  }

  /// Writes the bytes that the terminal did not take before.
  private func flush(_ client: any TerminalClient) {
    let outcome = output.writer.flush()
    note(outcome)
    guard outcome == .taken else { return }
    linesHeld = 0
    output.noteWritten()
    perform(frames.drained(at: currentTime()), client)
  }

  private func takeRequests(_ client: any TerminalClient) {
    let requests = control.take().union(unmet)
    // No command starts a program if the end was asked for already.
    unmet = requests.intersection(ending.awaited)
    if requests.contains(.lines), control.hasLines { showLines(client) }
    if requests.contains(.commands) {
      for command in control.takeCommands() { perform(command, client) }
    }
    if requests.contains(.change) { perform(frames.changed(), client) }
    // The client knows whether changes are under way. The order of the two requests is lost, so
    // they do not tell.
    if !requests.isDisjoint(with: [.beginning, .change]), client.isChanging {
      frames.changing(at: currentTime())
    }
    ending.asked(requests)
    if frames.owesFrame { perform([.draw], client) }
  }

  private func perform(_ command: TerminalControl.Command, _ client: any TerminalClient) {
    switch command {
    case .suspend: suspend(wholeGroup: true, client)
    case .interrupt: terminate(Signals.interrupt, client)
    case .run(let child):
      let isEnding = ending.isAsked(unmet, at: currentTime())
      if isEnding { refuse(child, client) } else { run(child, client) }
    case .redraw:
      display.image.invalidate()
      perform(frames.exposed(at: currentTime()), client)
    }
  }

  private func takeSignals(_ client: any TerminalClient) {
    let signals = postponed + Signals.take()
    postponed = []
    for signal in signals {
      switch signal {
      case Signals.resize: frames.resizes(at: currentTime())
      case Signals.stop: suspend(wholeGroup: false, client)
      case Signals.resume: reassert(client)
      case _ where Signals.ending.contains(signal): terminate(signal, client)
      default: break
      }
    }
  }

  /// Tells the client to end; it has two seconds.
  func terminate(_ signal: Int32, _ client: any TerminalClient) {
    perform(ending.signaled(signal, at: currentTime()), client)
  }

  private func fireTimers(_ client: any TerminalClient) {
    let now = currentTime()
    while let orders = frames.next(at: now, isChanging: client.isChanging) {
      perform(orders, client)
    }
    if let due = inputDue, due <= now, !isInputReadable {
      perform(input.expired(at: now, isInterruptOpen: control.isInterruptOpen), client)
    }
    perform(ending.passed(at: now, isArmed: Rescue.isArmed), client)
  }

  /// By when a byte must follow.
  ///
  /// A lost terminal sends none, although it is always readable.
  private var inputDue: Duration? { ending.isGone ? nil : input.due }

  /// Whether a byte came while this process was not running, so that it was not late.
  private var isInputReadable: Bool {
    var items = [Readiness(claim.channels.input)]
    Readiness.wait(for: &items, atMost: .zero)
    return items[0].isReady
  }
}
