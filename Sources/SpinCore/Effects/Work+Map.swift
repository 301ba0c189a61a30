extension Work {
  /// Returns the same work with every event converted.
  func map(_ conversion: Conversion) -> Work {
    let other = conversion.convertValue
    return switch self {
    case .once(let body): .once { await body().map(conversion) }
    case .body(let body): .body { await body(EffectEmitter($0, conversion)).map(conversion) }
    case .registration(let isSubscription, let register):
      .registration(isSubscription: isSubscription) { register(EffectEmitter($0, conversion)) }
    case .after(let delay, let event): .after(delay, other(event))
    case .every(let period, let event): .every(period, other(event))
    case .frames(let event): .frames { other(event($0)) }
    case .clocked(let body):
      .clocked { emitter, clock in
        await body(EffectEmitter(emitter, conversion), clock).map(conversion)
      }
    case .staged(let stage): .staged(stage.form.map(conversion))
    }
  }
}

extension StageForm {
  /// Returns the same form with every event converted.
  func map(_ conversion: Conversion) -> StageForm {
    switch self {
    case .delay(let delay, let part):
      .delay(delay, part.map(conversion))
    case .timeout(let delay, let event, let works):
      .timeout(delay, conversion.convertValue(event), works.map { $0.map(conversion) })
    case .race(let parts):
      .race(parts.map { works in works.map { $0.map(conversion) } })
    case .chain(let chain):
      .chain(
        StageChain(
          first: chain.first.map { $0.map(conversion) }, hasEvents: chain.hasEvents,
          rest: BlockList(chain.rest.all.map { $0.map(conversion) })))
    case .retry(let backoff, let work):
      .retry(backoff) { work($0).map(conversion) }
    }
  }
}

extension StageContent {
  func map(_ conversion: Conversion) -> StageContent {
    StageContent(
      events: events.map(conversion.convertValue), works: works.map { $0.map(conversion) })
  }
}

extension BodyEnd {
  func map(_ conversion: Conversion) -> BodyEnd {
    switch self {
    case .event(let event): .event(event.map(conversion.convertValue))
    case .failed: .failed
    }
  }
}
