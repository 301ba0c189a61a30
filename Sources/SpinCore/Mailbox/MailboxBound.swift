/// The number of events that may wait in a loop's mailbox, and the fate of events that find no
/// room.
///
/// ```swift
/// var options = RunOptions<Log, Event>()
/// options.mailbox = .bounded(1_000, .dropOldest)
/// ```
///
/// The events that count are those from outside and those that effects emit, from the moment they
/// are accepted until the loop takes them. Events that a state may wait for always have room:
/// immediate events, the events of a part of an effect that begins late, the last event of an
/// effect, such as the one that `run` returns, `after` delivers or `catch:` makes of an error, the
/// end of an effect, and signals. Apart from signals, their number is limited by the effects: each
/// effect has a fixed number of them.
///
/// A message of a ``Gear`` and a value of a followed loop are events that an effect emits: a full
/// mailbox may refuse or drop them.
///
/// - Complexity: A bounded mailbox takes its lock twice for each event, and allocates once; with
///   keys, twice. An unbounded mailbox has no such cost.
public struct MailboxBound<Event: Sendable>: Sendable {
  /// The maximum number of waiting events; `nil` without a bound.
  public var capacity: Int? { rule?.capacity }

  /// NB: on the heap, so that options without a bound, the usual case, are copied quickly.
  let rule: MailboxRule?

  /// Any number of events may wait.
  public static var unbounded: MailboxBound { MailboxBound(rule: nil) }

  /// At most `capacity` events may wait.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of waiting events: 1 or more. Debug builds trap on a smaller
  ///     number, which counts as 1 in release builds.
  ///   - overflow: The fate of an event that finds no room.
  /// - Returns: A bound.
  public static func bounded(
    _ capacity: Int, _ overflow: OverflowPolicy<Event>
  ) -> MailboxBound {
    let capacity = atLeastOne(
      capacity,
      "A mailbox bounded to \(capacity) events would accept none: the capacity must be 1 or more.")
    return MailboxBound(rule: MailboxRule(capacity, overflow.rule, overflow.key))
  }
}

/// A ``MailboxBound``, for code that does not know the event type.
final class MailboxRule: Sendable {
  let capacity: Int
  /// The fate of an event that finds no room.
  let overflow: OverflowRule
  /// Returns the key of an event, if it has one.
  let key: (@Sendable (EventPlace) -> CoalescingKey?)?

  init(
    _ capacity: Int, _ overflow: OverflowRule, _ key: (@Sendable (EventPlace) -> CoalescingKey?)?
  ) {
    self.capacity = capacity
    self.overflow = overflow
    self.key = key
  }
}
