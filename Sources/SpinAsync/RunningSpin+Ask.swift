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
  /// transition without its event. So does a throttled feedback that has held it until its period is over.
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
  ///   if the loop stops before the answer; instead the error of the store, if a durable loop stops
  ///   because of it; ``/SpinAsync/NoReply`` if the last copy of the reply is released without an
  ///   answer. `CancellationError` if the task is cancelled first.
  public nonisolated(nonsending) func ask<Value: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ event: (Reply<Value>) -> Event
  ) async throws -> Value {
    try Task.checkCancellation()
    let question = Question(to: loop)
    let (decision, ticket) = (question.decision, question.ticket)
    defer { loop.withdraw(ticket) }
    post(event(question.reply()), with: ticket, at: CodeSite(fileID, line, function), decision)
    if !decision.isTold { await untilTold(decision, ticket) }
    return try loop.result { try decision.result(as: StateBox<Value>.self).value }
  }
}

/// A question to a loop, which is answered once.
private final class Question: Sendable {
  let decision = Decision()
  let ticket: EventTicket
  private weak let loop: Loop?

  init(to loop: Loop) {
    self.loop = loop
    ticket = .ofQuestion(decision)
  }

  func reply<Value: Sendable>() -> Reply<Value> {
    Reply {
      self.decision.isOpen && self.tell(self.decision.decide(StateBox.holding($0)))
    } isAwaited: {
      self.decision.isOpen
    } drop: {
      _ = self.decision.isOpen && self.tell(self.decision.fail(NoReply()))
    }
  }

  /// Tells the waiting task if there is a decision; returns whether there is one.
  private func tell(_ isDecided: Bool) -> Bool {
    if isDecided {
      if let loop { loop.tellSoon(ticket) } else { decision.tell() }
    }
    return isDecided
  }
}

extension EventTicket {
  /// The ticket of an event with a reply.
  fileprivate static func ofQuestion(_ decision: Decision) -> EventTicket {
    EventTicket(forgetsEvent: true, isKept: true) { fate in
      switch fate {
      case .taken, .reduced: false
      case .dropped(let reason): decision.fail(EventDropped(reason))
      case .stopped: decision.fail(LoopStopped())
      }
    } tell: { outcome in
      decision.tell(outcome)
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
