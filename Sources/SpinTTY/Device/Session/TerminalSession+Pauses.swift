/// Pauses, during which the shell has the terminal.
extension TerminalSession {
  /// Gives the terminal back and stops until the shell resumes the program in the foreground.
  ///
  /// - Parameters:
  ///   - signal: The signal that stops it.
  ///   - wholeGroup: Whether to stop the whole job, as for a key. A stop signal was sent to this
  ///     process alone, or to each process of the job.
  ///   - client: Is told of the return.
  func suspend(
    by signal: Int32 = Signals.stop, wholeGroup: Bool = false, _ client: any TerminalClient
  ) {
    guard Signals.canStop(by: signal) else { return }
    let start = currentTime()
    perform(input.cutPaste(at: start), client)
    drawLines(client)
    release()
    Signals.stopJob(wholeGroup: wholeGroup, by: signal)
    guard retake(savesAnew: true, client) else { return }
    client.receive(.resumed(away: currentTime() - start))
    perform(frames.exposed(at: currentTime()), client)
  }

  /// Takes the terminal again after the process was stopped without notice.
  ///
  /// Sets the modes again, except those that are stacks: the session never left the alternate
  /// screen, and the keyboard's flags are still set. An inline view begins a new block in the row
  /// where the shell left the cursor, because the place of the old one is unknown.
  func reassert(_ client: any TerminalClient) {
    perform(input.cutPaste(at: currentTime()), client)
    if options.placement == .inline { output.forgetInlineRows() }
    do {
      guard try comeToForeground(client) else { return }
      try claim.attributes.retake(savesAnew: true, undo: output.ledger.undo)
    } catch {
      ending.lost()
      return
    }
    dropStopSignals()
    let stacked: TerminalModes = [.alternateScreen, .keyboard, .title]
    var again = ModeLedger()
    note(output.writer.send(again.adopt(output.ledger.modes.subtracting(stacked))))
    if output.ledger.modes.contains(.cursorShape) {
      note(output.writer.send(TerminalSession.standardShape))
    }
    display.image.forgetDeclarations()
    display.image.invalidate()
    readSize(client)
    client.receive(.resumed(away: .zero))
    perform(frames.exposed(at: currentTime()), client)
  }

  /// Takes the terminal again; returns whether the run continues.
  func retake(savesAnew: Bool, _ client: any TerminalClient) -> Bool {
    do {
      guard try comeToForeground(client) else { return false }
      try claim.attributes.retake(savesAnew: savesAnew)
    } catch {
      ending.lost()
      return false
    }
    dropStopSignals()
    readSize(client)
    display.image = TerminalImage(unknown: size)
    restartInput()
    start(asking: false)
    // A frame from before the pause is no longer pending.
    perform(frames.taken(at: currentTime()), client)
    return ending.end == nil
  }

  /// Waits for the foreground, and returns whether the run continues.
  ///
  /// A signal that asks for the end ends a suspended job, too: for the session, the terminal is
  /// lost.
  private func comeToForeground(_ client: any TerminalClient) throws(TerminalError) -> Bool {
    let isHere = try claim.channels.input.comeToForeground {
      Signals.isEndAsked || ending.isSignaled
    }
    if isHere { return true }
    // First, so that the signal is the reason for the end, and not the loss.
    let signals = Signals.take()
    postponed += signals.filter { !Signals.ending.contains($0) }
    for signal in signals where Signals.ending.contains(signal) { terminate(signal, client) }
    ending.lost()
    return false
  }

  /// Drops the signals of the pause and keeps all others for later.
  private func dropStopSignals() {
    Signals.dropPauses()
    postponed += Signals.take()
  }

  private static let standardShape = Array("\u{1B}[0 q".utf8)
}
