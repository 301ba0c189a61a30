public import SpinCore

extension RunningSpin {
  /// Emits an event with a ``Reply`` and waits for the answer.
  ///
  /// ```swift
  /// let session = try await running.ask { .login(name, $0) }
  /// ```
  ///
  /// The loop keeps no copy of the event once its step is complete: an observer that joins then is
  /// shown the transition without its event.
  ///
  /// *Ordering*: the event is accepted as that of ``send(_:)`` is. If a
  /// closure of the loop answers, the task is resumed as one that awaits ``send(_:)`` is; if an
  /// async body or another thread does, at once.
  ///
  /// *Isolation*: `event` is called, and emits, in the isolation of the caller.
  ///
  /// *Reentrancy*: an effect of the same loop may ask; for the rest see ``send(_:)``.
  ///
  /// *Cancellation*: ends the wait and the reply; for the event see ``send(_:)``. In a task that is
  /// cancelled already nothing is emitted.
  ///
  /// The handle lives for as long as the call waits for it.
  ///
  /// - Parameter event: Makes the event with the reply; called once.
  /// - Returns: The answer.
  /// - Throws: ``EventDropped`` if the event is not reduced; ``LoopStopped`` if the loop stops
  ///   before the answer; ``NoReply`` if the last copy of the reply goes without one.
  ///   `CancellationError` if the task is cancelled before.
  public nonisolated(nonsending) func ask<Value: Sendable>(
    _ event: (Reply<Value>) -> Event
  ) async throws -> Value {
    let decision = Decision<Result<Value, any Error>>()
    let ticket = EventTicket.ofQuestion(decision)
    defer { loop.withdraw(ticket) }
    return try await outcome(of: decision, ticket: ticket) {
      event(reply(to: decision))
    }
  }

  private func reply<Value: Sendable>(
    to decision: Decision<Result<Value, any Error>>
  ) -> Reply<Value> {
    let end = { @Sendable [weak loop] (result: Result<Value, any Error>) in
      guard decision.decide(result) else { return false }
      if let loop { loop.tellSoon { decision.tell() } } else { decision.tell() }
      return true
    }
    return Reply {
      end(.success($0))
    } isAwaited: {
      decision.isOpen
    } drop: {
      _ = end(.failure(NoReply()))
    }
  }
}

extension EventTicket {
  /// The ticket of an event with a reply.
  fileprivate static func ofQuestion<Value: Sendable>(
    _ decision: Decision<Result<Value, any Error>>
  ) -> EventTicket {
    let isTaken = Guarded(false)
    return EventTicket(forgetsEvent: true, isKept: true) { fate in
      switch fate {
      case .taken:
        isTaken.withLock { $0 = true }
        return false
      case .reduced: return false
      case .dropped(let reason):
        let isTaken = isTaken.withLock { $0 }
        return decision.decide(.failure(isTaken ? LoopStopped() : EventDropped(reason)))
      }
    } tell: {
      decision.tell()
    }
  }
}

/// A reply was not given: the last copy of it went without an answer.
public struct NoReply: Error, Hashable, CustomStringConvertible {
  /// Creates a value to compare with.
  public init() {}

  /// A sentence that says why there is no answer, and a remedy.
  public var description: String {
    "The loop took the event and let its reply go without an answer: answer it in the reducer, keep it "
      + "in the state, or pass it to an effect."
  }
}
