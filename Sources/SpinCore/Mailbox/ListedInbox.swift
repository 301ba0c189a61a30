/// The inbox of a mailbox that has a bound, or keeps the times of its events.
///
/// All that waits is in one list, under the lock of the mailbox, until the drain takes it, one
/// entry at a time. So the thread that emits finds every entry that waits, and can drop it. In the
/// queue of the drain there is only the mark that something waits, ``EntryTag/Kind/listed``, and,
/// before anything else, the immediate events of transition 0:
///
/// ```
/// list    a  f  b  i        an event, a fact, an event, an immediate event
/// queue   i0 i0             later: listed
/// ```
@usableFromInline
final class ListedInbox<Event: Sendable>: Sendable {
  @usableFromInline let core: ListedCore
  /// Whether the bound is one for this event.
  @usableFromInline let counts: (@Sendable (Event) -> Bool)?
  /// What an event has in common with those that replace it.
  @usableFromInline let key: (@Sendable (Event) -> CoalescingKeyObject?)?

  @usableFromInline
  init(_ bound: MailboxBound<Event>, timedBy scheduler: (any SpinScheduler)?) {
    let rule = bound.rule
    counts = rule?.counts
    key = rule?.overflow.keys?.key
    core = ListedCore(
      EntryList(
        capacity: rule?.capacity, rule?.overflow.rule ?? .dropNewest,
        rule?.overflow.keys?.makePlaces()),
      hasBound: rule != nil, letsSendersWait: rule?.overflow.rule == .suspend, scheduler)
  }

  /// NB: the clock and the keys are the user's, and are asked outside of the lock.
  @inlinable
  func listed(_ entry: Entry<Event>, hasRoom: Bool = false) -> ListedEntry {
    guard let event = entry.event else { return ListedEntry(entry.tag) }
    let counts = core.hasBound && !hasRoom && entry.tag.needsRoom && self.counts?(event) != false
    return ListedEntry(
      entry.tag, event: EventBox(event), time: core.now, key: counts ? key?(event) : nil,
      counts: counts)
  }
}

/// What such an inbox is made of that knows no types.
///
/// NB: code that is generic over the event would look types up again and again for each entry.
@usableFromInline
final class ListedCore: Sendable {
  @usableFromInline let hasBound: Bool
  /// Whether senders wait for room.
  @usableFromInline let letsSendersWait: Bool
  /// Asked for the time at which an event is accepted, if the loop wants to know it.
  @usableFromInline let scheduler: (any SpinScheduler)?
  @safe @exclusivity(unchecked) nonisolated(unsafe) var list: EntryList
  // Guard: the lock of the mailbox.
  /// When the event was accepted that was taken last; at first when the run was started, which is
  /// the time of the immediate events of transition 0.
  @usableFromInline @safe @exclusivity(unchecked) nonisolated(unsafe) var takenTime: Duration
  // Guard: the owner of the drain.

  init(
    _ list: EntryList, hasBound: Bool, letsSendersWait: Bool, _ scheduler: (any SpinScheduler)?
  ) {
    self.list = list
    self.hasBound = hasBound
    self.letsSendersWait = hasBound && letsSendersWait
    self.scheduler = scheduler
    takenTime = scheduler?.now ?? .zero
  }

  @inlinable var now: Duration { scheduler.map { $0.now } ?? .zero }

  /// Adds an entry; see ``EntryList/add(_:from:)``.
  ///
  /// Called under the lock.
  @usableFromInline
  func add(_ entry: ListedEntry, from sender: WaitingSender?) -> EntryList.Addition {
    list.add(entry, from: sender)
  }

  /// Takes the next entry; `nil` if there is none.
  ///
  /// Called under the lock.
  @usableFromInline
  func takeFirst(at now: Duration) -> ListedCore.Next? {
    guard let (entry, admitted) = list.popFirst(at: now) else { return nil }
    return Next(entry: entry, admitted: admitted, isLast: list.isEmpty)
  }

  /// Puts the events of all who wait for room into the list; see ``EntryList/admitAll()``.
  ///
  /// Called under the lock.
  @usableFromInline
  func admitAll() -> [WaitingSender] { list.admitAll() }

  /// The next entry.
  @usableFromInline
  struct Next: Sendable {
    @usableFromInline let entry: ListedEntry
    /// The sender whose entry has got the room.
    @usableFromInline let admitted: WaitingSender?
    /// Whether nothing waits any more.
    @usableFromInline let isLast: Bool
  }

  /// Notes that an entry was taken.
  ///
  /// NB: a thread looks at the clock before it has the lock, so a later event may have an earlier
  /// time; it was accepted after the one before it all the same.
  @inlinable
  func noteTaken(_ next: Next) {
    if next.entry.event != nil { takenTime = max(takenTime, next.entry.time) }
    if let admitted = next.admitted { admitted.tell(.accepted) }
  }
}
