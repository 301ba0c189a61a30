extension Work {
  /// What the work consists of, in words such as `after 0.3 seconds {body}`: its stages and their times.
  var shape: String {
    switch self {
    case .once, .body, .clocked: "body"
    case .registration(let isSubscription, _): isSubscription ? "subscription" : "callback"
    case .after(let delay, _): "event after \(delay)"
    case .every(let period, _): "event every \(period)"
    case .frames: "event with each frame"
    case .staged(let stage): stage.form.shape
    }
  }
}

extension StageForm {
  fileprivate var shape: String {
    switch self {
    case .delay(.fixed(let delay), let content): "after \(delay) {\(content.shape)}"
    case .delay(.backoff(let backoff, let attempt, _), let content):
      "after attempt \(attempt) of \(backoff) {\(content.shape)}"
    case .timeout(let delay, _, let works): "within \(delay) {\(works.shape)}"
    case .race(let groups): "race \(groups.map { "{\($0.shape)}" }.joined(separator: " "))"
    case .chain(let chain): chain.shape
    case .retry(let backoff, _): "attempts by \(backoff)"
    }
  }
}

extension StageChain {
  fileprivate var shape: String {
    let parts = [first.shape] + rest.all.map(\.shape)
    return parts.count == 1 ? parts[0] : parts.map { "{\($0)}" }.joined(separator: " then ")
  }
}

extension StageContent {
  fileprivate var shape: String {
    let count = events.count == 1 ? "event" : "\(events.count) events"
    return ((events.isEmpty ? [] : [count]) + works.map(\.shape)).joined(separator: ", ")
  }
}

extension [Work] {
  fileprivate var shape: String { map(\.shape).joined(separator: ", ") }
}
