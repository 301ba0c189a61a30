extension ExecutionPart {
  /// Calls the closure of an attempt; returns how it ended, and its event.
  @usableFromInline
  nonisolated(nonsending) func perform(
    _ attempt: AttemptBody<Event>, mayFail: Bool
  ) async -> (EntryTag.Kind, Event?) {
    switch attempt {
    case .once(let body):
      guard case .event(let event) = await body(mayFail) else { return (.attemptFailed, nil) }
      return (event == nil ? .bodyEndedFinished : .bodyEndedDelivering, event)
    case .body(let body):
      var emitter = PartEmitter(self)
      if await body(Emitter(emitter), mayFail) {
        // What others emit on behalf of a failed attempt comes too late.
        emitter.finish()
        return (.attemptFailed, nil)
      }
      if isKnownUniquelyReferenced(&emitter) { emitter.finish() }
      return (emitter.bodyReturned() ? .bodyEndedFinished : .bodyEnded, nil)
    }
  }
}
