internal import Synchronization

/// The wait of a task for the fate of one event.
///
/// Only the tag of the event refers to the ticket, by its number, so that an event without a ticket
/// costs nothing.
///
/// The ticket of an event that an effect sends stays in the mailbox until the event is taken or dropped,
/// because only the ticket knows the execution.
///
/// It is also the waiter that the drain tells of the fate, so that no other has to be made.
///
/// *Isolation*: the owner of the drain calls ``decide``. If another event replaces the awaited one, the
/// thread that emits the other event calls it. ``decide`` is quick and never user code. The drain calls
/// ``tell(_:)`` when the loop rests, see ``LoopWaiter/Occasion``. Another thread calls ``tell(_:)`` at once,
/// or after the step that it makes.
// Guard: constants, which are Sendable, an atomic number, and a flag that states its own guard.
package final class EventTicket: LoopWaiter, @unchecked Sendable {
  /// The fate of an event.
  package enum Fate: Sendable {
    /// It was taken from the mailbox, and is about to be reduced or dropped.
    case taken
    /// It was reduced and its transition published; with a copy of that if the ticket wants the state.
    case reduced(Moment?)
    /// It was not reduced and will not be.
    case dropped(DropReason)
    /// It was reduced, and the loop stops while it keeps the ticket.
    case stopped
  }

  /// Whether to copy the state for the ticket.
  let wantsState: Bool
  /// Whether the loop keeps no copy of the event after its step.
  let forgetsEvent: Bool
  /// Whether the mailbox keeps the ticket after the event was reduced, until it is withdrawn or the
  /// loop stops.
  let isKept: Bool
  /// Whether the event was reduced.
  @safe @exclusivity(unchecked) var isReduced = false
  // Guard: the owner of the drain.
  /// Notes a fate, and returns whether that ends the wait.
  let decide: @Sendable (Fate) -> Bool
  /// The number that the mailbox gives to the ticket.
  let number = Atomic<UInt64>(0)
  /// The execution that sends the event; `nil` if it comes from outside.
  let execution: EntryTag?

  package init(
    wantsState: Bool = false, forgetsEvent: Bool = false, isKept: Bool = false,
    execution: EntryTag? = nil,
    decide: @escaping @Sendable (Fate) -> Bool, tell: @escaping @Sendable (Outcome) -> Void
  ) {
    self.wantsState = wantsState
    self.forgetsEvent = forgetsEvent
    self.isKept = isKept
    self.execution = execution
    self.decide = decide
    super.init(.answered, isAwaited: true, tell)
  }
}

extension Mailbox {
  /// Takes an event that has a ticket, or lets it wait for room.
  ///
  /// - Returns: The result, which is ``EmitResult/accepted`` while the event waits for room, and the sender
  ///   by which the event can be withdrawn meanwhile. The sender is `nil` if the mailbox lets no event wait.
  func post(
    taking event: EventPlace, awaitedBy ticket: EventTicket, at site: CodeSite = .unknown
  ) -> (EmitResult, WaitingSender?) {
    let number = add(ticket)
    let tag =
      ticket.execution.map { EntryTag(.sent, feedback: $0.feedback, serial: number) }
      ?? .awaited(ticket: number, forgetsEvent: ticket.forgetsEvent)
    let sender = letsSendersWait ? sender(tag, taking: event, at: site) : nil
    let result =
      sender.map { post(from: $0) ?? .accepted } ?? post(tag, taking: event, at: site)
    if !result.isAccepted { remove(ticket) }
    return (result, sender)
  }

  /// Keeps a ticket, and returns its number, which is not 0.
  private func add(_ ticket: EventTicket) -> UInt64 {
    shared.withLock { shared in
      let extras = shared.extras.made(Extras(nil))
      extras.newestTicket = (extras.newestTicket + 1) & EntryTag.serialMask
      if extras.newestTicket == 0 { extras.newestTicket = 1 }
      extras.tickets.append(ticket, serial: extras.newestTicket)
      ticket.number.store(extras.newestTicket, ordering: .relaxed)
      return extras.newestTicket
    }
  }

  /// Forgets a ticket, if it is still there.
  func remove(_ ticket: EventTicket) {
    let old = shared.withLock { $0.extras?.take(ticket.number.load(ordering: .relaxed)) }
    withExtendedLifetime(old) {}  // The last reference must not be released under the lock.
  }

  /// Returns the ticket of an event that leaves the mailbox, unless the ticket was withdrawn.
  ///
  /// The mailbox forgets it unless ``EventTicket/isKept`` is `true`.
  func ticket(of tag: EntryTag) -> EventTicket? {
    shared.withLock { shared in
      guard let extras = shared.extras, let index = extras.tickets.index(of: tag.serial)
      else { return nil }
      let ticket = extras.tickets[index]
      if !ticket.isKept { extras.tickets.remove(at: index) }
      return ticket
    }
  }

  /// The tickets that may outlive their events, in order.
  ///
  /// Each other ticket is told when the drain takes or drops its event.
  var keptTickets: [EventTicket] {
    let all = shared.withLock { $0.extras?.tickets.elements } ?? []
    return all.filter(\.isKept)
  }

  /// Makes the drain attend to its requests before it takes the next entry.
  ///
  /// Called by the owner of the drain.
  func nudge() {
    _ = shared.withLock { _ in raise(Self.requests) }
  }
}

extension Mailbox.Extras {
  /// Removes the ticket with a number, if it is still there.
  fileprivate func take(_ number: UInt64) -> EventTicket? {
    tickets.index(of: number).map { tickets.remove(at: $0) }
  }
}
