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
  /// Its place is known to a spin only: there, and in origins, a feedback without a name is called
  /// by it.
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
    case .composite(let events, let works) where works.isEmpty: several(events)
    case .composite(let events, let works):
      "merge("
        + ((events.isEmpty ? [] : [several(events)]) + works.map(\.description))
        .joined(separator: ", ") + ")"
    }
  }

  private func several(_ events: [Event]) -> String {
    if events.count == 1 { return "just(\(inWords(events[0])))" }
    return "several(\(events.map { inWords($0) }.joined(separator: ", ")))"
  }
}

extension Work {
  fileprivate var description: String {
    switch self {
    case .once: "run { … }"
    case .body: "run { emit in … }"
    case .registration: "callback { emit in … }"
    case .after(let delay, let event): "after(\(delay), \(inWords(event)))"
    case .every(let period, let event): "every(\(period), \(inWords(event)))"
    }
  }
}
