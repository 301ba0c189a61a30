internal import Synchronization

/// Senders that wait for room.
extension Mailbox {
  /// Whether senders may wait for room.
  var letsSendersWait: Bool { listed?.letsSendersWait == true }

  /// The mailbox's counters; `nil` if it has no bound.
  package var counts: MailboxCounts? {
    guard let listed, listed.hasBound else { return nil }
    return shared.withLock { _ in listed.list.counts }
  }

  /// Makes the sender of an event, which can wait for room.
  func sender(
    _ tag: EntryTag, taking event: EventPlace,
    tell: @escaping @Sendable (EmitResult) -> Void = { _ in }
  ) -> WaitingSender {
    WaitingSender(listedInbox.listed(tag, taking: event), tell: tell)
  }

  /// Takes an event, or lets its sender wait for room.
  ///
  /// - Returns: The result; `nil` if the sender waits and is told later.
  func post(from sender: WaitingSender) -> EmitResult? {
    switch enqueue(sender.entry, from: sender) {
    case .refused: return refuse(sender.entry, .stopped)
    case .full: return refuse(sender.entry, .full)
    case .queued: return .accepted
    case .waits: return nil
    case .wakes:
      wake()
      return .accepted
    }
  }

  /// Ends the wait of a sender whose task is cancelled; the task reports the event.
  ///
  /// NB: called by the cancellation handler of the task, which must not call user code.
  ///
  /// - Returns: Whether the sender was still waiting.
  @discardableResult
  func withdraw(_ sender: WaitingSender, because reason: DropReason) -> Bool {
    guard let listed else { return false }
    let wasWaiting = shared.withLock { _ in listed.list.withdraw(sender, because: reason) }
    if wasWaiting { sender.tell(.dropped(reason)) }
    return wasWaiting
  }

  /// Ends the wait of the sender whose event has a ticket: the event is not emitted.
  ///
  /// - Returns: The sender, which has the event.
  func withdrawSender(of ticket: EventTicket) -> WaitingSender? {
    guard let listed else { return nil }
    let number = ticket.number.load(ordering: .relaxed)
    return shared.withLock { _ in listed.list.withdraw(ticket: number) }
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

  /// Takes an event for which there is always room.
  func postWithRoom(_ tag: EntryTag, taking event: EventPlace) -> EmitResult {
    guard let listed else { return post(tag, taking: event) }
    let entry = listed.listed(tag, taking: event, hasRoom: true)
    switch enqueue(entry, from: nil) {
    case .refused: return refuse(entry, .stopped)
    case .full, .waits: unreachable("an event that always has room has none")
    case .queued: break
    case .wakes: wake()
    }
    return .accepted
  }
}
