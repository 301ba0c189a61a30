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

extension Spin {
  /// The feedbacks whose closures act themselves instead of describing an effect.
  package var sideEffects: [FeedbackOrigin] { origins { $0.isSideEffect } }

  /// The feedbacks whose effects consume the states.
  package var streams: [FeedbackOrigin] { origins { $0.isStream } }

  private func origins(where isIncluded: (FeedbackTraits) -> Bool) -> [FeedbackOrigin] {
    blueprint.feedbacks.indices.filter { isIncluded(blueprint.feedbacks[$0].traits) }
      .map { FeedbackOrigin(index: $0, name: blueprint.names[$0]) }
  }
}

extension Feedback: CustomStringConvertible {
  /// The name, if there is one, and the strategy, such as `feedback debounce, cancelOnNewState`.
  ///
  /// Only a spin knows the place of a feedback. In a spin's description and in origins, a feedback
  /// without a name is called by its place.
  public var description: String {
    "feedback\(definition.traits.name.map { " " + $0 } ?? ""), \(definition.traits.strategy)"
  }
}

extension Effect: CustomStringConvertible {
  /// The effect as it would be written, with `…` for closures, such as `after(1.0 seconds, tick)`.
  public var description: String { part.description }
}

extension StageContent {
  fileprivate var description: String {
    switch (events.count, works.count) {
    case (0, 0): "none"
    case (_, 0): events.eventsInWords
    case (_, 1) where events.isEmpty || works[0].continuesEvents:
      works[0].description(after: events)
    default:
      "merge("
        + ((events.isEmpty ? [] : [events.eventsInWords])
        + works.map { $0.description(after: []) }).joined(separator: ", ") + ")"
    }
  }
}

extension Work {
  /// Returns the description of the work, whose first part has the given immediate events.
  fileprivate func description(after events: [any EventValue]) -> String {
    switch self {
    case .once: "run { … }"
    case .body: "run { emit in … }"
    case .registration(let isSubscription, _):
      "\(isSubscription ? "subscription" : "callback") { emit in … }"
    case .after(let delay, let event): "after(\(delay), \(event.inWords))"
    case .every(let period, let event): "every(\(period), \(event.inWords))"
    case .frames: "frames { … }"
    case .clocked: "run { emit, clock in … }"
    case .staged(let stage): stage.form.description(after: events)
    }
  }

  /// Whether immediate events beside the work belong to its first part.
  fileprivate var continuesEvents: Bool {
    if case .chain(let chain)? = stage { chain.hasEvents } else { false }
  }
}

extension StageForm {
  fileprivate func description(after events: [any EventValue]) -> String {
    switch self {
    case .delay(.fixed(let delay), let part): "\(part.description).delayed(by: \(delay))"
    case .delay(.backoff(let backoff, let attempt, _), let part):
      "\(part.description).delayed(by: \(backoff), after: \(attempt))"
    case .timeout(let delay, let event, let works):
      "\(StageContent(events: [], works: works).description)"
        + ".timeout(after: \(delay), \(event.inWords))"
    case .race(let parts):
      "race("
        + parts.map { StageContent(events: [], works: $0).description }.joined(separator: ", ")
        + ")"
    case .chain(let chain):
      ([StageContent(events: events, works: chain.first).description]
        + chain.rest.all.map { "then(\($0.description))" }).joined(separator: ".")
    case .retry(let backoff, let work):
      "run(retrying: \(backoff))"
        + work(AttemptTurn(number: 1, mayFail: false)).description(after: []).dropFirst("run".count)
    }
  }
}

extension [any EventValue] {
  /// Immediate events, described as an effect.
  fileprivate var eventsInWords: String {
    let words = map(\.inWords).joined(separator: ", ")
    return count == 1 ? "just(\(words))" : "several(\(words))"
  }
}
