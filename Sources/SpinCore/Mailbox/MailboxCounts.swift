/// The counters of a bounded mailbox: see ``RunningSpin/mailboxCounts``.
public struct MailboxCounts: Hashable, Sendable {
  /// The maximum number of waiting events.
  public let capacity: Int

  /// How many of the waiting events count towards the capacity.
  public internal(set) var waiting = 0

  /// The largest value that `waiting` has had.
  public internal(set) var mostWaiting = 0

  /// How many events were dropped, old or new, because the mailbox was full.
  public internal(set) var full = 0

  /// How many events were dropped because a newer event had their key.
  public internal(set) var coalesced = 0

  /// How many senders wait for room.
  public internal(set) var senders = 0

  init(capacity: Int) {
    self.capacity = capacity
  }
}
