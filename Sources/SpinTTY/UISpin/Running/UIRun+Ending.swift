internal import SpinCore
internal import SpinSystem

/// The end of a run.
extension UIRun {
  var reason: UIEndReason? { life.withLock { $0.reason } }

  var isOver: Bool { life.withLock { $0.result != nil } }

  func stop() { end(.stopped) }

  /// Stops the loop and tells the host; the first reason counts.
  func end(_ reason: UIEndReason) {
    let (running, host) = life.withLock { life in
      if life.reason == nil { life.reason = reason }
      return (life.running, life.host)
    }
    following?.leave()
    running?.stop()
    host?.end()
  }

  /// Ends the run if its view belonged to an owner who is gone.
  func endIfOwnerIsGone() {
    if presentation.views.isOwnerGone { end(.released) }
  }

  /// Calls a closure once the loop has stopped and the last user code has returned.
  func onFinished(_ call: @escaping @Sendable () -> Void) {
    running?.loop.wait(LoopWaiter(.finished) { _ in call() })
  }

  /// The last state; `nil` if a reducer hangs, which is changing the only one that there is.
  var last: ShownState<State>? {
    if let running {
      if isFinished.isRaised { return shown.newest(of: running) }
      for _ in 0..<100 {
        if let newest = shown.newestUnlessReducing(of: running) { return newest }
        var nobody: [Readiness] = []
        Readiness.wait(for: &nobody, atMost: .milliseconds(1))
      }
    }
    return relay.latest
  }

  /// Notes the result, when everything is restored.
  ///
  /// The first result counts.
  ///
  /// - Parameter reason: The reason, if it differs from the first one.
  func finish(_ reason: UIEndReason? = nil) {
    if isOver { return }
    let reason = reason ?? self.reason ?? .stopped
    conclude(
      last.map { .success(Outcome(reason: reason, last: $0)) } ?? .failure(.noLastState))
  }

  /// Notes that the run could not begin.
  func fail(_ error: TerminalError) {
    following?.leave()
    running?.stop()
    conclude(.failure(error))
  }

  private func conclude(_ result: Result<Outcome, TerminalError>) {
    // This may release the last reference and run the user's code, so it must not happen under the
    // lock.
    let (waiters, released) = life.withLock { life in
      if life.result == nil { life.result = result }
      defer {
        life.waiters = []
        life.running = nil
        (life.host, life.listener) = (nil, nil)
      }
      return (life.waiters, (life.running, life.host, life.listener))
    }
    relay.end()
    for waiter in waiters { waiter.resume() }
    withExtendedLifetime(released) {}
  }

  /// The result; awaits the end.
  var ended: UIRunResult<State> {
    get async throws(TerminalError) {
      endIsAwaited()
      await withCheckedContinuation { waiter in
        let isOver = life.withLock { life in
          if life.result == nil { life.waiters.append(waiter) }
          return life.result != nil
        }
        if isOver { waiter.resume() }
      }
      return try conclusion
    }
  }

  /// The reason of the end, even if there is no result.
  var lastReason: UIEndReason? {
    let (reason, result) = life.withLock { ($0.reason, $0.result) }
    if case .success(let outcome) = result { return outcome.reason }
    return reason
  }

  /// The result.
  ///
  /// - Precondition: The run is over.
  var conclusion: UIRunResult<State> {
    get throws(TerminalError) {
      guard let result = life.withLock({ $0.result }) else {
        SpinCore.refuse("The result of a run was read before the run was over.")
      }
      let outcome = try result.get()
      return UIRunResult(state: outcome.last.state, reason: outcome.reason)
    }
  }
}

extension TerminalError {
  /// The error of a run that ended while a reducer did not return.
  fileprivate static var noLastState: TerminalError {
    TerminalError(
      .readState,
      "A reducer has not returned, so the run ended and its last state is not known: put work that "
        + "takes long or may block into an effect.")
  }
}
