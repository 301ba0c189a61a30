/// Counts the events that a loop causes by itself, see ``RunawayAlarm``.
///
/// *Isolation*: belongs to the owner of the drain.
final class RunawayMeter {
  /// The number of events in a report.
  static var shown: Int { 64 }

  private let rule: RunawayRule
  private var inARow = 0
  /// The number of events in a row that is reported next: the limit, and then twice the number before.
  private var next: Int
  private var newest: [(feedback: FeedbackOrigin, event: EventBox)] = []

  init(_ rule: RunawayRule) {
    self.rule = rule
    next = rule.limit
  }

  /// Notes an event, and returns whether the turn must yield, as it does after each `limit` events.
  ///
  /// - Parameters:
  ///   - event: Copies the event.
  ///   - feedback: The feedback that it came from.
  /// - Returns: What to do before the turn yields, which is a report if one is due; `nil` if it goes on.
  func noted(
    _ event: @autoclosure () -> EventBox, from feedback: @autoclosure () -> FeedbackOrigin
  ) -> (() -> Void)? {
    inARow += 1
    let missing = next - inARow
    if missing < Self.shown { newest.append((feedback(), event())) }
    guard missing == 0 else { return inARow % rule.limit == 0 ? {} : nil }
    let (count, newest) = (inARow, newest)
    (self.newest, next) = ([], 2 * next)
    return { [rule] in rule.report(count, newest) }
  }

  /// Starts the count again, because the next event had to wait for time to pass.
  func startAgain() {
    (inARow, next) = (0, rule.limit)
    // The newest events may hold user objects.
    if !newest.isEmpty { newest = [] }
  }
}

/// A ``RunawayAlarm``, for code that does not know the event type.
struct RunawayRule: Sendable {
  let limit: Int
  /// Reports the number of events so far, and the newest of them.
  let report: @Sendable (Int, [(feedback: FeedbackOrigin, event: EventBox)]) -> Void
}
