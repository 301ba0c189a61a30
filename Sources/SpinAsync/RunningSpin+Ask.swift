public import SpinCore

extension RunningSpin {
  /// Emits an event with a ``Reply`` and waits for the answer.
  ///
  /// ```swift
  /// let session = try await running.ask { .login(name, $0) }
  /// ```
  ///
  /// For several answers, see ``answers(buffering:fileID:line:function:_:)``.
  ///
  /// The loop keeps no copy of the event after its step. An observer that joins then receives the
  /// transition without its event.
  ///
  /// *Ordering*: the event is accepted as in ``send(_:fileID:line:function:)``. If a closure of the loop
  /// answers, the task is resumed as in `send`. If an async body or another thread answers, the task
  /// is resumed at once.
  ///
  /// *Isolation*: `event` is called in the isolation of the caller, which also emits the event.
  ///
  /// *Reentrancy*: an effect of the same loop may ask. The other rules are those of `send`.
  ///
  /// *Cancellation*: ends the wait and the reply; for the event, see `send`. If the task is already
  /// cancelled, nothing is emitted.
  ///
  /// The call keeps the handle alive while it waits.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for a `Monitor`.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  ///   - event: Returns the event with the reply; called once.
  /// - Returns: The answer.
  /// - Throws: ``/SpinAsync/EventDropped`` if the event is not reduced; ``/SpinAsync/LoopStopped``
  ///   if the loop stops before the answer; ``/SpinAsync/NoReply`` if the last copy of the reply is
  ///   released without an answer. `CancellationError` if the task is cancelled first.
  public nonisolated(nonsending) func ask<Value: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ event: (Reply<Value>) -> Event
  ) async throws -> Value {
    let decision = OneShot<Result<Value, any Error>>()
    let ticket = EventTicket.ofQuestion(decision)
    defer { loop.withdraw(ticket) }
    return try await outcome(of: decision, ticket: ticket, at: CodeSite(fileID, line, function)) {
      event(reply(to: decision))
    }
  }

  private func reply<Value: Sendable>(
    to decision: OneShot<Result<Value, any Error>>
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
    _ decision: OneShot<Result<Value, any Error>>
  ) -> EventTicket {
    let isReduced = Guarded(false)
    return EventTicket(forgetsEvent: true, isKept: true) { fate in
      switch fate {
      case .taken: return false
      case .reduced:
        isReduced.withLock { $0 = true }
        return false
      case .dropped(let reason):
        let isReduced = isReduced.withLock { $0 }
        return decision.decide(.failure(isReduced ? LoopStopped() : EventDropped(reason)))
      }
    } tell: {
      decision.tell()
    }
  }
}

/// The error of a reply whose last copy was released without an answer.
public struct NoReply: Error, Hashable, CustomStringConvertible {
  /// Creates a value to compare with.
  public init() {}

  /// A sentence that explains the error and suggests a remedy.
  public var description: String {
    "The reply was released without an answer. Make sure that the event contains it, and then answer "
      + "in the reducer, keep the reply in the state, or pass it to an effect."
  }
}
