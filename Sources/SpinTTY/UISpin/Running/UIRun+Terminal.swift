internal import SpinCore

extension UIRun {
  /// Runs on the terminal, on the calling thread.
  ///
  /// ```
  /// take the terminal ─▶ loop ─▶ until it ends ─▶ stop ─▶ wait for effects ─▶ last frame ─▶ restore
  /// ```
  func runOnTerminal(
    _ options: UIOptions, _ profile: TerminalProfile, _ painter: Painter<State>
  ) throws(TerminalError) -> UIEnd<State> {
    let session = try TerminalSession(options, profile)
    let host = TerminalHost<State, Event>(session.control)
    let face = ScreenFace(self, host, painter, options, profile)
    begin(host)
    receive(.resized(session.size))
    let first = session.run(face)
    let reason = UIEndReason(first) ?? self.reason ?? .stopped
    end(reason)
    onFinished { [control = session.control] in control.finish() }
    let second = session.run(face, until: options.patience)
    session.close(drawing: face)
    // A signal that came while the effects ended is for whoever has the signals now.
    if case .signal(let signal) = second, reason.signal == nil { Signals.send(signal) }
    finish(reason)
    return try conclusion
  }
}

extension UIEndReason {
  /// The reason, if the terminal knows it.
  fileprivate init?(_ end: TerminalEnd) {
    switch end {
    case .asked, .timeout, .restored: return nil
    case .signal(let signal): self = .signal(signal)
    case .hangUp: self = .hangUp
    case .brokenPipe: self = .brokenPipe
    }
  }
}
