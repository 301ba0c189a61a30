/// The entries that wait in a mailbox, in order of acceptance: a ring or a list.
///
/// The drain takes all entries of a ring at once. A mailbox that has a bound or keeps the times of
/// its events has a list, from which the drain takes one entry at a time. So an emitting thread can
/// find every waiting entry of a list and drop it.
///
/// ```
/// ring    a f b             all move to the queue of the drain
/// list    a  f  b  i        a moves to the queue when the drain is about to take it
/// ```
///
/// *Isolation*: accessed only under the lock of the mailbox.
struct Inbox: ~Copyable, Sendable {
  private var ring: EntryRing
  /// The list, instead of the ring.
  private let list: InboxList?

  init(_ events: TypeOps, _ list: InboxList?) {
    ring = EntryRing(events)
    self.list = list
  }

  var isEmpty: Bool { list?.entries.isEmpty ?? ring.isEmpty }

  /// The tag of the entry that is taken next; `nil` if there is none.
  var firstTag: EntryTag? {
    if let list { list.entries.firstTag } else { ring.firstTag }
  }

  /// Copies the event of the entry that is taken next; `nil` if it has none.
  mutating func copyFirstEvent(_ events: TypeOps) -> EventBox? {
    if let list { list.entries.firstEvent } else { ring.copyFirstEvent(events) }
  }

  /// Adds an entry at the end of the ring.
  ///
  /// - Parameters:
  ///   - tag: The tag of the entry.
  ///   - event: The event, which is taken; `nil` for a fact.
  @inline(__always)
  mutating func append(_ tag: EntryTag, taking event: EventPlace?) {
    if let event { ring.append(tag, taking: event) } else { ring.append(tag) }
  }

  /// Adds an entry at the end of the list, if there is room for it.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - event: The event, which is taken if the entry is added; `nil` for a fact, and if the entry
  ///     has the event.
  ///   - sender: The sender that waits if there is no room; `nil` if none may wait.
  ///   - site: The call that emits the event.
  ///   - displaced: Takes the entry in whose place the new one is, if any.
  /// - Returns: Why the entry is not in the list; `nil` if it is.
  func add(
    _ entry: ListedEntry, taking event: EventPlace?, from sender: WaitingSender?, at site: CodeSite,
    displacing displaced: inout EntryList.Displaced?
  ) -> Enqueued? {
    guard let list else { unreachable("a ring is taken for a list") }
    return list.entries.add(entry, from: sender, displacing: &displaced) {
      event.map { list.box(taking: $0, at: site) }
    }
  }

  /// Adds the entries of a block, for which there is always room.
  ///
  /// - Parameters:
  ///   - block: The entries, which are taken.
  ///   - listed: The same entries for a list, with their events.
  mutating func enqueue(_ block: inout EntryRing, _ listed: [ListedEntry]) {
    block.move(to: &ring)
    for entry in listed { list?.entries.append(entry) }
  }

  /// Moves all entries of a ring to the end of another one, and returns those of a list.
  @discardableResult
  mutating func takeAll(to other: inout EntryRing) -> [ListedEntry] {
    if let list { return list.entries.takeAll() }
    ring.move(to: &other)
    return []
  }

  // MARK: The memory of a burst

  var isBurst: Bool { ring.isBurst }

  mutating func releaseBurst() { ring.releaseBurst() }

  #if DEBUG
    /// The entries, in order; those of a ring without their events.
    var all: [ListedEntry] { list?.entries.all ?? ring.entries(copying: nil) }
  #endif
}

extension SlotRing<EntryTag> {
  /// Copies the event of the first entry; `nil` if there is none.
  mutating func copyFirstEvent(_ events: TypeOps) -> EventBox? {
    firstTag?.hasEvent == true ? EventBox(copying: firstEvent, events) : nil
  }
}

/// The list of an ``Inbox``, and what the mailbox needs to know about it outside of the lock.
final class InboxList: Sendable {
  let hasBound: Bool
  /// Whether an event that finds the loop idle passes by the list, see
  /// ``Mailbox/takeIdlePassingList(at:)``.
  ///
  /// NB: not if events have keys, because each event's key is asked for.
  let isPassable: Bool
  /// Whether senders wait for room.
  let letsSendersWait: Bool
  @safe @exclusivity(unchecked) nonisolated(unsafe) var entries: EntryList
  // Guard: the lock of the mailbox.
  /// The time at which the event that was taken last was accepted.
  ///
  /// At first it is the time at which the run was started, which the immediate events of transition
  /// 0 have.
  @safe nonisolated(unsafe) private(set) var takenTime: Duration
  // Guard: the owner of the drain.
  /// Where and why that event was emitted, if the loop is monitored.
  ///
  /// NB: without the event, which stored emitters would keep, because they keep the mailbox.
  @safe nonisolated(unsafe) private(set) var takenNote: EventNote?
  // Guard: the owner of the drain.
  /// How many entries were in the list when that event was taken.
  @safe nonisolated(unsafe) private(set) var leftCount = 0
  // Guard: the owner of the drain.
  /// Whether the next step is that of an event that has passed by the list.
  @safe nonisolated(unsafe) private var isPassed = false
  // Guard: the owner of the drain.
  /// Whether the loop is monitored.
  private let keepsNotes: Bool

