internal import SpinSystem

/// Handing the terminal to another program.
extension TerminalSession {
  /// Gives the terminal to another program until that program ends.
  func run(_ command: ChildCommand, _ client: any TerminalClient) {
    perform(input.cutPaste(at: currentTime()), client)
    drawLines(client)
    release()
    client.programStarted()
    let result: Result<ChildStatus, TerminalError>
    do throws(TerminalError) {
      // The session's own descriptor may be read-only, or its writes may not block.
      let own = claim.channels.input.openTerminalAnew(for: .reading)
      let terminal = own ?? claim.channels.input
      defer { own?.close() }
      result = .success(
        try Signals.yieldingKeys { () throws(TerminalError) in
          try attend(command, on: terminal, client)
        })
    } catch {
      result = .failure(error)
    }
    // Before the terminal is taken again, which may fail; the client is told of the end in any
    // case.
    client.programFinished(result)
    // The present attributes may not be the shell's: a program that was killed leaves its own.
    guard retake(savesAnew: false, client) else { return }
    if case .success(.signaled) = result { note(output.writer.send(TerminalSession.cleaning)) }
    perform(frames.exposed(at: currentTime()), client)
  }

  /// Reports a failure instead of starting the program, because the run is ending.
  func refuse(_ command: ChildCommand, _ client: any TerminalClient) {
    let error = TerminalError(
      .startChild, "\(command.program) is not started, because this program is about to end.")
    client.programFinished(.failure(error))
  }

  /// Starts the program and waits for its end.
  ///
  /// Meanwhile, the session takes captured output and tells the client about signals; requests
  /// wait.
  ///
  /// ```
  ///   a thread of its own                    this thread
  ///   waits for the end, takes nothing       sleeps
  ///   hasEnded ← true, one byte       ──▶    wakes; hasEnded? takes the status
  /// ```
  private func attend(
    _ command: ChildCommand, on terminal: Descriptor, _ client: any TerminalClient
  ) throws(TerminalError) -> ChildStatus {
    let hasEnded = Flag()
    var isInForeground = terminal.jobControl == .foreground
    let child = try command.start(on: terminal) { [waker = claim.attributes.waker.writing] in
      hasEnded.raise()
      waker.wake()
    }
    var killSchedule = ChildKillSchedule()
    func takeSignals() {
      for signal in Signals.take() {
        if Signals.ending.contains(signal) { terminate(signal, client) }
        if signal == Signals.resize, !postponed.contains(signal) { postponed.append(signal) }
        // The shell continues the job in the foreground or in the background.
        if signal == Signals.resume { isInForeground = terminal.jobControl == .foreground }
      }
    }
    while !hasEnded.isRaised {
      unmet.formUnion(control.take())
      takeSignals()
      // By the system's clock even if the session has another one, because this waits in real time.
      let isAsked = ending.isAsked(unmet)
      if let signal = killSchedule.order(isAsked: isAsked, at: SystemCall.now) {
        child.send(signal)
      }
      awaitNews(until: killSchedule.due, client)
    }
    let status = try TerminalError.naming(child.waitForStatus)
    takeSignals()
    // A program with job control that was killed leaves its own job there.
    if isInForeground { terminal.takeForeground() }
    return ChildStatus(waitStatus: status)
  }

  private func awaitNews(until graceDue: Duration?, _ client: any TerminalClient) {
    let left = graceDue.map { $0 - SystemCall.now }
    var items = [Readiness(claim.attributes.waker.reading)]
    Readiness.wait(for: &items, atMost: control.fallAsleep() ? left.map { max($0, .zero) } : .zero)
    control.wakeUp()
    if items[0].isReady { claim.attributes.waker.reading.drain() }
    takeCaptured(client)
  }

  /// Resets the modes that an editor may have left set when it was killed.
  private static let cleaning = Array(
    "\u{1B}[m\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1l\u{1B}>".utf8)
}
