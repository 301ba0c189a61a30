/// How senders wait for room.
extension Mailbox {
  /// Whether senders may wait for room.
  @usableFromInline var letsSendersWait: Bool { listed?.core.letsSendersWait == true }

  /// What the mailbox has counted; `nil` if it has no bound.
  package var counts: MailboxCounts? {
    guard let core = listed?.core, core.hasBound else { return nil }
    return shared.withLock { _ in core.list.counts }
  }

  /// Makes somebody who waits for room for an event, if it must.
  func sender(
    _ tag: EntryTag, _ event: Event, tell: @escaping @Sendable (EmitResult) -> Void = { _ in }
  ) -> WaitingSender {
    WaitingSender(listedInbox.listed(Entry(tag, event)), tell: tell)
  }

  /// Takes an event, or has its sender wait for room.
  ///
  /// - Returns: What became of the event; `nil` if its sender waits, and will be told.
  func post(from sender: WaitingSender) -> EmitResult? {
    let entry = sender.entry.entry(Event.self)
    guard let event = entry.event else { unreachable("a fact needs no room") }
    switch enqueue(sender.entry, from: sender) {
    case .refused: return refuse(entry.tag, event, .stopped)
    case .full: return refuse(entry.tag, event, .full)
    case .queued: return .accepted
    case .waits: return nil
    case .wakes:
      wake()
      return .accepted
    case .listed: unreachable("an entry is in the list, and is not")
    }
  }

  /// Ends the wait of a sender whose task is cancelled.
  func withdraw(_ sender: WaitingSender, because reason: DropReason) {
    guard let core = listed?.core else { return }
    if shared.withLock({ _ in core.list.withdraw(sender, because: reason) }) {
      refuse(sender, reason)
    }
  }

  /// Ends the wait of the sender whose event has a ticket: the event is not emitted.
  func withdrawSender(ofTicket number: UInt64) {
    guard let listed else { return }
    let sender = shared.withLock { _ in listed.core.list.withdraw(ticket: number) }
    withExtendedLifetime(sender) {}  // Its last reference must not go under the lock.
  }

  /// Tells those who have waited for room that the loop has stopped.
  @usableFromInline
  func refuse(_ senders: [WaitingSender]) {
    for sender in senders { refuse(sender, .stopped) }
  }

  private func refuse(_ sender: WaitingSender, _ reason: DropReason) {
    let entry = sender.entry.entry(Event.self)
    guard let event = entry.event else { unreachable("a fact needs no room") }
    sender.tell(refuse(entry.tag, event, reason))
  }
}
