internal import SpinCore

extension UIRun {
  /// Runs on the terminal, on the calling thread.
  ///
  /// ```
  /// take the terminal ─▶ loop ─▶ until it ends ─▶ stop ─▶ wait for effects ─▶ last frame ─▶
  /// restore
  /// ```
  func runOnTerminal(
    _ profile: TerminalProfile
  ) throws(TerminalError) -> UIRunResult<State> {
    let options = presentation.options
    let session = try TerminalSession(options, profile)
    let watch = SessionWatch(options.patience.asDelay)
    let client = ScreenClient(self, profile)
    inputs.withLock { $0.holds = true }
    begin(session.control)
    receive(UserInput(.resized(session.size)))
    let first = session.run(client)
    let reason = UIEndReason(first) ?? self.reason ?? .stopped
    end(reason)
    onFinished { [control = session.control] in control.finish() }
    let second = session.run(client, until: options.patience.asDelay)
    session.close(drawing: client) { watch.end() }
    life.withLock { $0.hasLightBackground = session.capabilities.hasLightBackground }
    // A signal that came while the effects ended goes to the previous handlers.
    if case .signal(let signal) = second, reason.signal == nil { Signals.send(signal) }
    finish(reason)
    return try conclusion
  }
}

extension UIEndReason {
  /// Converts the session's reason; `nil` if it has none.
  fileprivate init?(_ end: TerminalEnd) {
    switch end {
    case .asked, .timeout, .restored: return nil
    case .signal(let signal): self = .signal(signal)
    case .hangUp: self = .hangUp
    case .brokenPipe: self = .brokenPipe
    }
  }
}
