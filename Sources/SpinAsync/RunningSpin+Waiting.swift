public import SpinCore

extension RunningSpin {
  /// Waits until the loop is settled or stops.
  ///
  /// A loop is settled when transition 0 is made, its mailbox is empty, no step is under way and no
  /// effect is alive or waits. Sources do not count. Every closure observer has then returned;
  /// async consumers may lag.
  ///
  /// - Returns: The newest state. If events come from elsewhere meanwhile it may be newer than the
  ///   one that was settled.
  /// - Throws: `CancellationError` when the task is cancelled; ``WaitsForItself`` when an effect of
  ///   the same loop waits, which in debug builds traps. Only the task of the effect is known to be
  ///   its own: a child task of it that waits keeps the effect, and so the loop, waiting.
  @discardableResult
  public func settled() async throws -> State {
    let waiter = Waiter()
    let notice = Notice(.settled, task: currentTaskID(), isAwaited: true) { waiter.resume($0) }
    let outcome = await withTaskCancellationHandler {
      loop.wait(notice)
      return await waiter.outcome()
    } onCancel: {
      waiter.resume(nil)
      loop.withdraw(notice)
    }
    switch outcome {
    case .happened, .stopped: return state
    case nil: throw CancellationError()
    case .insideOwnEffect:
      let error = WaitsForItself()
      assertionFailure(error.description)
      throw error
    }
  }

  /// Waits until the loop is idle: until its mailbox is empty and no step is under way.
  ///
  /// What the mailbox had accepted before the call has then become steps, with all that followed from
  /// them at once, and every closure observer has returned. Unlike ``settled()`` it does not wait for
  /// effects, delays and periods: for tests that pass the time themselves.
  ///
  /// ```swift
  /// time.advance(by: .seconds(1))
  /// await running.idle()
  /// #expect(running.state.ticks == 1)
  /// ```
  ///
  /// It also ends when the loop stops. Cancelling the task that waits does not end the wait.
  public func idle() async {
    let waiter = Waiter()
    loop.wait(Notice(.idle, isAwaited: true) { waiter.resume($0) })
    _ = await waiter.outcome()
  }

  /// Waits until the loop has stopped and the last user code has returned, also that of effects
  /// that ignore their cancellation.
  ///
  /// It does not stop the loop, and cancelling the task that waits does not end the wait. An effect
  /// of the same loop must not wait for it, which would be for its own end.
  public func finished() async {
    let waiter = Waiter()
    loop.wait(Notice(.finished, isAwaited: true) { waiter.resume($0) })
    _ = await waiter.outcome()
  }
}

/// An effect awaited that its own loop settles, which happens only after the effect has ended.
public struct WaitsForItself: Error, CustomStringConvertible {
  public var description: String {
    "An effect awaits settled() of its own loop. A loop is settled when no effect is alive, so the "
      + "effect would wait for itself: await it outside of the loop."
  }
}

/// One task that waits for one outcome, which may come first; `nil` means cancelled.
final class Waiter: Sendable {
  private enum Phase: Sendable {
    case new
    case waiting(CheckedContinuation<Notice.Outcome?, Never>)
    case over(Notice.Outcome?)
  }

  private let phase = Guarded(Phase.new)

  /// Sets the outcome, if there is none yet.
  func resume(_ outcome: Notice.Outcome?) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Notice.Outcome?, Never>? in
      defer { if case .over = phase {} else { phase = .over(outcome) } }
      if case .waiting(let continuation) = phase { return continuation }
      return nil
    }
    continuation?.resume(returning: outcome)
  }

  /// Waits for the outcome. Called once.
  func outcome() async -> Notice.Outcome? {
    await withCheckedContinuation { continuation in
      let early = phase.withLock { phase -> Notice.Outcome?? in
        if case .over(let outcome) = phase { return .some(outcome) }
        phase = .waiting(continuation)
        return nil
      }
      if let early { continuation.resume(returning: early) }
    }
  }
}
