/// The number of events that may wait in a loop's mailbox, and the fate of events that find no
/// room.
///
/// ```swift
/// var options = RunOptions<Log, Event>()
/// options.mailbox = .bounded(1_000, .dropOldest)
/// ```
///
/// An event counts from the moment it is accepted until the loop takes it, if it comes from outside or
/// an effect emits it. An event that a state may wait for does not count, and always has room:
///
/// - an immediate event, also of a later stage of an effect,
/// - the last event of an effect, which `run` returns, `after` delivers, or `catch:` makes of an error,
/// - the end of an effect,
/// - the event of a signal that the process has received.
///
/// Apart from events of signals, each effect has a fixed number of these, so the effects limit how many of
/// them wait.
///
/// A message of a ``Gear`` and a value of a followed loop are events that an effect emits: a full
/// mailbox may refuse or drop them.
///
/// - Complexity: A bounded mailbox takes its lock twice for each event, and allocates twice; with keys, once
///   more. An unbounded mailbox has no such cost. Nor has a bounded mailbox without keys, if the loop takes
///   the event at once: on the caller's thread, and while the loop is idle.
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