  /// The clock for the times at which events are accepted; zero if the loop keeps no times.
  ///
  /// NB: a stored emitter keeps the list, which keeps the scheduler only if it is needed. The clock is not
  /// optional, because the compiler copies and destroys an optional closure by way of metadata.
  private let clock: @Sendable () -> Duration
  /// Whether the loop keeps times.
  private let keepsTimes: Bool
  /// The key that an event shares with the events that replace it.
  private let key: (@Sendable (EventPlace) -> CoalescingKey?)?
  private let events: TypeOps

  init(
    _ rule: MailboxRule?, timedBy scheduler: any SpinScheduler, keepsTimes: Bool, keepsNotes: Bool,
    isPassable: Bool, _ events: TypeOps
  ) {
    self.isPassable = isPassable && rule?.key == nil
    self.events = events
    self.keepsNotes = keepsNotes
    key = rule?.key
    entries = EntryList(capacity: rule?.capacity, rule?.overflow ?? .dropNewest)
    hasBound = rule != nil
    letsSendersWait = rule?.overflow.letsSendersWait == true
    if keepsTimes { clock = { scheduler.now } } else { clock = { .zero } }
    self.keepsTimes = keepsTimes
    takenTime = clock()
  }

  /// Returns what the list notes about an entry, without the event.
  ///
  /// NB: the clock and the keys are user code, and are called outside of the lock.
  ///
  /// - Parameters:
  ///   - tag: The tag of the entry.
  ///   - event: The event; `nil` for a fact.
  ///   - hasRoom: Whether there is always room for the entry.
  /// - Returns: The entry.
  func entry(_ tag: EntryTag, _ event: EventPlace?, hasRoom: Bool = false) -> ListedEntry {
    guard let event else {
      // The events after a delay have the time at which the delay ended. The event of an input has the time
      // of the input.
      let isTimed = tag.kind == .stageDue || tag.kind == .input
      return ListedEntry(tag: tag, time: isTimed ? now : .zero)
    }
    var entry = ListedEntry(tag: tag, time: now)
    if hasBound && !hasRoom && tag.needsRoom {
      entry.room = key?(event).map { .keyed($0) } ?? .place
    }
    return entry
  }

  /// Whether events replace each other by their keys.
  var hasKeys: Bool { key != nil }

  /// The time at which an event is accepted, if the loop keeps times.
  var now: Duration { keepsTimes ? clock() : .zero }

  /// The time at which the event of a waiting sender is accepted, if the next entry leaves room for it.
  var timeOfRoom: Duration { letsSendersWait ? now : .zero }

  /// Makes the box of an event, which has a note if the loop is monitored.
  func box(taking event: EventPlace, at site: CodeSite) -> EventBox {
    keepsNotes ? NotedEvent(taking: event, events, at: site) : EventBox(taking: event, events)
  }

  /// Where and why the event of an entry was emitted, if that is noted.
  func note(of entry: ListedEntry) -> EventNote? {
    guard keepsNotes, let event = entry.event else { return nil }
    return known(event, as: NotedEvent.self).note
  }

  /// Notes that an event of the calling thread is taken without having been in the list.
  func notePassing(at site: CodeSite, _ time: Duration) {
    isPassed = true
    if keepsTimes { takenTime = max(takenTime, time) }
    if keepsNotes {
      takenNote = EventNote(site: site, cause: ThreadFrame.Thread.current.value.cause.kept)
      leftCount = 0
    }
  }

  /// Returns whether the event that is first in the drain's queue has passed by the list.
  func endPassing() -> Bool {
    defer { isPassed = false }
    return isPassed
  }

  /// Notes that an entry was taken.
  ///
  /// NB: a thread reads the clock before it takes the lock, so a later event may have an earlier
  /// time. It counts as accepted no earlier than the event before it.
  func noteTaken(_ next: EntryList.Next) {
    if keepsTimes { takenTime = max(takenTime, next.entry.time) }
    if keepsNotes {
      // NB: unchecked, because the list has made the box.
      takenNote = next.entry.event.map { known($0, as: NotedEvent.self).note }
      leftCount = next.left
    }
    if let admitted = next.admitted { admitted.tell(.accepted) }
  }
}
