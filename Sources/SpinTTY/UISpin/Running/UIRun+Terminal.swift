internal import SpinCore

extension UIRun {
  /// Runs on the terminal, on the calling thread.
  ///
  /// ```
  /// take the terminal ─▶ loop ─▶ until it ends ─▶ stop ─▶ wait for effects ─▶ last frame ─▶ restore
  /// ```
  func runOnTerminal(
    _ options: UIOptions, _ painter: Painter<State>, _ runtime: any SpinRuntime,
    _ until: UIUntil<State>
  ) throws(TerminalError) -> UIEnd<State> {
    let environment = TerminalProfile.environment
    let session = try TerminalSession(options.terminal(environment))
    let host = TerminalHost<State, Event>(session.control)
    let face = ScreenFace(self, host, painter, options, environment)
    begin(on: runtime, until: until, host: host)
    let end = session.run(face)
    let reason = UIEndReason(end) ?? self.reason ?? .stopped
    host.end()
    _ = session.control.take()  // The end that was asked for has come.
    self.end(reason)
    onFinished { [control = session.control] in control.end() }
    _ = session.run(face, until: options.patience)
    session.close(drawing: face)
    return finish(UIEnd(state: newestState(orShown: face.shownState), reason: reason))
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
