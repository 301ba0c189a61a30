/// An entry of a mailbox with a list.
@usableFromInline
struct ListedEntry: Sendable {
  @usableFromInline let tag: EntryTag
  /// The event in an ``EventBox``; `nil` for a fact.
  @usableFromInline let event: (any AnyObject & Sendable)?
  /// The time at which it was accepted, if the loop keeps times.
  @usableFromInline var time: Duration
  /// The key that the event shares with the events that replace it or that it replaces.
  @usableFromInline let key: CoalescingKeyObject?
  /// Whether it counts towards the capacity.
  @usableFromInline let counts: Bool

  @inlinable
  init(
    _ tag: EntryTag, event: (any AnyObject & Sendable)? = nil, time: Duration = .zero,
    key: CoalescingKeyObject? = nil, counts: Bool = false
  ) {
    self.tag = tag
    self.event = event
    self.time = time
    self.key = key
    self.counts = counts
  }

  /// Returns the same entry for code that knows the event type.
  ///
  /// NB: unchecked, because the mailbox made the box.
  @inlinable
  func entry<Event>(_: Event.Type) -> Entry<Event> {
    guard let event else { return Entry(tag) }
    return Entry(tag, unsafe unsafeDowncast(event, to: EventBox<Event>.self).event)
  }

  /// Returns the same entry, accepted later.
  func accepted(at time: Duration) -> ListedEntry {
    var entry = self
    entry.time = time
    return entry
  }
}

/// An event on the heap.
@usableFromInline
final class EventBox<Event: Sendable>: Sendable {
  @usableFromInline let event: Event

  @inlinable
  init(_ event: Event) {
    self.event = event
  }
}

/// A sender that waits until a mailbox has room for its event.
@usableFromInline
final class WaitingSender: Sendable {
  let entry: ListedEntry
  /// The mailbox calls it with the fate of the event, and under no lock.
  @usableFromInline let tell: @Sendable (EmitResult) -> Void
  @safe @exclusivity(unchecked) nonisolated(unsafe) var place: LinkedList<WaitingSender>.Place?
  // Guard: the lock of the mailbox.

  init(_ entry: ListedEntry, tell: @escaping @Sendable (EmitResult) -> Void) {
    self.entry = entry
    self.tell = tell
  }
}
