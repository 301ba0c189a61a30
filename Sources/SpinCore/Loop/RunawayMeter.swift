/// Counts the events that a loop causes by itself, see ``RunawayAlarm``.
///
/// *Isolation*: belongs to the owner of the drain.
final class RunawayMeter {
  /// The number of events in a report.
  static var shown: Int { 64 }

  private let rule: RunawayRule
  private var inARow = 0
  private var newest: [(feedback: FeedbackOrigin, event: EventBox)] = []

  init(_ rule: RunawayRule) {
    self.rule = rule
  }

  /// Notes an event, and returns whether the limit is reached, which is reported then.
  ///
  /// - Parameters:
  ///   - event: Copies the event.
  ///   - feedback: The feedback that it came from.
  /// - Returns: A function that reports; `nil` if the limit was not reached.
  func noted(
    _ event: @autoclosure () -> EventBox, from feedback: @autoclosure () -> FeedbackOrigin
  ) -> (() -> Void)? {
    inARow += 1
    let missing = (rule.limit - inARow % rule.limit) % rule.limit
    if missing < Self.shown { newest.append((feedback(), event())) }
    guard missing == 0 else { return nil }
    let (count, newest) = (inARow, newest)
    self.newest = []
    return { [rule] in rule.report(count, newest) }
  }

  /// Starts the count again, because the next event had to wait for time to pass.
  func startAgain() {
    inARow = 0
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
