internal import Synchronization

/// Senders that wait for room.
extension Mailbox {
  /// Whether senders may wait for room.
  var letsSendersWait: Bool { list?.letsSendersWait == true }

  /// The mailbox's counters; `nil` if it has no bound.
  package var counts: MailboxCounts? {
    guard let list, list.hasBound else { return nil }
    ThreadFrame.checkMayUseLoops()
    return shared.withLock { _ in list.entries.counts }
  }

  /// Makes the sender of an event, which can wait for room.
  func sender(
    _ tag: EntryTag, taking event: EventPlace, at site: CodeSite = .unknown,
    tell: @escaping @Sendable (EmitResult) -> Void = { _ in }
  ) -> WaitingSender {
    guard let list else { unreachable("a sender waits for a mailbox without a bound") }
    var entry = list.entry(tag, event)
    entry.event = list.box(taking: event, at: site)
    return WaitingSender(entry, tell: tell)
  }

  /// Takes an event, or lets its sender wait for room.
  ///
  /// - Returns: The result; `nil` if the sender waits and is told later.
  func post(from sender: WaitingSender) -> EmitResult? {
    carryOut(enqueue(sender.entry.tag, from: sender)) { refuse(sender.entry, $0) }
  }

  /// Ends the wait of a sender whose task is cancelled; the task reports the event.
  ///
  /// NB: called by the cancellation handler of the task, which must not call user code.
  ///
  /// - Returns: Whether the sender was still waiting.
  @discardableResult
  func withdraw(_ sender: WaitingSender, because reason: DropReason) -> Bool {
    let wasWaiting = shared.withLock { _ in
      list?.entries.withdraw(sender, because: reason) ?? false
    }
    if wasWaiting { sender.tell(.dropped(reason)) }
    return wasWaiting
  }

  /// Ends the wait of the sender whose event has a ticket: the event is not emitted.
  ///
  /// - Returns: The sender, which has the event.
  func withdrawSender(of ticket: EventTicket) -> WaitingSender? {
    let number = ticket.number.load(ordering: .relaxed)
    return shared.withLock { _ in list?.entries.withdraw(ticket: number) }
  }

  /// Tells the senders that waited for room that the loop has stopped.
  ///
  /// The drain drops their events.
  func tellOfStop(_ senders: [WaitingSender]) {
    let tell = { for sender in senders { sender.tell(.dropped(.stopped)) } }
    // A reducer that stops its loop holds the lock of the state.
    if ThreadFrame.reducingLoop != nil, ThreadFrame.defers(.call(tell)) { return }
    tell()
  }

  // MARK: Events that had to make room

  /// Reports the event of a refused entry, and returns the result for its emitter.
  func refuse(_ entry: ListedEntry, _ reason: DropReason) -> EmitResult {
    guard let event = entry.event else { unreachable("a fact needs no room") }
    guard let note = list?.note(of: entry) else {
      return refuse(entry.tag, event.place, reason, at: .unknown)
    }
    // The thread may belong to another emitter, whose event needs the room.
    return ThreadFrame.emitting(because: note.cause) {
      refuse(entry.tag, event.place, reason, at: note.site)
    }
  }

  /// Drops an event that had been accepted.
  func drop(_ displaced: EntryList.Displaced) {
    let entry = displaced.entry
    if entry.tag.hasTicket { answer(entry.tag, displaced.reason) }
    _ = refuse(entry, displaced.reason)
    // A thread inside a reducer holds the lock of a state, under which no user object may be released.
    guard ThreadFrame.reducingLoop != nil else { return }
    _ = ThreadFrame.defers(.call { withExtendedLifetime(entry) {} })
  }

  /// Tells the task that awaits an event that a thread other than the loop's has dropped it.
  private func answer(_ tag: EntryTag, _ reason: DropReason) {
    guard let ticket = ticket(of: tag), ticket.decide(.dropped(reason)) else { return }
    if !ThreadFrame.defers(.call { ticket.tell(.happened) }) { ticket.tell(.happened) }
  }
}
