/// Times in which somebody else has the terminal.
extension TerminalSession {
  /// Gives the terminal back and goes to sleep until the shell wakes us in the foreground.
  ///
  /// - Parameter wholeGroup: Whether the whole job sleeps, as for a key; a signal was for us only.
  func suspend(wholeGroup: Bool, _ client: any TerminalClient) {
    guard Signals.canStop else { return }
    let start = currentTime()
    release()
    Signals.stopJob(wholeGroup: wholeGroup)
    guard retake(savesAnew: true, client) else { return }
    client.receive(.resumed(away: currentTime() - start))
    perform(scheduler.exposed(at: currentTime()), drawing: client)
  }

  /// Takes the terminal again after somebody stopped us without our knowing.
  ///
  /// The modes are set anew, but nothing that is a stack: we never left the alternate screen, and
  /// the keyboard's flags are still there. An inline view begins a new block in the row where the
  /// shell left the cursor, because nobody knows where the old one is.
  func reassert(_ client: any TerminalClient) {
    if options.placement == .inline { ledger.inlineRows = 0 }
    do {
      try hold.channels.input.comeToForeground()
      try hold.retake(savesAnew: true, undo: ledger.undo)
    } catch {
      isGone = true
      return
    }
    dropStopSignals()
    let stacked: TerminalModes = [.alternateScreen, .keyboard, .title]
    var again = ModeLedger()
    note(writer.send(again.adopt(ledger.modes.subtracting(stacked))))
    if ledger.modes.contains(.cursorShape) { note(writer.send(TerminalSession.standardShape)) }
    shown.forgetDeclarations()
    shown.invalidate()
    client.receive(.resumed(away: .zero))
    perform(scheduler.exposed(at: currentTime()), drawing: client)
  }

  /// Makes the terminal ours again; says whether it still is there.
  func retake(savesAnew: Bool, _ client: any TerminalClient) -> Bool {
    do {
      try hold.channels.input.comeToForeground()
      try hold.retake(savesAnew: savesAnew)
    } catch {
      isGone = true
      return false
    }
    dropStopSignals()
    size = Size.ofTerminal(hold.channels.output, environment: options.environment)
    shown = Shown(unknown: size)
    resetClock()
    start(asking: false)
    // Nothing of the frame before the pause is under way any more.
    perform(scheduler.drained(at: currentTime()), drawing: client)
    return ending == nil
  }

  /// What made us pause is over; what else came has still to be told.
  private func dropStopSignals() {
    postponed += Signals.take().filter { $0 != Signals.stop && $0 != Signals.resume }
  }

  private static let standardShape = Array("\u{1B}[0 q".utf8)
}
