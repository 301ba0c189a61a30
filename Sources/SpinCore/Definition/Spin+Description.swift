extension Spin: CustomStringConvertible {
  /// The types, and the feedbacks by name or place, such as
  /// `Spin<Search, Event> with 2 feedbacks: debounce, feedback 1`.
  public var description: String {
    let names = blueprint.names.enumerated().map { index, name in
      FeedbackOrigin(index: index, name: name).description
    }
    let shown = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    return switch names.count {
    case 0: "\(Self.self) without feedbacks"
    case 1: "\(Self.self) with 1 feedback: \(shown)"
    default: "\(Self.self) with \(names.count) feedbacks: \(shown)"
    }
  }
}

extension Feedback: CustomStringConvertible {
  /// The name, if there is one, and the strategy, such as `feedback debounce, cancelOnNewState`.
  ///
  /// Only a spin knows the place of a feedback. In a spin's description and in origins, a feedback
  /// without a name is called by its place.
  public var description: String {
    "feedback\(traits.name.map { " " + $0 } ?? ""), \(traits.strategy)"
  }
}

extension Effect: CustomStringConvertible {
  /// The effect as it would be written, with `…` for closures, such as `after(1.0 seconds, tick)`.
  public var description: String {
    switch content {
    case .none: "none"
    case .event(let event): "just(\(inWords(event)))"
    case .work(let work): work.description
    case .composite(let events, let works) where works.isEmpty: events.eventsInWords
    case .composite(let events, let works) where works.count == 1 && works[0].continues(events):
      works[0].description(after: events)
    case .composite(let events, let works):
      "merge("
        + ((events.isEmpty ? [] : [events.eventsInWords]) + works.map(\.description))
        .joined(separator: ", ") + ")"
    }
  }
}

extension Work {
  fileprivate var description: String { description(after: []) }

  /// Returns the description of the work, whose first part has the given immediate events.
  fileprivate func description(after events: [Event]) -> String {
    switch self {
    case .once: "run { … }"
    case .body: "run { emit in … }"
    case .registration: "callback { emit in … }"
    case .after(let delay, let event): "after(\(delay), \(inWords(event)))"
    case .every(let period, let event): "every(\(period), \(inWords(event)))"
    case .frames: "frames { … }"
    case .clocked: "run { emit, clock in … }"
    case .staged(let stage): stage.description(after: events)
    case .attempt: "run { … }"
    }
  }

  /// Whether the immediate events beside the work belong to its first part.
  fileprivate func continues(_ events: [Event]) -> Bool {
    guard case .staged(.chain(let chain)) = self else { return false }
    return chain.hasEvents && !events.isEmpty
  }
}

extension Stage {
  fileprivate func description(after events: [Event]) -> String {
    switch self {
    case .delay(.fixed(let delay), let part): "\(part.description).delayed(by: \(delay))"
    case .delay(.backoff(let backoff, let attempt, _), let part):
      "\(part.description).delayed(by: \(backoff), after: \(attempt))"
    case .timeout(let delay, let event, let works):
      "\(works.worksInWords()).timeout(after: \(delay), \(inWords(event)))"
    case .race(let parts):
      "race(\(parts.map { $0.worksInWords() }.joined(separator: ", ")))"
    case .chain(let chain):
      ([StagePart(events: events, works: chain.first).description]
        + chain.rest.all.map { "then(\($0.description))" }).joined(separator: ".")
    case .retry(let backoff, .once): "run(retrying: \(backoff)) { … }"
    case .retry(let backoff, .body): "run(retrying: \(backoff)) { emit in … }"
    }
  }
}

extension StagePart {
  fileprivate var description: String { Effect.composed(events, works).description }
}

extension Array {
  /// Immediate events, described as an effect.
  fileprivate var eventsInWords: String {
    if count == 1 { return "just(\(inWords(self[0])))" }
    return "several(\(map { inWords($0) }.joined(separator: ", ")))"
  }

  /// Returns works, described as an effect.
  fileprivate func worksInWords<Event>() -> String where Element == Work<Event> {
    Effect.composed([], self).description
  }
}
