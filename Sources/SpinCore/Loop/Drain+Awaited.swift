/// Takes the events that have an ``EventTicket``, and tells the tickets their fates.
///
/// The drain resumes an awaiting task after it has given up the ownership, as with ``LoopWaiter``. On the
/// caller's thread, the next `emit` of the task can then make its step. If the loop does not rest, the drain
/// resumes the task after some steps.
extension Drain {
  /// Takes an event that has a ticket, with the origin that the ticket knows.
  ///
  /// - Returns: Why the event was not reduced; `nil` if it was.
  mutating func takeAwaited(
    _ event: EventPlace, _ tag: EntryTag, _ context: borrowing RunContext
  ) -> DropReason? {
    let ticket = context.mailbox.ticket(of: tag)
    _ = ticket?.decide(.taken)  // Ends no wait.
    let taken = ticket?.execution ?? .outside
    if tag.forgetsEvent { context.monitors?.forgetsNext() }
    if let extras = context.extras { noteTaken(taken, event, extras, context) }
    if hasQueues { noteElement(taken) }
    let verdict = compared(engine.entryTaken(taken), event, taken, context)
    if let ticket, case .drop(let reason, _) = verdict {
      // Before `onDrop` is called, which may cancel the waiting task.
      tell(ticket, .dropped(reason), context)
    }
    if let reason = obey(verdict, event, taken, context) { return reason }
    if tag.forgetsEvent {
      if let old = current.forgetEvent() {
        context.cell.replace(by: current.state)
        withExtendedLifetime(old) {}  // A reader may have been copying it.
      }
      context.scopes?.forgetEvents()
    }
    if let ticket {
      ticket.isReduced = true
      tell(
        ticket, .reduced(ticket.wantsState ? current.shown.copy : nil), context,
        isHeld: holdsAnswer(context))
    }
    return nil
  }

  /// Drops an event that was taken.
  mutating func drop(
    _ event: EventPlace, _ tag: EntryTag, _ reason: DropReason,
    _ context: borrowing RunContext
  ) {
    context.monitors?.tell(.dropped(tag, event, reason))
    #if DEBUG
      noteLoss(tag, reason)
    #endif
    context.mailbox.report(tag, event, reason)
  }

  /// Decides a fate now, and has the task resumed later.
  ///
  /// If the fate is held, the task is not resumed before the step is durable.
  mutating func tell(
    _ ticket: EventTicket, _ fate: EventTicket.Fate, _ context: borrowing RunContext,
    isHeld: Bool = false
  ) {
    guard ticket.decide(fate) else { return }
    add(ticket, isHeld: isHeld)
    if !isHeld { context.mailbox.nudge() }
  }

  /// Resumes the tasks that have waited long enough for the loop to rest, and has the drain check
  /// the others before the next step.
  mutating func tellOverdueAnswers(_ mailbox: Mailbox, endsSlice: Bool = false) {
    guard let waiters, waiters.hasAnswers else { return }
    for waiter in waiters.takeOverdue(engine, endsSlice: endsSlice) { waiter.tell(.happened) }
    if waiters.isEmpty { self.waiters = nil }
    if !mailbox.isEmpty { nudgeForAnswers(mailbox) }
  }
}
