internal import Synchronization

/// Somebody who awaits what becomes of one event.
///
/// The tag of the event has the number of the ticket, and nothing else does: an event that nobody
/// awaits costs nothing for it.
///
/// *Isolation*: ``decide`` is called by the owner of the drain, or by whoever is refused; it is
/// quick and never the user's code. ``tell`` is called when the loop rests, see
/// ``LoopWaiter/Occasion``.
@usableFromInline
package final class EventTicket: Sendable {
  /// What becomes of an event.
  @usableFromInline
  package enum Fate: Sendable {
    /// It is about to be reduced.
    case taken
    /// It was reduced, and its transition published; with the ``StateBox``, if the ticket wants it.
    case reduced((any AnyObject & Sendable)?)
    /// It was not, and will not be; or it was, and the loop stops before its ticket was withdrawn.
    case dropped(DropReason)
  }

  /// Whether the state is to be copied.
  @usableFromInline let wantsState: Bool
  /// Whether the loop keeps no copy of the event after its step.
  let forgetsEvent: Bool
  /// Whether the ticket is kept after the event was reduced, until it is withdrawn or the loop
  /// stops.
  let isKept: Bool
  /// Takes note of a fate; says whether that ends the wait.
  @usableFromInline let decide: @Sendable (Fate) -> Bool
  /// Resumes the task that waits.
  @usableFromInline let tell: @Sendable () -> Void
  /// Given by the mailbox.
  let number = Atomic<UInt64>(0)

  package init(
    wantsState: Bool = false, forgetsEvent: Bool = false, isKept: Bool = false,
    decide: @escaping @Sendable (Fate) -> Bool, tell: @escaping @Sendable () -> Void
  ) {
    self.wantsState = wantsState
    self.forgetsEvent = forgetsEvent
    self.isKept = isKept
    self.decide = decide
    self.tell = tell
  }
}

extension Mailbox {
  /// Keeps a ticket; returns its number, which is not 0.
  func add(_ ticket: EventTicket) -> UInt64 {
    shared.withLock { shared in
      shared.newestTicket = (shared.newestTicket + 1) & EntryTag.serialMask
      if shared.newestTicket == 0 { shared.newestTicket = 1 }
      shared.tickets[shared.newestTicket] = ticket
      ticket.number.store(shared.newestTicket, ordering: .relaxed)
      return shared.newestTicket
    }
  }

  /// Forgets a ticket, which may have been told before.
  func remove(_ ticket: EventTicket) {
    let old = shared.withLock {
      $0.tickets.removeValue(forKey: ticket.number.load(ordering: .relaxed))
    }
    withExtendedLifetime(old) {}  // Its last reference must not go under the lock.
  }

  /// Takes the ticket of an event that is taken, unless it was withdrawn.
  @usableFromInline
  func ticket(of tag: EntryTag) -> EventTicket? {
    shared.withLock { shared in
      guard let ticket = shared.tickets[tag.serial] else { return nil }
      if !ticket.isKept { shared.tickets[tag.serial] = nil }
      return ticket
    }
  }

  /// Takes all tickets.
  func takeTickets() -> [EventTicket] {
    let all = shared.withLock { shared in
      defer { shared.tickets = [:] }
      return shared.tickets
    }
    return all.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Sees to it that the drain attends to its requests before it takes the next entry.
  ///
  /// Called by the owner of the drain.
  @usableFromInline
  func nudge() {
    _ = shared.withLock { _ in raise(Self.requests) }
  }
}
