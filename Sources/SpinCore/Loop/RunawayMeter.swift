/// Counts the events that a loop brings about by itself, see ``RunawayAlarm``.
///
/// *Isolation*: belongs to the owner of the drain.
@usableFromInline
final class RunawayMeter<Event: Sendable> {
  /// How many events a report has.
  static var shown: Int { 64 }

  private let limit: Int
  private var inARow = 0
  private var newest: [RunawayReport<Event>.Cause] = []

  @usableFromInline
  init(limit: Int) {
    self.limit = limit
  }

  /// Notes an event; returns a report each time the limit is reached.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - feedback: The feedback that brought it; nil for one that is not caused by the loop.
  /// - Returns: The report, if there is one to make.
  func noted(
    _ event: Event, from feedback: @autoclosure () -> FeedbackOrigin?
  ) -> RunawayReport<Event>? {
    guard let feedback = feedback() else {
      startAgain()
      return nil
    }
    inARow += 1
    let missing = (limit - inARow % limit) % limit
    if missing < Self.shown {
      newest.append(RunawayReport.Cause(feedback: feedback, event: event))
    }
    guard missing == 0 else { return nil }
    defer { newest = [] }
    return RunawayReport(count: inARow, newest: newest)
  }

  /// Starts the count again, because time had to pass for what comes next.
  func startAgain() {
    inARow = 0
    // The newest events may hold objects of the user's.
    if !newest.isEmpty { newest = [] }
  }
}

extension Drain {
  /// Takes note of an event that is about to be taken, in a loop that has an alarm.
  @usableFromInline @inline(never)
  mutating func meter(_ event: Event, _ tag: EntryTag, _ context: RunContext<State, Event>) {
    let names = current.names
    let isCausedByLoop = isCausedByLoop(tag)
    let report = runaway?.noted(event, from: isCausedByLoop ? tag.feedbackOrigin(names) : nil)
    guard let report else { return }
    context.runaway?.report(report)
    mustYield = true
    context.mailbox.nudge()
  }

  private func isCausedByLoop(_ tag: EntryTag) -> Bool {
    if tag.kind == .immediate { return true }
    if tag.isOutside { return false }
    let kind = engine.records[tag.feedback].kind
    guard kind != .source, kind != .receiver, let execution = findLive(tag)
    else { return false }
    return !execution.isTimed
  }
}
