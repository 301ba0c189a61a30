/// Counts the events that a loop brings about by itself, to tell a loop that never comes to rest.
///
/// An event counts if a step of the loop caused it and no time had to pass: an immediate event, or one
/// that a body or a callback delivered. An event from outside, of a source, of a delay or of a period
/// starts the count again.
@usableFromInline
struct RunawayMeter<Event: Sendable>: Sendable {
  /// How many such events in a row are suspicious.
  static var limit: Int { 100_000 }
  /// How many of them the report shows.
  static var shown: Int { 4 }

  private var inARow = 0
  private var latest: [String] = []

  @usableFromInline
  init() {}

  /// Notes an event; returns a report when the limit is reached, once for each row.
  mutating func noted(_ event: Event, from origin: Origin, isCausedByLoop: Bool) -> String? {
    guard isCausedByLoop else {
      inARow = 0
      return nil
    }
    inARow += 1
    if inARow > Self.limit { return nil }
    if inARow > Self.limit - Self.shown { latest.append("\(event) from \(origin.feedbackName)") }
    guard inARow == Self.limit else { return nil }
    defer { latest = [] }
    return """
      Spin: a loop has reduced \(Self.limit) events in a row that its own feedbacks caused, and does \
      not come to rest. The newest: \(latest.joined(separator: ", ")). If it is to rest, let these \
      feedbacks answer fewer states; on the caller's thread `emit` does not return before. \
      (Debug builds say so, once for each row.)
      """
  }
}

extension Origin {
  fileprivate var feedbackName: String {
    guard case .feedback(let feedback) = self else { return "outside" }
    return feedback.name.map { "\"\($0)\"" } ?? "feedback \(feedback.index)"
  }
}

#if DEBUG
  extension Drain {
    /// Takes note of an event that is about to be taken, in debug builds.
    @usableFromInline
    mutating func meter(_ event: Event, _ tag: EntryTag) {
      let report = runaway.noted(
        event, from: tag.origin(current.names), isCausedByLoop: isCausedByLoop(tag))
      if let report { Platform.printDiagnostic(report) }
    }

    private func isCausedByLoop(_ tag: EntryTag) -> Bool {
      if tag.kind == .immediate { return true }
      guard !tag.isOutside,
        engine.records[tag.feedback].kind != .source,
        let index = live.index(of: tag.serial)
      else { return false }
      return !live[index].isTimed
    }
  }
#endif
