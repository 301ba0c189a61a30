internal import SpinSystem

extension TerminalSession {
  /// Writes the bytes that begin a view, at the start and after every pause.
  ///
  /// ```
  /// undo without it ─▶ ESC[?1049h ─▶ undo with all of it ─▶ questions, modes
  /// ```
  ///
  /// NB: the alternate screen is a separate write. Its undo moves the cursor of the main screen, so
  /// a crash before that write must not send it. If the terminal does not take it soon, it is kept: the
  /// frames that follow it would otherwise be drawn on the main screen.
  func start(asking: Bool) {
    if output.wanted.contains(.alternateScreen) {
      note(output.adopt(.alternateScreen))
      let isTaken = output.writer.flush(
        within: TerminalSession.exitPatience, .inAll, discards: false, currentTime: currentTime)
      if isTaken { output.noteWritten() }
    }
    if asking {
      input.asked(at: currentTime())
      note(output.writer.send(Negotiation.queries(asksForBackground: options.asksForBackground)))
    }
    note(output.adopt(output.wanted))
  }

  /// Restores the modes, waits for the answers that are still to come, and restores the attributes.
  ///
  /// Restores nothing if the terminal was already restored outside of the session.
  ///
  /// The session soon discards frames that a slow terminal has not taken. It keeps writing the
  /// bytes that restore the terminal as long as the terminal takes some within the budget.
  ///
  /// - Parameters:
  ///   - client: Receives what is typed while the session waits for answers.
  ///   - budget: The time for all waits; `nil` for the whole time from now on.
  /// - Returns: Whether the terminal takes bytes.
  @discardableResult
  func release(_ client: (any TerminalClient)? = nil, within budget: ExitBudget? = nil) -> Bool {
    let budget = budget ?? ExitBudget(from: currentTime())
    _ = flush(exitMeasure)
    guard Rescue.beginRelease() else { return true }
    let isReporting = !output.ledger.modes.isDisjoint(with: .reporting)
    let asksOnceMore = isReporting && allowsQueries
    let awaitsAnswers = input.unanswered > 0 || asksOnceMore
    var bytes = output.writer.hasLost ? Array("\u{1B}\\".utf8) : []
    bytes += output.ledger.stop(rowsBelow: max(0, output.inlineRows - 1 - display.image.pen.row))
    if asksOnceMore {
      input.asked(at: currentTime())
      bytes += Negotiation.fence
    }
    var count = 0
    // In the background, a terminal may be set to stop the jobs that write.
    Rescue.blockingTerminalSignals {
      count = output.writer.descriptor.write(
        all: bytes, within: budget.left(at: currentTime()), .sinceProgress, currentTime: currentTime
      )
    }
    let isTaken = count == bytes.count
    if isTaken, awaitsAnswers {
      swallowAnswers(client, within: budget.left(at: currentTime()))
    }
    if isTaken { output.writer.descriptor.awaitOutput(within: budget.left(at: currentTime())) }
    claim.attributes.saved.restore(
      to: claim.channels.input, discardsInput: isReporting && !awaitsAnswers)
    output.forgetModes()
    input.gaveUpAnswers()
    Rescue.endRelease()
    return isTaken
  }

  /// Writes the waiting bytes, or discards them and returns `false` if the terminal does not take them
  /// soon.
  func flush(_ measure: ProgressTimeout.Measure) -> Bool {
    let isTaken = output.writer.flush(
      within: TerminalSession.exitPatience, measure, currentTime: currentTime)
    if !isTaken { linesLost += linesHeld }
    linesHeld = 0
    return isTaken
  }

  /// Reads until the terminal has sent all its answers, so that the shell does not receive them.
  ///
  /// The client receives the keys that the user presses meanwhile; without a client they are lost.
  /// ctrl-C ends the wait at once, and so does a signal that asks for the end.
  ///
  /// Uses the system's clock even if the session has another one, because this function waits in
  /// real time.
  private func swallowAnswers(_ client: (any TerminalClient)?, within limit: Duration) {
    let budget = ExitBudget(limit, from: SystemCall.now)
    func end() -> Duration {
      let patience = input.patience(at: currentTime(), isRemote: profile.isRemote)
      return budget.end(of: patience, from: SystemCall.now)
    }
    var due = end()
    while input.unanswered > 0, !Signals.isEndAsked {
      let left = due - SystemCall.now
      guard left > .zero else { return }
      var items = [Readiness(claim.channels.input), Readiness(claim.attributes.waker.reading)]
      Readiness.wait(for: &items, atMost: left)
      if items[1].isReady { claim.attributes.waker.reading.drain() }
      guard items[0].isReady else { continue }
      let outcome = claim.channels.input.readAsJob(into: &page)
      guard case .moved(let count) = outcome else { return }
      let before = input.unanswered
      for order in input.swallow(page[..<count], at: currentTime()) {
        switch order {
        case .learn(let finding): _ = display.learn(finding)
        case .deliver(let event): client?.receive(.event(event))
        case .noteInterrupt, .giveUp, .measure: return
        }
      }
      // The round trip is known now.
      if input.unanswered < before { due = end() }
    }
  }
}
