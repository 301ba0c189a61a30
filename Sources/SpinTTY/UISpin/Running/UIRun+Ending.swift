internal import SpinCore

/// How a run comes to its end.
extension UIRun {
  var reason: UIEndReason? { life.withLock { $0.reason } }

  var isOver: Bool { life.withLock { $0.result != nil } }

  func stop() { end(.stopped) }

  /// Stops the loop for a reason, of which the first counts, and tells the host.
  func end(_ reason: UIEndReason) {
    let (running, host) = life.withLock { life in
      if life.reason == nil { life.reason = reason }
      return (life.running, life.host)
    }
    running?.stop()
    host?.end()
  }

  /// Calls a closure once the loop has stopped and the last user code has returned.
  func onFinished(_ call: @escaping @Sendable () -> Void) {
    running?.loop.wait(LoopWaiter(.finished) { _ in call() })
  }

  /// The last state, as far as it can be had: a reducer that hangs must not keep the program from
  /// ending, and then it is the last one that was seen.
  var last: StateBox<UIState<State, Event>> {
    if let running {
      if isFinished.isRaised { return running.boxedState }
      for _ in 0..<100 {
        if let newest = running.stateAtRest { return newest }
        var nobody: [Readiness] = []
        Readiness.wait(for: &nobody, atMost: .milliseconds(1))
      }
    }
    return relay.latest ?? StateBox(firstState)
  }

  /// Notes what came of it all, when everything is restored.
  ///
  /// The first result counts.
  ///
  /// - Parameter reason: The reason, if it is another than the first that was given.
  func finish(_ reason: UIEndReason? = nil) {
    if isOver { return }
    conclude(.success(Outcome(reason: reason ?? self.reason ?? .stopped, whole: last)))
  }

  /// Notes that the run could not begin.
  func fail(_ error: TerminalError) {
    running?.stop()
    conclude(.failure(error))
  }

  private func conclude(_ result: Result<Outcome, TerminalError>) {
    // What is let go here may be the last of it, and its end is the user's code: not under the
    // lock.
    let (waiters, released) = life.withLock { life in
      if life.result == nil { life.result = result }
      defer {
        life.waiters = []
        life.running = nil
        life.host = nil
      }
      return (life.waiters, (life.running, life.host))
    }
    relay.end()
    for waiter in waiters { waiter.resume() }
    withExtendedLifetime(released) {}
  }

  /// Waits for the end.
  var ended: UIRunResult<State> {
    get async throws(TerminalError) {
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

  /// What came of it.
  ///
  /// - Precondition: It is over.
  var conclusion: UIRunResult<State> {
    get throws(TerminalError) {
      guard let result = life.withLock({ $0.result }) else {
        refuse("Somebody asked a run for its result before it had one.")
      }
      let outcome = try result.get()
      return UIRunResult(state: outcome.whole.value.state, reason: outcome.reason)
    }
  }
}
