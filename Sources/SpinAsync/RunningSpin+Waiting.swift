public import SpinCore

extension RunningSpin {
  /// Waits until the loop has settled or stopped.
  ///
  /// A loop has settled when transition 0 is made, its mailbox is empty, no step is under way, and
  /// no effect is alive. Sources do not count. Every closure observer has then returned; async
  /// consumers may lag.
  ///
  /// A cancelled body that has not returned yet does not count either. When it returns, it may run
  /// a turn on its own thread. With a runtime on the caller's thread, an `emit` at that moment
  /// returns before its step is made: await ``idle()`` before you read the state.
  ///
  /// - Returns: The newest state, which may be newer than the settled one if events come from
  ///   elsewhere meanwhile. If the loop stops or has stopped, it is the last state.
  /// - Throws: `CancellationError` if the task is cancelled. ``/SpinAsync/WaitsForItself`` if an
  ///   effect of the same loop waits, which traps in debug builds. This is detected only in the
  ///   effect's own task: a child task that waits causes a deadlock. The error of the store if a
  ///   durable loop cannot keep its newest events.
  @discardableResult
  public func settled() async throws -> State {
    _ = try await settledNumber()
    return state
  }

  /// Waits until the loop has settled or stopped; returns the number of its next transition at that
  /// moment.
  func settledNumber() async throws -> Int {
    if !Task.isCancelled, let number = loop.nextNumberAtRest(ifSettled: true) { return number }
    guard let (outcome, number) = await reached(.settled) else { throw CancellationError() }
    switch outcome {
    case .insideOwnEffect:
      let error = WaitsForItself()
      assertionFailure(error.description)
      throw error
    case .failed(let error): throw error
    case .happened, .stopped, .held: return number
    }
  }

  /// Waits for an occasion.
  ///
  /// - Parameters:
  ///   - occasion: The occasion.
  ///   - endsEarly: Whether the wait ends when the task is cancelled.
  /// - Returns: How the wait has ended, and the number of the next transition at that moment; `nil` if
  ///   the task was cancelled first.
  func reached(
    _ occasion: LoopWaiter.Occasion, endsEarly: Bool = true
  ) async -> (LoopWaiter.Outcome, nextNumber: Int)? {
    let told = OneShot<LoopWaiter.Outcome?>()
    let waiter = LoopWaiter(occasion, task: currentTaskID(), isAwaited: true) { told.set($0) }
    let outcome = await withTaskCancellationHandler {
      loop.wait(waiter)
      return await told.value()
    } onCancel: {
      if endsEarly { told.set(nil) }
    }
    // NB: here, and not on the cancelling thread, which must not run the user's code: a loop without a
    // queue makes a turn for it.
    if outcome == nil { loop.withdraw(waiter) }
    return outcome.map { ($0, waiter.nextNumber) }
  }

  /// Waits until the loop is idle: its mailbox is empty and no step is under way.
  ///
  /// The events that the mailbox accepted before the call are then reduced, together with the
  /// events that they caused immediately, and every closure observer has returned. Unlike
  /// ``settled()``, this call does not wait for effects, delays and periods. It is intended for
  /// tests that control the time.
  ///
  /// ```swift
  /// import SpinTesting
  ///
  /// time.advance(by: .seconds(1))
  /// await running.idle()
  /// #expect(running.state.ticks == 1)
  /// ```
  ///
  /// A suspended loop with events in its mailbox is not idle: the call waits until the loop is
  /// resumed or stops.
  ///
  /// The call also returns when the loop stops. Cancelling the waiting task does not end the wait.
  public func idle() async {
    if loop.nextNumberAtRest(ifSettled: false) != nil { return }
    _ = await reached(.idle, endsEarly: false)
  }

  /// Waits until the loop has stopped and the last user code has returned, including effects that
  /// ignore their cancellation.
  ///
  /// It does not stop the loop, and cancelling the waiting task does not end the wait. An effect of
  /// the same loop must not call it, because it would wait for its own end.
  ///
  /// - Returns: The last state, which no longer changes. If a durable loop could not keep its newest events,
  ///   ``/SpinCore/RunningSpin/stopReason`` says so.
  @discardableResult
  public func finished() async -> State {
    _ = await reached(.finished, endsEarly: false)
    return state
  }
}

/// The error of an effect that waits until its own loop has settled, which cannot happen before the
/// effect ends.
public struct WaitsForItself: Error, CustomStringConvertible {
  /// A sentence that explains the error and suggests a remedy.
  public var description: String {
    "An effect awaits settled() of its own loop. A loop is settled when no effect is alive, so the "
      + "effect would wait for itself: await settled() outside of the loop."
  }
}
