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
final class ListedInbox: Sendable {
  let hasBound: Bool
  /// Whether senders wait for room.
  let letsSendersWait: Bool
  /// The clock for the times at which events are accepted, if the loop keeps times.
  let scheduler: (any SpinScheduler)?
  @safe @exclusivity(unchecked) nonisolated(unsafe) var list: EntryList
  // Guard: the lock of the mailbox.
  /// The time at which the event that was taken last was accepted.
  ///
  /// At first it is the time at which the run was started, which the immediate events of transition
  /// 0 have.
  @safe @exclusivity(unchecked) nonisolated(unsafe) var takenTime: Duration
  // Guard: the owner of the drain.

  /// The key that an event shares with the events that replace it.
  private let key: (@Sendable (EventPlace) -> CoalescingKeyObject?)?
  private let events: TypeOps

  init(_ rule: MailboxRule?, timedBy scheduler: (any SpinScheduler)?, _ events: TypeOps) {
    self.events = events
    key = rule?.keys?.key
    list = EntryList(
      capacity: rule?.capacity, rule?.overflow ?? .dropNewest, rule?.keys?.makePlaces())
    hasBound = rule != nil
    letsSendersWait = rule?.overflow == .suspend
    self.scheduler = scheduler
    takenTime = scheduler?.now ?? .zero
  }

  /// Makes the list's entry for an entry with an event.
  ///
  /// NB: the clock and the keys are user code, and are called outside of the lock.
  func listed(_ tag: EntryTag, taking event: EventPlace, hasRoom: Bool = false) -> ListedEntry {
    let counts = hasBound && !hasRoom && tag.needsRoom
    let key = counts ? key?(event) : nil
    return ListedEntry(
      tag, event: EventBox(taking: event, events), time: now, key: key, counts: counts)
  }

  /// Makes the list's entry for a fact.
  func fact(_ tag: EntryTag) -> ListedEntry {
    // The events of a delay have the time of its end, and that of an input has the input's.
    ListedEntry(tag, time: tag.kind == .stageDue || tag.kind == .input ? now : .zero)
  }

  var now: Duration { scheduler.map { $0.now } ?? .zero }

  /// Adds an entry; see ``EntryList/add(_:from:)``.
  ///
  /// Called under the lock.
  func add(_ entry: ListedEntry, from sender: WaitingSender?) -> EntryList.Addition {
    list.add(entry, from: sender)
  }

  /// Takes the next entry; `nil` if there is none.
  ///
  /// Called under the lock.
  func takeFirst(at now: Duration) -> Next? {
    guard let (entry, admitted) = list.popFirst(at: now) else { return nil }
    return Next(entry: entry, admitted: admitted, isLast: list.isEmpty)
  }

  /// Puts the events of all senders that wait for room into the list; see ``EntryList/admitAll()``.
  ///
  /// Called under the lock.
  func admitAll() -> [WaitingSender] { list.admitAll() }

  /// The next entry.
  struct Next: Sendable {
    let entry: ListedEntry
    /// The sender whose entry was accepted in the room of this one.
    let admitted: WaitingSender?
    /// Whether no other entry waits.
    let isLast: Bool
  }

  /// Notes that an entry was taken.
  ///
  /// NB: a thread reads the clock before it takes the lock, so a later event may have an earlier
  /// time. It counts as accepted no earlier than the event before it.
  func noteTaken(_ next: Next) {
    takenTime = max(takenTime, next.entry.time)
    if let admitted = next.admitted { admitted.tell(.accepted) }
  }
}
