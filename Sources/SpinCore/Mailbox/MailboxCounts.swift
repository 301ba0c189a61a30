/// The counters of a bounded mailbox: see ``RunningSpin/mailboxCounts``.
public struct MailboxCounts: Hashable, Sendable {
  /// How many events may wait.
  public let capacity: Int

  /// How many events wait, of those that count.
  public internal(set) var waiting = 0

  /// The most that have waited at one time.
  public internal(set) var mostWaiting = 0

  /// How many events were dropped, old or new, because the mailbox was full.
  public internal(set) var full = 0

  /// How many events were dropped because a newer one of their key came.
  public internal(set) var coalesced = 0

  /// How many senders wait for room.
  public internal(set) var senders = 0

  init(capacity: Int) {
    self.capacity = capacity
  }
}
