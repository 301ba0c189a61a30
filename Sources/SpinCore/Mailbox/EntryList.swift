/// The entries of an inbox that is a list, in order of acceptance, and the senders that wait for
/// room.
///
/// It knows no types, so that it is compiled once. The only user code that it calls is `==` of keys
/// that have one hash value.
///
/// *Isolation*: accessed only under the lock of the mailbox.
struct EntryList: Sendable {
  private let capacity: Int
  private let rule: OverflowRule
  private var entries = LinkedList<ListedEntry>()
  /// The oldest entry that counts towards the capacity.
  private var oldest: LinkedList<ListedEntry>.Index?
  /// The index of the event of each key that waits.
  private var indices: [CoalescingKey: LinkedList<ListedEntry>.Index] = [:]
  /// The senders that wait for room, first come, first served.
  ///
  /// While there are any, no other event gets room.
  private var senders = LinkedList<WaitingSender>()
  /// The indices of the senders whose events have tickets, by ticket number.
  private var indicesByTicket: [UInt64: LinkedList<WaitingSender>.Index] = [:]
  private(set) var counts: MailboxCounts

  init(capacity: Int?, _ rule: OverflowRule) {
    self.capacity = capacity ?? .max
    self.rule = rule
    counts = MailboxCounts(capacity: self.capacity)
  }

  var isEmpty: Bool { entries.isEmpty }

  /// An entry that had to make room, and is dropped.
  struct Displaced: Sendable {
    let entry: ListedEntry
    let reason: DropReason
  }

  /// Adds an entry at the end, if there is room for it.
  ///
  /// - Parameters:
  ///   - entry: The entry; without its event if `boxed` makes that.
  ///   - sender: The sender that waits if there is no room; `nil` if none may wait.
  ///   - displaced: Takes the entry in whose place the new one is, if any.
  ///   - boxed: Makes the event of an entry that gets room.
  /// - Returns: Why the entry is not in the list; `nil` if it is.
  mutating func add(
    _ entry: consuming ListedEntry, from sender: WaitingSender? = nil,
    displacing displaced: inout Displaced?, boxed: () -> EventBox? = { nil }
  ) -> Enqueued? {
    guard entry.counts else {
      append(entry, boxed())
      return nil
    }
    // NB: a key that has changed since, against the rules, may find a place that no longer exists.
    if let key = entry.key, let index = indices.removeValue(forKey: key), entries.has(index),
      entries[index].counts
    {
      counts.coalesced += 1
      displaced = Displaced(entry: remove(at: index), reason: .coalesced)
      append(entry, boxed())
      return nil
    }
    if counts.waiting < capacity {
      append(entry, boxed())
      return nil
    }
    if rule.letsSendersWait, let sender {
      append(sender)
      return .waits
    }
    counts.full += 1
    guard rule.dropsOldest, let oldest else { return .refused(.full) }
    displaced = Displaced(entry: remove(at: oldest), reason: .full)
    append(entry, boxed())
    return nil
  }

  /// An entry that is taken.
  struct Next: Sendable {
    /// The entry; none at first.
    var entry = ListedEntry(tag: EntryTag(.finished))
    /// The sender whose entry was accepted in the room of this one.
    var admitted: WaitingSender?
    /// How many entries are behind it.
    var left = 0
  }

  /// Takes the first entry.
  ///
  /// NB: not as an optional result, which the compiler copies and destroys by way of metadata.
  ///
  /// - Returns: Whether there was one.
  mutating func popFirst(at now: Duration, into next: inout Next) -> Bool {
    guard let first = entries.first else { return false }
    next.entry = remove(at: first)
    if let key = next.entry.key { indices[key] = nil }
    if next.entry.counts, let first = senders.first {
      let sender = removeSender(at: first)
      var accepted = sender.entry
      accepted.time = now
      append(accepted)
      next.admitted = sender
    }
    next.left = entries.count
    return true
  }

  /// Adds an entry at the end, for which there is always room.
  mutating func append(_ entry: consuming ListedEntry, _ event: EventBox? = nil) {
    if let event { entry.event = event }
    let (key, counts) = (entry.key, entry.counts)
    let index = entries.append(entry)
    guard counts else { return }
    if let key { indices[key] = index }
    if oldest == nil { oldest = index }
    self.counts.waiting += 1
    self.counts.mostWaiting = max(self.counts.mostWaiting, self.counts.waiting)
  }

  private mutating func remove(at index: LinkedList<ListedEntry>.Index) -> ListedEntry {
    if index == oldest {
      // NB: `oldest` passes each entry that does not count only once, because new entries are added behind
      // it.
      repeat {
        oldest = oldest.flatMap { entries.index(after: $0) }
      } while oldest.map { !entries[$0].counts } == true
    }
    let entry = entries.remove(at: index)
    if entry.counts { counts.waiting -= 1 }
    return entry
  }

  // MARK: Senders that wait for room

  private mutating func append(_ sender: WaitingSender) {
    let index = senders.append(sender)
    sender.index = index
    if sender.entry.tag.hasTicket { indicesByTicket[sender.entry.tag.serial] = index }
    counts.senders = senders.count
  }

  private mutating func removeSender(at index: LinkedList<WaitingSender>.Index) -> WaitingSender {
    let sender = senders.remove(at: index)
    sender.index = nil
    if sender.entry.tag.hasTicket { indicesByTicket[sender.entry.tag.serial] = nil }
    counts.senders = senders.count
    return sender
  }

  /// Removes a sender that gives up, and returns whether it was still waiting.
  mutating func withdraw(_ sender: WaitingSender, because reason: DropReason) -> Bool {
    guard let index = sender.index else { return false }
    _ = removeSender(at: index)
    if reason == .full { counts.full += 1 }
    return true
  }

  /// Removes the sender whose event has a ticket, if it waits.
  mutating func withdraw(ticket: UInt64) -> WaitingSender? {
    indicesByTicket[ticket].map { removeSender(at: $0) }
  }

  /// Appends the events of all senders that wait for room, because the drain is about to drop them.
  ///
  /// - Returns: The senders that waited.
  mutating func admitAll() -> [WaitingSender] {
    var all: [WaitingSender] = []
    while let index = senders.first {
      let sender = removeSender(at: index)
      append(
        ListedEntry(tag: sender.entry.tag, event: sender.entry.event, time: sender.entry.time))
      all.append(sender)
    }
    return all
  }

  /// The tag of the entry that is taken next.
  var firstTag: EntryTag? { entries.first.map { entries[$0].tag } }

  /// The event of that entry, if it has one.
  var firstEvent: EventBox? { entries.first.flatMap { entries[$0].event } }

  #if DEBUG
    /// The entries.
    ///
    /// - Complexity: O(n).
    var all: [ListedEntry] {
      var all: [ListedEntry] = []
      var next = entries.first
      while let index = next {
        all.append(entries[index])
        next = entries.index(after: index)
      }
      return all
    }
  #endif

  /// Takes all entries.
  mutating func takeAll() -> [ListedEntry] {
    var all: [ListedEntry] = []
    while let index = entries.first { all.append(remove(at: index)) }
    return all
  }
}
