public import SpinCore

extension RunningSpin {
  /// Waits until the loop is settled or stops.
  ///
  /// A loop is settled when transition 0 is made, its mailbox is empty, no step is under way and no
  /// effect is alive or waits. Sources do not count. Every closure observer has then returned;
  /// async consumers may lag.
  ///
  /// A cancelled body that takes a while to wind down does not count either. It may make a turn when it
  /// returns, on its own thread. If the runtime works on the caller's thread, an `emit` that finds the
  /// loop at work then returns before its step is made: await ``idle()`` before you read the state.
  ///
  /// - Returns: The newest state. If events come from elsewhere meanwhile it may be newer than the
  ///   one that was settled. If the loop stops, or has stopped before, it is the last state.
  /// - Throws: `CancellationError` when the task is cancelled; ``WaitsForItself`` when an effect of
  ///   the same loop waits, which in debug builds traps. Only the task of the effect is known to be
  ///   its own: a child task of it that waits keeps the effect, and so the loop, waiting.
  @discardableResult
  public func settled() async throws -> State {
    _ = try await settledNumber()
    return state
  }

  /// Waits until the loop is settled or stops; returns the number of its next transition at that
  /// moment.
  func settledNumber() async throws -> Int {
    let outcome = OneShot<LoopWaiter.Outcome?>()
    let waiter = LoopWaiter(.settled, task: currentTaskID(), isAwaited: true) { outcome.set($0) }
    let reached = await withTaskCancellationHandler {
      loop.wait(waiter)
      return await outcome.value()
    } onCancel: {
      outcome.set(nil)
    }
    switch reached {
    case .happened, .stopped: return waiter.nextNumber
    case nil:
      // NB: here, and not by the thread that cancels, because a loop without a queue makes a turn
      // for it.
      loop.withdraw(waiter)
      throw CancellationError()
    case .insideOwnEffect:
      let error = WaitsForItself()
      assertionFailure(error.description)
      throw error
    }
  }

  /// Waits until the loop is idle: until its mailbox is empty and no step is under way.
  ///
  /// The events that the mailbox had accepted before the call have then become steps, with the events
  /// that followed from them at once, and every closure observer has returned. Unlike ``settled()``,
  /// this call does not wait for effects, delays and periods. It is for tests that pass the time
  /// themselves.
  ///
  /// ```swift
  /// time.advance(by: .seconds(1))
  /// await running.idle()
  /// #expect(running.state.ticks == 1)
  /// ```
  ///
  /// A loop that is suspended while events wait in its mailbox is not idle: the call waits until the
  /// loop is resumed or stops.
  ///
  /// It also ends when the loop stops. Cancelling the task that waits does not end the wait.
  public func idle() async {
    await wait(for: .idle)
  }

  /// Waits until the loop has stopped and the last user code has returned, including the effects
  /// that ignore their cancellation.
  ///
  /// It does not stop the loop, and cancelling the task that waits does not end the wait. An effect
  /// of the same loop must not wait for it, which would be for its own end.
  ///
  /// - Returns: The last state, which does not change any more.
  @discardableResult
  public func finished() async -> State {
    await wait(for: .finished)
    return state
  }

  private func wait(for occasion: LoopWaiter.Occasion) async {
    let happened = OneShot<Void>()
    loop.wait(LoopWaiter(occasion, isAwaited: true) { _ in happened.set(()) })
    await happened.value()
  }
}

/// An effect awaited that its own loop settles, which happens only after the effect has ended.
public struct WaitsForItself: Error, CustomStringConvertible {
  /// The mistake, and its remedy.
  public var description: String {
    "An effect awaits settled() of its own loop. A loop is settled when no effect is alive, so the "
      + "effect would wait for itself: await it outside of the loop."
  }
}
