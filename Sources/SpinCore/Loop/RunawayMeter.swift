/// Counts the events that a loop causes by itself, see ``RunawayAlarm``.
///
/// *Isolation*: belongs to the owner of the drain.
@usableFromInline
final class RunawayMeter<Event: Sendable> {
  /// The number of events in a report.
  static var shown: Int { 64 }

  private let limit: Int
  private var inARow = 0
  private var newest: [RunawayReport<Event>.Cause] = []

  @usableFromInline
  init(limit: Int) {
    self.limit = limit
  }

  /// Notes an event, and returns a report each time the limit is reached.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - feedback: The feedback that it came from.
  /// - Returns: The report; `nil` if the limit was not reached.
  func noted(
    _ event: Event, from feedback: @autoclosure () -> FeedbackOrigin
  ) -> RunawayReport<Event>? {
    inARow += 1
    let missing = (limit - inARow % limit) % limit
    if missing < Self.shown {
      newest.append(RunawayReport.Cause(feedback: feedback(), event: event))
    }
    guard missing == 0 else { return nil }
    defer { newest = [] }
    return RunawayReport(count: inARow, newest: newest)
  }

  /// Starts the count again, because the next event had to wait for time to pass.
  func startAgain() {
    inARow = 0
    // The newest events may hold user objects.
    if !newest.isEmpty { newest = [] }
  }
}

extension Drain {
  /// Notes an event that is about to be reduced, in a loop that has an alarm.
  ///
  /// A stale event is not reduced, so it neither counts nor starts the count again.
  @usableFromInline @inline(never)
  mutating func meter(
    _ event: Event, _ tag: EntryTag, _ context: borrowing RunContext<State, Event>
  ) {
    guard let meter = context.meter, let isCausedByLoop = isCausedByLoop(tag) else { return }
    guard isCausedByLoop else { return meter.startAgain() }
    let names = context.mailbox.names
    guard let report = meter.noted(event, from: tag.feedbackOrigin(names)) else { return }
    context.runaway?.report(report)
    mustYield = true
    context.mailbox.nudge()
  }

  /// Whether an event counts; `nil` if it is stale.
  private func isCausedByLoop(_ tag: EntryTag) -> Bool? {
    if tag.kind == .immediate { return true }
    if tag.isOutside { return false }
    let kind = engine.records[tag.feedback].kind
    if kind == .source || kind == .receiver { return false }
    return work?.find(tag).map { !$0.isTimed }
  }
}
