/// The inbox of a mailbox that has a bound or keeps the times of its events.
///
/// All waiting entries are in one list, under the lock of the mailbox, until the drain takes them
/// one at a time. So an emitting thread can find every waiting entry and drop it. The drain's queue
/// holds only the mark that something waits, ``EntryTag/Kind/listed``, and at first the immediate
/// events of transition 0:
///
/// ```
/// list    a  f  b  i        an event, a fact, an event, an immediate event
/// queue   i0 i0             later: listed
/// ```
@usableFromInline
final class ListedInbox<Event: Sendable>: Sendable {
  @usableFromInline let core: ListedCore
  /// Whether an event counts towards the bound; `nil` if all do.
  @usableFromInline let counts: (@Sendable (Event) -> Bool)?
  /// The key that an event shares with the events that replace it.
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

  /// Makes the list's entry for an entry.
  ///
  /// NB: the clock and the keys are user code, and are called outside of the lock.
  @inlinable
  func listed(_ entry: Entry<Event>, hasRoom: Bool = false) -> ListedEntry {
    guard let event = entry.event else {
      // The events of a delay have the time of its end.
      return ListedEntry(entry.tag, time: entry.tag.kind == .stageDue ? core.now : .zero)
    }
    let counts = core.hasBound && !hasRoom && entry.tag.needsRoom && self.counts?(event) != false
    return ListedEntry(
      entry.tag, event: EventBox(event), time: core.now, key: counts ? key?(event) : nil,
      counts: counts)
  }
}

/// The part of a listed inbox that does not know the event type.
///
/// NB: code that is generic over the event would look up type metadata repeatedly for each entry.
@usableFromInline
final class ListedCore: Sendable {
  @usableFromInline let hasBound: Bool
  /// Whether senders wait for room.
  @usableFromInline let letsSendersWait: Bool
  /// The clock for the times at which events are accepted, if the loop keeps times.
  @usableFromInline let scheduler: (any SpinScheduler)?
  @safe @exclusivity(unchecked) nonisolated(unsafe) var list: EntryList
  // Guard: the lock of the mailbox.
  /// The time at which the event that was taken last was accepted.
  ///
  /// At first it is the time at which the run was started, which the immediate events of transition
  /// 0 have.
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

  /// Puts the events of all senders that wait for room into the list; see ``EntryList/admitAll()``.
  ///
  /// Called under the lock.
  @usableFromInline
  func admitAll() -> [WaitingSender] { list.admitAll() }

  /// The next entry.
  @usableFromInline
  struct Next: Sendable {
    @usableFromInline let entry: ListedEntry
    /// The sender whose entry was accepted in the room of this one.
    @usableFromInline let admitted: WaitingSender?
    /// Whether no other entry waits.
    @usableFromInline let isLast: Bool
  }

  /// Notes that an entry was taken.
  ///
  /// NB: a thread reads the clock before it takes the lock, so a later event may have an earlier
  /// time. It counts as accepted no earlier than the event before it.
  @inlinable
  func noteTaken(_ next: Next) {
    takenTime = max(takenTime, next.entry.time)
    if let admitted = next.admitted { admitted.tell(.accepted) }
  }
}
