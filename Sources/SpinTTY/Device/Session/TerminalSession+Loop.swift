internal import SpinSystem

extension TerminalSession {
  /// Waits for events, tells the client about them and draws, until there is a reason to end.
  ///
  /// Call it again for the time that the program's effects need to end: the client still receives
  /// events, and a second ctrl-C or signal still ends the process. The first reason to end counts.
  /// ``TerminalControl/end()`` ends a run without a time limit, and ``TerminalControl/finish()``
  /// one with a time limit.
  ///
  /// A lost terminal is reported to the client as SIGHUP, with the same time to end. The session no
  /// longer reads or draws then.
  ///
  /// The run lasts at most `limit`; if `limit` is `nil`, it has no time limit.
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

  /// Sleeps until an event, and handles it.
  private func wait(_ client: any TerminalClient) {
    let due = Duration.earlier(inputDue, .earlier(frames.due, ending.due))
    let (waker, keys) = (Readiness(claim.attributes.waker.reading), Readiness(claim.channels.input))
    var items = ending.isGone ? [waker] : [waker, keys]
    if output.writer.isHolding, !ending.isGone {
      items.append(Readiness(output.writer.descriptor, writing: true))
    }
    let maySleep =
      postponed.isEmpty && unmet.isEmpty
      && control.fallAsleep(frameIsDue: frames.isFrameDue)
    Readiness.wait(
      for: &items, atMost: maySleep ? due.map { max($0 - currentTime(), .zero) } : .zero)
    control.wakeUp()
    if items[0].isReady { claim.attributes.waker.reading.drain() }
    if items.contains(where: { $0.isReady && $0.isWriting }) { flush(client) }
    let hasInput = items.contains { $0.isReady && $0.descriptor == claim.channels.input }
    // Before the input, so that lines printed before a key appear before the effect of the key.
    takeCaptured(client, evenUnnoticed: hasInput)
    if hasInput { readInput(client) }
  }

  /// Takes the lines that the program has printed.
  ///
  /// `evenUnnoticed` says whether to look for lines that the capture has not noticed yet.
  func takeCaptured(_ client: any TerminalClient, evenUnnoticed: Bool = false) {
    guard evenUnnoticed || claim.capture?.hasLines == true else { return }
    let lines = claim.capture?.drain() ?? []
    if !lines.isEmpty { client.receive(.printed(lines)) }
  }

  /// Writes the bytes that the terminal did not take before.
  private func flush(_ client: any TerminalClient) {
    let outcome = output.writer.flush()
    note(outcome)
    guard outcome == .taken else { return }
    linesHeld = 0
    perform(frames.taken(at: currentTime()), client)
  }

  private func takeRequests(_ client: any TerminalClient) {
    let requests = control.take().union(unmet)
    // If the end was already requested, no command starts a program.
    unmet = requests.intersection(ending.awaited)
    if requests.contains(.lines), control.hasLines { showLines(client) }
    if requests.contains(.commands) {
      for command in control.takeCommands() { perform(command, client) }
    }
    if requests.contains(.changed) { perform(frames.changed(), client) }
    // Ask the client whether it moves. The order of the two requests is unknown.
    if !requests.isDisjoint(with: [.moving, .changed]), client.isMoving {
      frames.moving(at: currentTime())
    }
    ending.asked(requests)
    if frames.owesFrame { perform([.draw], client) }
  }

  private func perform(_ command: TerminalControl.Command, _ client: any TerminalClient) {
    switch command {
    case .suspend: suspend(wholeGroup: true, client)
    case .interrupt: terminate(Signals.interrupt, client)
    case .run(let child):
      let isEnding = ending.isAsked(unmet)
      if isEnding { refuse(child, client) } else { run(child, client) }
    case .redraw:
      display.image.invalidate()
      perform(frames.exposed(at: currentTime()), client)
    }
  }

  private func takeSignals(_ client: any TerminalClient) {
    var signals = Signals.take()
    if !postponed.isEmpty { signals = postponed + signals }
    postponed = []
    for signal in signals {
      switch signal {
      case Signals.resize: frames.resizes(at: currentTime())
      // Without a terminal there is nothing to give back and nothing to take.
      case _ where Signals.stopping.contains(signal) && !ending.isGone: suspend(by: signal, client)
      case Signals.resume where !ending.isGone: reassert(client)
      case _ where Signals.ending.contains(signal): terminate(signal, client)
      default: break
      }
    }
  }

  /// Tells the client about a signal that asks for the end.
  func terminate(_ signal: Int32, _ client: any TerminalClient) {
    perform(ending.signaled(signal, at: currentTime()), client)
  }

  private func fireTimers(_ client: any TerminalClient) {
    let now = currentTime()
    while let orders = frames.next(at: now, isMoving: client.isMoving) {
      perform(orders, client)
    }
    if let due = inputDue, due <= now, !isInputReadable {
      perform(input.expired(at: now, isInterruptOpen: control.isInterruptOpen), client)
    }
    perform(ending.passed(at: now, isArmed: Rescue.isArmed), client)
  }

  /// When a pending sequence expires.
  ///
  /// `nil` if the terminal is lost, because it is always readable and sends nothing.
  private var inputDue: Duration? { ending.isGone ? nil : input.due }

  /// Whether bytes have already arrived, which a stopped process could not read in time.
  private var isInputReadable: Bool {
    var items = [Readiness(claim.channels.input)]
    Readiness.wait(for: &items, atMost: .zero)
    return items[0].isReady
  }
}
