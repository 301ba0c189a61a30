public import SpinCore

extension RunningSpin {
  /// The answers to a question: emits an event with a ``Reply`` for each consumer.
  ///
  /// ```swift
  /// for await request in running.answers({ .load($0) }) { show(request) }
  /// ```
  ///
  /// This is ``ask(fileID:line:function:_:)`` for a reply that is answered several times. The event is
  /// emitted when an iterator is created, and once for each iterator. The sequence yields all answers
  /// and ends when the last copy of the reply is gone. The sequence also ends if the loop stops, or if
  /// the loop drops the event and reports it to `onDrop`. The consumer still gets the earlier answers.
  /// The sequence never fails: let the last answer say how the work has ended.
  ///
  /// *Ordering*: the answers have the order of the calls of `answer`. A task that waits for an answer is
  /// resumed at once.
  ///
  /// *Isolation*: `event` is called in the isolation that creates the iterator, which also emits the
  /// event.
  ///
  /// *Cancellation*: cancelling the task, or releasing the iterator, ends the reply: it is awaited no
  /// more, and `answer` returns `false`. A task that is cancelled while it waits ends the reply at once.
  /// Otherwise the task ends the reply when it asks for the next answer. An event that waits for room is
  /// not emitted then. If the task is already cancelled, nothing is emitted.
  ///
  /// The sequence does not keep the handle alive. The loop keeps no copy of the event after its step. If
  /// another event carries the reply on, the loop keeps that one until its next event, and the sequence
  /// does not end before.
  ///
  /// - Parameters:
  ///   - buffering: The answers to keep for a slow consumer.
  ///   - fileID: The file of the call, for a `Monitor`.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  ///   - event: Returns the event with the reply.
  /// - Returns: A sequence that any number of tasks may iterate.
  public func answers<Value: Sendable>(
    buffering: Buffering = .all, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ event: @escaping @Sendable (Reply<Value>) -> Event
  ) -> Updates<Value> {
    let site = CodeSite(fileID, line, function)
    return Updates { [weak self] in
      let subscription = Subscription<Value>(buffering)
      let ticket = EventTicket.ofAnswers(to: subscription)
      let membership = Membership(subscription) { [weak loop = self?.loop] in
        // Not in a handler of cancellation, so that the event may be released here.
        _ = loop?.giveUp(ticket)
      }
      guard let self, !Task.isCancelled else {
        subscription.end()
        return membership
      }
      let result = self.emit(event(Reply(to: subscription)), awaitedBy: ticket, at: site)
      if !result.isAccepted { subscription.end() }
      return membership
    }
  }
}

extension Reply {
  /// Creates a reply whose answers a consumer gets.
  fileprivate init(to subscription: Subscription<Value>) {
    self.init {
      guard subscription.isOpen else { return false }
      subscription.push($0)
      return true
    } isAwaited: {
      subscription.isOpen
    } drop: {
      subscription.end()
    }
  }
}

extension EventTicket {
  /// The ticket of an event whose reply is answered several times.
  fileprivate static func ofAnswers<Value: Sendable>(
    to subscription: Subscription<Value>
  ) -> EventTicket {
    EventTicket(forgetsEvent: true, isKept: true) { fate in
      switch fate {
      case .taken, .reduced: false
      case .dropped, .stopped: subscription.isOpen
      }
    } tell: { outcome in
      if case .held = outcome { return }
      subscription.end()
    }
  }
}
