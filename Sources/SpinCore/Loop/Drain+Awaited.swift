/// Takes the events that have an ``EventTicket``, and tells the tickets their fates.
///
/// An awaiting task is resumed after the loop has given the drain back, as with ``LoopWaiter``: the
/// next event that the task emits on the caller's thread has then made its step when `emit`
/// returns. If the loop does not rest, it resumes the task after a number of steps.
extension Drain {
  /// Reduces an event that has a ticket.
  mutating func reduceAwaited(
    taking event: EventPlace, _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    let ticket = context.mailbox.ticket(of: tag)
    _ = ticket?.decide(.taken)
    reduce(taking: event, tag, context)
    if tag.forgetsEvent {
      if let old = current.forgetEvent() {
        context.cell.replace(by: current.state)
        withExtendedLifetime(old) {}  // A reader may have been copying it.
      }
      context.scopes?.forgetEvents()
    }
    guard let ticket else { return }
    tell(ticket, .reduced(ticket.wantsState ? current.shown.copy : nil), context.mailbox)
  }

  /// Takes an event of an effect whose sender waits for its fate.
  ///
  /// - Returns: Why the event was not reduced; `nil` if it was.
  mutating func takeSent(
    _ event: EventPlace, _ tag: EntryTag, _ context: borrowing RunContext
  ) -> DropReason? {
    guard let ticket = context.mailbox.ticket(of: tag) else {
      // All tickets were told of the stop.
      drop(event, tag, .stopped, context)
      return .stopped
    }
    _ = ticket.decide(.taken)
    let delivered = ticket.delivery(of: tag.feedback)
    context.monitors?.tell(.taken(delivered, event))
    if hasQueues { noteElement(delivered) }
    let reason = obey(engine.entryTaken(delivered), event, delivered, context)
    tell(ticket, reason.map { .dropped($0) } ?? .reduced(nil), context.mailbox)
    return reason
  }

  /// Drops an event that was taken.
  mutating func drop(
    _ event: EventPlace, _ tag: EntryTag, _ reason: DropReason,
    _ context: borrowing RunContext
  ) {
    context.monitors?.tell(.dropped(tag, event, reason))
    if tag.kind == .awaited, let ticket = context.mailbox.ticket(of: tag) {
      tell(ticket, .dropped(reason), context.mailbox)
    }
    context.mailbox.report(tag, event, reason)
  }

  /// Decides a fate now, and resumes the task later.
  mutating func tell(
    _ ticket: EventTicket, _ fate: EventTicket.Fate, _ mailbox: Mailbox
  ) {
    guard ticket.decide(fate) else { return }
    add(LoopWaiter(.answered, isAwaited: true) { _ in ticket.tell() })
    mailbox.nudge()
  }

  /// Resumes the tasks that have waited long enough for the loop to rest, and has the drain check
  /// the others before the next step.
  mutating func tellOverdueAnswers(_ mailbox: Mailbox) {
    guard let waiters, waiters.hasAnswers else { return }
    for waiter in waiters.takeOverdue(engine) { waiter.tell(.happened) }
    if waiters.isEmpty { self.waiters = nil }
    let hasMore = !mailbox.queue.isEmpty || mailbox.has(Mailbox.entries)
    if hasMore { nudgeForAnswers(mailbox) }
  }
}
