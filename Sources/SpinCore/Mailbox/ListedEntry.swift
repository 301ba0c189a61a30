/// An entry of a mailbox with a list.
@usableFromInline
struct ListedEntry: Sendable {
  @usableFromInline let tag: EntryTag
  /// The event in an ``EventBox``; `nil` for a fact.
  @usableFromInline let event: (any AnyObject & Sendable)?
  /// When it was accepted, if the loop wants to know.
  @usableFromInline var time: Duration
  /// What the event has in common with those that replace it, and that it replaces.
  @usableFromInline let key: CoalescingKeyObject?
  /// Whether it needs room.
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

  /// The same entry for code that knows the event.
  ///
  /// NB: not checked, because the mailbox has made the box.
  @inlinable
  func entry<Event>(_: Event.Type) -> Entry<Event> {
    guard let event else { return Entry(tag) }
    return Entry(tag, unsafe unsafeDowncast(event, to: EventBox<Event>.self).event)
  }

  /// The same entry, accepted later.
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

/// A sender that waits for room in a mailbox for one event.
@usableFromInline
final class WaitingSender: Sendable {
  let entry: ListedEntry
  /// The mailbox calls it with the fate of the event, under no lock.
  @usableFromInline let tell: @Sendable (EmitResult) -> Void
  @safe @exclusivity(unchecked) nonisolated(unsafe) var place: LinkedList<WaitingSender>.Place?
  // Guard: the lock of the mailbox.

  init(_ entry: ListedEntry, tell: @escaping @Sendable (EmitResult) -> Void) {
    self.entry = entry
    self.tell = tell
  }
}
