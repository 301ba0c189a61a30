/// An entry of an inbox that is a list.
struct ListedEntry: Sendable {
  let tag: EntryTag
  /// The event; `nil` for a fact, and until the entry gets room.
  var event: EventBox?
  /// The time at which it was accepted, if the loop keeps times.
  var time = Duration.zero
  /// The room that it takes.
  var room = Room.none

  /// The room that an entry takes.
  enum Room: Sendable {
    case none
    /// It counts towards the capacity.
    case place
    /// It counts towards the capacity, and replaces the event of the same key, or is replaced.
    case keyed(CoalescingKey)
  }

  /// Whether it counts towards the capacity.
  var counts: Bool { if case .none = room { false } else { true } }

  /// The key that the event shares with the events that replace it or that it replaces.
  var key: CoalescingKey? { if case .keyed(let key) = room { key } else { nil } }
}

/// An event in the list of a monitored loop, with where and why it was emitted.
///
/// NB: a subclass of the box has the note, so that the entries of loops that are not monitored do not grow.
// Guard: a constant, which is Sendable.
final class NotedEvent: EventBox, @unchecked Sendable {
  let note: EventNote

  init(taking event: EventPlace, _ ops: TypeOps, at site: CodeSite) {
    note = EventNote(site: site, cause: ThreadFrame.Thread.current.value.cause.kept)
    super.init(taking: event, ops)
  }
}

/// Where and why an event was emitted.
struct EventNote: Sendable {
  let site: CodeSite
  /// The step that has led to it, and the effect that has delivered it.
  let cause: KeptCause?
}

/// A sender that waits until a mailbox has room for its event.
final class WaitingSender: Sendable {
  let entry: ListedEntry
  /// The mailbox calls it with the fate of the event, and under no lock.
  let tell: @Sendable (EmitResult) -> Void
  @safe nonisolated(unsafe) var index: LinkedList<WaitingSender>.Index?
  // Guard: the lock of the mailbox.

  init(_ entry: ListedEntry, tell: @escaping @Sendable (EmitResult) -> Void) {
    self.entry = entry
    self.tell = tell
  }
}
