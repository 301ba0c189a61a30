/// The fate of an event that finds a full mailbox: see ``MailboxBound``.
///
/// Every event that is refused or dropped is reported to ``RunOptions/onDrop`` and counted: see
/// ``RunningSpin/mailboxCounts``. An event of a `send` or `ask` whose task is cancelled while it
/// waits for room was never emitted, so it is neither reported nor counted.
public struct OverflowPolicy<Event: Sendable>: Sendable {
  let rule: OverflowRule
  /// Returns the key of an event, if events of one key replace each other.
  var key: (@Sendable (EventPlace) -> CoalescingKey?)?

  /// The oldest waiting event that needs room is dropped as ``DropReason/full``.
  ///
  /// The thread that emits the new event reports the old one.
  public static var dropOldest: OverflowPolicy { OverflowPolicy(rule: .dropOldest) }

  /// The event is refused as ``DropReason/full``.
  public static var dropNewest: OverflowPolicy { OverflowPolicy(rule: .dropNewest) }

  /// A sender that can wait does so until there is room, first come, first served.
  ///
  /// Room goes to the senders that wait: while there are any, an event that is emitted without
  /// waiting is refused. Use `send` for an event that must not be lost, such as one that ends the
  /// work.
  ///
  /// `send`, `ask` and ``Emitter/send(_:)`` wait, and so do effects and feedbacks that yield a
  /// sequence. ``RunningSpin/emit(_:)`` and an emitter that is called as a function never wait:
  /// their event is refused as ``DropReason/full``. So a reducer or an observer that emits into its
  /// own loop never waits for itself.
  public static var suspend: OverflowPolicy { OverflowPolicy(rule: .suspend) }

  /// A new event replaces the waiting event of the same key, whether the mailbox is full or not.
  ///
  /// ```swift
  /// options.mailbox = .bounded(100, .coalesce { event in
  ///   if case .moved(let pointer, _) = event { pointer } else { nil }
  /// })
  /// ```
  ///
  /// The old event is dropped as ``DropReason/coalesced``, and the new one waits behind all others, so that
  /// events are reduced in the order in which they were accepted. If the mailbox is full and no event of the
  /// key waits, the new event is refused as ``DropReason/full``. The old event is dropped even if the effect
  /// that emits the new one is cancelled before its event is taken.
  ///
  /// *Isolation*: the thread that emits calls `key`, and the `hash(into:)` of the result. Keys are compared
  /// under the mailbox's lock. So the program traps if a `==` or `hash(into:)` of a key emits into the
  /// loop, stops a loop, or reads its state or its counters.
  ///
  /// - Parameter key: Returns the value that events that replace each other have in common; `nil`
  ///   for an event that replaces none.
  /// - Returns: A policy.
  public static func coalesce<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (_ event: Event) -> Key?
  ) -> OverflowPolicy {
    OverflowPolicy(rule: .dropNewest) { event in
      key(event.address(of: Event.self).value).flatMap { .of($0) }
    }
  }
}

/// The fate of an event that finds a full mailbox, if no waiting event has its key.
enum OverflowRule: Sendable {
  case dropOldest
  case dropNewest
  case suspend

  /// Whether a sender may wait for room.
  var letsSendersWait: Bool {
    switch self {
    case .suspend: true
    case .dropOldest, .dropNewest: false
    }
  }

  /// Whether the oldest event makes room.
  var dropsOldest: Bool {
    switch self {
    case .dropOldest: true
    case .dropNewest, .suspend: false
    }
  }
}
