extension Stage {
  /// Returns the same stage with every event translated.
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Event) -> Other) -> Stage<Other> {
    switch self {
    case .delay(let delay, let part):
      .delay(delay, part.map(transform))
    case .timeout(let delay, let event, let works):
      .timeout(delay, transform(event), works.map { $0.map(transform) })
    case .race(let parts):
      .race(parts.map { works in works.map { $0.map(transform) } })
    case .chain(let chain):
      .chain(
        StageChain(
          first: chain.first.map { $0.map(transform) }, hasEvents: chain.hasEvents,
          rest: PartList(chain.rest.all.map { $0.map(transform) })))
    case .retry(let backoff, let body):
      .retry(backoff, body.map(transform))
    }
  }
}

extension StagePart {
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Event) -> Other) -> StagePart<Other> {
    StagePart<Other>(events: events.map(transform), works: works.map { $0.map(transform) })
  }
}

extension AttemptBody {
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> Other
  ) -> AttemptBody<Other> {
    switch self {
    case .once(let body):
      .once { mayFail in await body(mayFail).map(transform) }
    case .body(let body):
      .body { emit, mayFail in await body(emit.map(transform), mayFail).map(transform) }
    }
  }
}

extension AttemptBody.Outcome {
  func map<Other: Sendable>(_ transform: (Event) -> Other) -> AttemptBody<Other>.Outcome {
    switch self {
    case .event(let event): .event(event.map(transform))
    case .failed: .failed
    }
  }
}
