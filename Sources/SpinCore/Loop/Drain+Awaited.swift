/// Takes the events whose fate somebody awaits, and tells what becomes of them.
///
/// A task that awaits is resumed after the loop has given the drain back, as with ``LoopWaiter``:
/// what the task emits next, on the caller's thread, has then made its step when `emit` returns. A
/// loop that does not rest tells it a number of steps later.
extension Drain {
  /// Reduces an event whose fate somebody awaits.
  @inlinable @inline(never)
  mutating func reduceAwaited(
    _ event: Event, _ tag: EntryTag, _ context: RunContext<State, Event>
  ) {
    let ticket = context.mailbox.ticket(of: tag)
    _ = ticket?.decide(.taken)
    reduceApart(event, tag, context)
    if tag.forgetsEvent {
      current.forgetEvent()
      context.scopes?.forgetEvents()
    }
    guard let ticket else { return }
    let state = ticket.wantsState ? StateBox(copying: current.state) : nil
    tell(ticket, .reduced(state), context.mailbox)
  }

  /// Drops an event that was taken.
  @usableFromInline @inline(never)
  mutating func drop(
    _ event: Event, _ tag: EntryTag, _ reason: DropReason, _ context: RunContext<State, Event>
  ) {
    context.trace?(.dropped(tag, reason))
    if tag.kind == .awaited, let ticket = context.mailbox.ticket(of: tag) {
      tell(ticket, .dropped(reason), context.mailbox)
    }
    context.mailbox.report(tag, event, reason)
  }

  /// Tells everybody who still awaits something that the loop stops.
  @usableFromInline
  mutating func tellTicketsOfStop(_ mailbox: Mailbox<Event>) {
    for ticket in mailbox.takeTickets() { tell(ticket, .dropped(.stopped), mailbox) }
  }

  /// Decides a fate now, and has the task resumed later.
  @usableFromInline
  mutating func tell(
    _ ticket: EventTicket, _ fate: EventTicket.Fate, _ mailbox: Mailbox<Event>
  ) {
    guard ticket.decide(fate) else { return }
    add(LoopWaiter(.answered, isAwaited: true) { _ in ticket.tell() })
    mailbox.nudge()
  }

  /// Resumes those who have waited long enough for the loop to rest, and sees to it that the others
  /// are looked at before the next step.
  @usableFromInline
  mutating func tellOverdueAnswers(_ mailbox: Mailbox<Event>) {
    guard let waiters, waiters.hasAnswers else { return }
    for waiter in waiters.takeOverdue(engine) { waiter.tell(.happened) }
    if waiters.isEmpty { self.waiters = nil }
    let hasMore = !mailbox.queue.isEmpty || mailbox.has(Mailbox<Event>.entries)
    if hasMore { nudgeForAnswers(mailbox) }
  }
}
