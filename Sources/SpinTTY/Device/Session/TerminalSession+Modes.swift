extension TerminalSession {
  /// Writes the bytes that begin a view, the first time and after every pause.
  ///
  /// ```
  /// undo without it ─▶ ESC[?1049h ─▶ undo with all of it ─▶ questions, modes
  /// ```
  ///
  /// NB: the alternate screen is a write of its own. Its undo moves the cursor of the main screen,
  /// so it may not come after a crash that left out the beginning.
  func start(asking: Bool) {
    if wanted.contains(.alternateScreen) {
      adopt(.alternateScreen)
      if flush(.inAll) { noteWritten() }
    }
    if asking {
      negotiation.asked(at: currentTime())
      note(writer.send(Negotiation.queries(asksForGround: options.asksForGround)))
    }
    adopt(wanted)
  }

  /// Changes modes, with their undo published before.
  func adopt(_ modes: TerminalModes) {
    wanted.formUnion(modes)
    let bytes = ledger.adopt(modes)
    Rescue.publish(ledger.undo)
    if !bytes.isEmpty { note(writer.send(bytes)) }
  }

  /// Notes that the terminal has taken all bytes.
  func noteWritten() {
    guard ledger.isEntering else { return }
    ledger.noteWritten()
    Rescue.publish(ledger.undo)
  }

  /// Gives modes and attributes back, in order: modes, answers that are still to come, attributes.
  ///
  /// Who restored them behind our back has done all of it.
  ///
  /// Frames that a slow terminal has not taken are given up soon; what restores it is not, as long as
  /// it takes something within ``grace``.
  func release() {
    if !flush(farewellMeasure) { writer.discard() }
    guard Rescue.beginRelease() else { return }
    let isReporting = !ledger.modes.isDisjoint(with: .reporting)
    let asksOnceMore = isReporting && allowsQueries
    let awaitsAnswers = negotiation.outstanding > 0 || asksOnceMore
    var bytes = writer.hasLost ? Array("\u{1B}\\".utf8) : []
    bytes += ledger.stop(rowsBelow: max(0, ledger.inlineRows - 1 - shown.pen.row))
    if asksOnceMore {
      negotiation.asked(at: currentTime())
      bytes += Negotiation.fence
    }
    let count = writer.descriptor.write(
      all: bytes, within: TerminalSession.grace, .sinceProgress, currentTime: currentTime)
    let isTaken = count == bytes.count
    if isTaken, awaitsAnswers { swallowAnswers() }
    hold.saved.restore(
      to: hold.channels.input, drains: isTaken, discardsInput: isReporting && !awaitsAnswers)
    ledger = ModeLedger()
    negotiation.giveUp()
    Rescue.endRelease()
  }

  /// Writes what the terminal has not taken yet, if it takes it soon.
  func flush(_ measure: Patience.Measure) -> Bool {
    writer.flush(
      within: TerminalSession.farewellPatience, measure, currentTime: currentTime)
  }

  /// Reads until the terminal has answered all, so that nothing is typed into the shell.
  ///
  /// Keys that are pressed meanwhile are lost with the answers, except ctrl-C: it leaves at once, as a
  /// signal does that asks for the end.
  ///
  /// By the system's clock, whatever the session has: the terminal is really waited for.
  private func swallowAnswers() {
    func end() -> Duration {
      SystemCall.now + negotiation.patience(at: currentTime(), isRemote: profile.isRemote)
    }
    var due = end()
    while negotiation.outstanding > 0, !Signals.isEndAsked {
      let left = due - SystemCall.now
      guard left > .zero else { return }
      var items = [Readiness(hold.channels.input), Readiness(hold.waker.reading)]
      Readiness.wait(for: &items, atMost: left)
      if items[1].isReady { hold.waker.reading.drain() }
      guard items[0].isReady else { continue }
      let outcome = room.withUnsafeMutableBytes { hold.channels.input.read(into: $0) }
      guard case .moved(let count) = outcome else { return }
      let before = negotiation.outstanding
      for event in clock.decode(room[..<count], at: SystemCall.now) {
        if event.isInterrupt { return }
        _ = negotiation.take(event, at: currentTime())
      }
      // The link has shown now how long an answer takes.
      if negotiation.outstanding < before { due = end() }
    }
  }
}
