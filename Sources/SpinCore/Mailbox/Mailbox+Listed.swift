public import Synchronization

/// The path of an entry through a mailbox that has a list.
extension Mailbox {
  // MARK: Putting something in

  /// Appends an entry to the list.
  @inlinable @inline(never)
  func enqueueListed(_ entry: Entry<Event>) -> Enqueued {
    enqueue(listedInbox.listed(entry), from: nil)
  }

  /// Appends an entry to the list, unless it has an event and the loop has stopped, or there is no
  /// room.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - sender: The sender that waits if there is no room; `nil` if none may wait.
  /// - Returns: The result of adding the entry.
  @inlinable
  func enqueue(_ entry: ListedEntry, from sender: WaitingSender?) -> Enqueued {
    let core = listedInbox.core
    var replaced: EntryList.Displaced?
    let result = shared.withLock { shared -> Enqueued in
      let signals = word.load(ordering: .relaxed) & (Self.stopped | Self.suspended)
      if signals & Self.stopped != 0, entry.event != nil { return .refused }
      // A fact that comes after the end is kept for a later wait for `finished`.
      if shared.isGone { return .queued }
      switch core.add(entry, from: sender) {
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
  @inlinable var listedInbox: ListedInbox<Event> {
    guard let listed else { unreachable("a mailbox without a list is asked for it") }
    return listed
  }

  /// Drops an event that had been accepted.
  @inlinable
  func drop(_ replaced: EntryList.Displaced) {
    let entry = replaced.entry.entry(Event.self)
    guard let event = entry.event else { unreachable("a fact needs no room") }
    if entry.tag.hasTicket { answer(entry.tag, replaced.reason) }
    _ = refuse(entry.tag, event, replaced.reason)
    keepWhileReducing(entry)
  }

  /// Keeps an entry until the step is over, if the calling thread is inside a reducer.
  ///
  /// The thread then holds the lock of a state, under which no user object may be released.
  @usableFromInline
  func keepWhileReducing(_ entry: Entry<Event>) {
    guard ThreadFrame.reducingLoop != nil else { return }
    _ = ThreadFrame.defers(.call { withExtendedLifetime(entry) {} })
  }

  /// Tells the task that awaits an event that a thread other than the loop's has dropped it.
  @usableFromInline
  func answer(_ tag: EntryTag, _ reason: DropReason) {
    guard let ticket = ticket(of: tag), ticket.decide(.dropped(reason)) else { return }
    if !ThreadFrame.defers(.call(ticket.tell)) { ticket.tell() }
  }

  /// Moves the newest entries of the drain's queue to the end of the list.
  ///
  /// Called by the owner of the drain.
  @usableFromInline
  func moveToList(_ count: Int) {
    let inbox = listedInbox
    var block: [ListedEntry] = []
    for _ in 0..<count {
      if let entry = queue.popLast() { block.append(inbox.listed(entry, hasRoom: true)) }
    }
    shared.withLock { _ in
      for entry in block.reversed() { _ = inbox.core.add(entry, from: nil) }
      _ = raise(Self.entries)
    }
  }

  // MARK: Taking something out

  /// Replaces the mark by the next entry of the list, if the mark is the first in the queue.
  ///
  /// Called by the owner of the drain, which takes the entry at once.
  @inlinable @inline(never)
  func takeListed() {
    guard queue.first?.tag == .listed else { return }
    _ = queue.popFirst()
    let core = listedInbox.core
    let now = core.letsSendersWait ? core.now : .zero
    let next = shared.withLock { _ in
      let next = core.takeFirst(at: now)
      if next?.isLast != false { lower(Self.entries) }
      return next
    }
    guard let next else { return }
    core.noteTaken(next)
    queue.append(next.entry.entry(Event.self))
  }

  /// The time at which the event that was taken last was accepted.
  @inlinable var takenTime: Duration { listedInbox.core.takenTime }

  /// Gives the ownership of the drain back, as ``giveBackIdle()`` does, if the mailbox has a list.
  @usableFromInline @inline(never)
  func giveBackListed() -> Bool {
    listed != nil
      && word.compareExchange(
        expected: Self.busy | Self.listed, desired: Self.listed, successOrdering: .releasing,
        failureOrdering: .relaxed
      ).exchanged
  }

  /// Forgets all entries, because the loop is gone.
  func abandonList() {
    let left = shared.withLock { _ in listedInbox.core.list.takeAll() }
    withExtendedLifetime(left) {}  // Their events must not be released under the lock.
  }

  /// Whether something waits in the list.
  ///
  /// Called under the lock.
  var hasListed: Bool { listed?.core.list.isEmpty == false }
}
