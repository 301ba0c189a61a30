/// An alarm that goes off if a loop does not come to rest.
///
/// A loop counts the consecutive events that its own steps caused and that did not have to wait for
/// time to pass: immediate events, and events that a body or a callback delivered. An event from
/// outside, a source, a delay or a period starts the count again, and so does the end of a
/// throttle's period. So a tick every second never counts.
///
/// ```swift
/// var options = RunOptions<State, Event>()
/// options.runaway = .after(100_000) { report in log.warning("\(report)") }
/// ```
public struct RunawayAlarm<Event: Sendable>: Sendable {
  let limit: Int
  let report: @Sendable (RunawayReport<Event>) -> Void

  /// Calls a closure after a number of consecutive events, and again whenever their number has doubled.
  ///
  /// After each `count` events, reported or not, the loop's turn yields: other work on its executor or
  /// queue runs before it goes on. If a thread runs each turn to its end, as on the caller's thread, the
  /// turn goes on after other threads had a chance to run. A runtime of your own yields if it runs its
  /// turns by ``Turn/run(limit:)``.
  ///
  /// *Isolation*: called by the loop, before it reduces the event that is reported.
  ///
  /// *Reentrancy*: the closure may emit, which enqueues, and may stop or suspend the loop.
  ///
  /// - Parameters:
  ///   - count: The number of events: 1 or more. Debug builds trap on a smaller number, which
  ///     counts as 1 in release builds.
  ///   - report: Called with the newest events and the feedbacks that they came from.
  /// - Returns: The alarm.
  /// - Complexity: Each event that counts costs a lookup of its execution; the last 64 events
  ///   before a report are copied.
  public static func after(
    _ count: Int, _ report: @escaping @Sendable (RunawayReport<Event>) -> Void
  ) -> RunawayAlarm {
    let limit = atLeastOne(
      count, "A runaway alarm after \(count) events: the number must be 1 or more.")
    return RunawayAlarm(limit: limit, report: report)
  }

  /// The default: in debug builds of Spin, a line on standard error after 100,000 events, after 200,000,
  /// 400,000 and so on; otherwise `nil`.
  public static var standard: RunawayAlarm? {
    #if DEBUG
      .after(100_000) { SystemCall.printDiagnostic("Spin: \($0)") }
    #else
      nil
    #endif
  }
}

extension RunawayAlarm {
  var rule: RunawayRule {
    RunawayRule(limit: limit) { [report] count, newest in
      report(
        RunawayReport(
          count: count,
          newest: newest.map {
            RunawayReport.Cause(
              feedback: $0.feedback, event: $0.event.place.address(of: Event.self).value)
          }))
    }
  }
}

/// A report of a loop that does not come to rest, see ``RunawayAlarm``.
public struct RunawayReport<Event: Sendable>: Sendable, CustomStringConvertible {
  /// An event, and the feedback that it came from.
  public struct Cause: Sendable {
    /// The feedback whose effect emitted the event.
    public let feedback: FeedbackOrigin

    /// The event, which was reduced or is about to be.
    public let event: Event

    /// Creates a value for testing a closure.
    public init(feedback: FeedbackOrigin, event: Event) {
      self.feedback = feedback
      self.event = event
    }
  }

  /// The number of consecutive events that the loop has caused so far.
  public let count: Int

  /// The newest of these events, at most 64, oldest first.
  public let newest: [Cause]

  /// Creates a value for testing a closure.
  public init(count: Int, newest: [Cause]) {
    self.count = count
    self.newest = newest
  }

  /// A text with the newest four events and a remedy.
  public var description: String {
    let shown = newest.suffix(4).map { "\($0.event) from \($0.feedback)" }
    return """
      a loop has reduced \(count) events in a row that its own feedbacks caused, and has not come to rest \
      yet. The newest: \(shown.joined(separator: ", ")). If it is to rest, let these feedbacks return no \
      effect for some states; on the caller's thread `emit` does not return before the loop rests. \
      (RunOptions.runaway says who is told; by default only debug builds are.)
      """
  }
}

extension RunawayReport.Cause: Equatable where Event: Equatable {}
