internal import Synchronization

/// The path of an entry through a mailbox that has a list.
extension Mailbox {
  // MARK: Putting something in

  /// Takes an entry with an event.
  func post(_ entry: ListedEntry) -> EmitResult {
    switch enqueue(entry, from: nil) {
    case .refused: return refuse(entry, .stopped)
    case .full: return refuse(entry, .full)
    case .queued, .waits: return .accepted
    case .wakes:
      wake()
      return .accepted
    }
  }

  /// Appends an entry to the list, unless it is an event or an input and the loop has stopped, or there
  /// is no room.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - sender: The sender that waits if there is no room; `nil` if none may wait.
  /// - Returns: The result of adding the entry.
  @inline(never)
  func enqueue(_ entry: ListedEntry, from sender: WaitingSender?) -> Enqueued {
    let inbox = listedInbox
    var replaced: EntryList.Displaced?
    let result = shared.withLock { shared -> Enqueued in
      let signals = word.load(ordering: .relaxed) & (Self.stopped | Self.suspended)
      if signals & Self.stopped != 0, entry.tag.mayBeReduced { return .refused }
      // A fact that comes after the end is kept for a later wait for `finished`.
      if shared.isGone { return .queued }
      switch inbox.add(entry, from: sender) {
      case .refused: return .full
      case .waits: return .waits
      case .added(let old): replaced = old
      }
      if signals & Self.suspended != 0 { return raiseQuietly(Self.entries) }
      return shared.isOver ? .queued : raise(Self.entries)
    }
    if let replaced { drop(replaced) }
    return result
  }

  /// The inbox, in code that is reached only if there is one.
  var listedInbox: ListedInbox {
    guard let listed else { unreachable("a mailbox without a list is asked for it") }
    return listed
  }

  /// Reports the event of a refused entry, and returns the result for its emitter.
  func refuse(_ entry: ListedEntry, _ reason: DropReason) -> EmitResult {
    guard let event = entry.event else { unreachable("a fact needs no room") }
    return refuse(entry.tag, event.place, reason)
  }

  /// Drops an event that had been accepted.
  private func drop(_ replaced: EntryList.Displaced) {
    let entry = replaced.entry
    if entry.tag.hasTicket { answer(entry.tag, replaced.reason) }
    _ = refuse(entry, replaced.reason)
    // A thread inside a reducer holds the lock of a state, under which no user object may be released.
    guard ThreadFrame.reducingLoop != nil else { return }
    _ = ThreadFrame.defers(.call { withExtendedLifetime(entry) {} })
  }

  /// Tells the task that awaits an event that a thread other than the loop's has dropped it.
  private func answer(_ tag: EntryTag, _ reason: DropReason) {
    guard let ticket = ticket(of: tag), ticket.decide(.dropped(reason)) else { return }
    if !ThreadFrame.defers(.call(ticket.tell)) { ticket.tell() }
  }

  /// Moves the newest entries of the drain's queue, which have events, to the end of the list.
  ///
  /// Called by the owner of the drain.
  func moveToList(_ count: Int) {
    let inbox = listedInbox
    var moved = EntryRing(events)
    queue.moveLast(count, to: &moved)
    var block: [ListedEntry] = []
    while let tag = moved.firstTag {
      let entry = events.withEvent {
        moved.removeFirst(movingEventTo: $0)
      } _: {
        inbox.listed(tag, taking: $0, hasRoom: true)
      }
      block.append(entry)
    }
    shared.withLock { _ in
      for entry in block { _ = inbox.add(entry, from: nil) }
      _ = raise(Self.entries)
    }
  }

  // MARK: Taking something out

  /// Replaces the mark by the next entry of the list, if the mark is the first in the queue.
  ///
  /// Called by the owner of the drain, which takes the entry at once.
  @inline(never)
  func takeListed() {
    guard queue.firstTag == .listed else { return }
    queue.removeFirst()
    let inbox = listedInbox
    let now = inbox.letsSendersWait ? inbox.now : .zero
    let next = shared.withLock { _ in
      let next = inbox.takeFirst(at: now)
      if next?.isLast != false { lower(Self.entries) }
      return next
    }
    guard let next else { return }
    inbox.noteTaken(next)
    guard let event = next.entry.event else { return queue.append(next.entry.tag) }
    event.withCopy { queue.append(next.entry.tag, taking: $0) }
  }

  /// The time at which the event that was taken last was accepted.
  var takenTime: Duration { listedInbox.takenTime }

  /// Gives the ownership of the drain back, as ``giveBackIdle()`` does, if the mailbox has a list.
  @inline(never)
  func giveBackListed() -> Bool {
    listed != nil
      && word.compareExchange(
        expected: Self.busy | Self.listed, desired: Self.listed, successOrdering: .releasing,
        failureOrdering: .relaxed
      ).exchanged
  }

  /// Forgets all entries, because the loop is gone.
  func abandonList() {
    let left = shared.withLock { _ in listedInbox.list.takeAll() }
    withExtendedLifetime(left) {}  // Their events must not be released under the lock.
  }

  /// Whether something waits in the list.
  ///
  /// Called under the lock.
  var hasListed: Bool { listed?.list.isEmpty == false }
}
