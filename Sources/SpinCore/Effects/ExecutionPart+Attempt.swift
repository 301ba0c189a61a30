extension ExecutionPart {
  /// Calls the closure of an attempt, and returns how it ended and its event.
  nonisolated(nonsending) func perform(
    _ attempt: AttemptBody, _ turn: AttemptTurn
  ) async -> (EntryTag.Kind, (any EventValue)?) {
    switch attempt {
    case .once(let body):
      guard case .event(let event) = await body(turn) else { return (.attemptFailed, nil) }
      return (event == nil ? .bodyEndedFinished : .bodyEndedDelivering, event)
    case .body(let body):
      var emitter = PartEmitter(self)
      switch await body(emitter, turn) {
      case .failed:
        // Events that escaped copies of the emitter emit for a failed attempt come too late.
        emitter.finish()
        return (.attemptFailed, nil)
      case .event(nil):
        if isKnownUniquelyReferenced(&emitter) { emitter.finish() }
        return (emitter.bodyReturned() ? .bodyEndedFinished : .bodyEnded, nil)
      case .event(let event?):
        return end(emitter, with: event)
      }
    }
  }

  /// Ends an emitting body with its last event, unless its emitter was finished before.
  private func end(
    _ emitter: PartEmitter, with event: any EventValue
  ) -> (EntryTag.Kind, (any EventValue)?) {
    let isFirst = emitter.finish()
    _ = emitter.bodyReturned()
    if isFirst { return (.bodyEndedDelivering, event) }
    _ = emitting { mailbox.refuse(tag, event, .finished) }
    return (.bodyEndedFinished, nil)
  }
}
