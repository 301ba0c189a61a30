extension TerminalSession {
  /// Reads what came, at most a page, so that frames are drawn in between.
  func readInput(_ client: any TerminalClient) {
    switch room.withUnsafeMutableBytes({ hold.channels.input.read(into: $0) }) {
    case .moved(let count):
      dispatch(clock.decode(room[..<count], at: currentTime()), client)
    case .wouldBlock: break
    case .ended, .failed: isGone = true
    }
  }

  /// Hands events to the client, but for answers to questions of our own.
  func dispatch(_ events: [InputEvent], _ client: any TerminalClient) {
    // Of two interrupts in one read the first cannot have been dealt with: it is no sign of a
    // program that hangs.
    let wasInterruptOpen = control.isInterruptOpen
    let now = currentTime()
    let foreign = events.filter { event in
      let (isOurs, finding) = negotiation.take(event, at: now)
      if let finding { apply(finding) }
      return !isOurs
    }
    for event in coalescer.coalesce(foreign) {
      if event.isInterrupt { noteInterrupt(wasInterruptOpen) }
      if case .resize = event { resizeDue = resizeDue ?? currentTime() }
      client.receive(.input(event))
    }
    if isExposed {
      isExposed = false
      perform(scheduler.exposed(at: currentTime()), drawing: client)
    }
  }

  /// A program that did not deal with one ctrl-C until it was sent another one hangs.
  private func noteInterrupt(_ isOpen: Bool) {
    if isOpen {
      Rescue.restoreOnce()
      Signals.end(by: Signals.interrupt)
    }
    control.interruptReceived()
  }

  /// Uses what the terminal said that it can do, however late, over a slow link, it said so.
  private func apply(_ finding: Negotiation.Finding) {
    switch finding {
    case .synchronizedOutput:
      capabilities.synchronizedOutput = true
      adopt(.synchronized)
    case .clusters(let isSettable):
      if isSettable { adopt(.clusters) }
      capabilities.widths.isConfirmed = true
      guard capabilities.widths.profile != .grapheme else { return }
      capabilities.widths.profile = .grapheme
      isExposed = true
    case .keyboard:
      adopt(.keyboard)
      clock.decoder.options.isKeyboardExtended = true
    case .ground(let isLight):
      guard capabilities.hasLightGround != isLight else { return }
      capabilities.hasLightGround = isLight
      isExposed = true
    }
  }
}

extension InputEvent {
  /// Whether it is ctrl-C, however the terminal sends it.
  var isInterrupt: Bool {
    guard case .key(let press) = self else { return false }
    return KeyChord.ctrl("c").matches(press)
  }
}
