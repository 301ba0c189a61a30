internal import Synchronization

/// The way of entries from the inbox to the drain.
///
/// All of it is called by the owner of the drain.
extension Mailbox {
  /// Whether no entry waits.
  var isEmpty: Bool { queue.isEmpty && !has(Self.entries) }

  /// Whether an entry waits that the drain may take.
  var hasNext: Bool {
    !queue.isEmpty
      || word.load(ordering: .acquiring) & (Self.entries | Self.suspended) == Self.entries
  }

  /// Moves the next entries from the inbox to the queue, which is empty; the caller takes the first of
  /// them at once.
  ///
  /// - Parameter knowsStop: Whether the caller knows that the loop has been told to stop.
  /// - Returns: Whether there is an entry to take; `false` if the loop was suspended or told to stop
  ///   in the meantime.
  @inline(never)
  func takeNext(knowsStop: Bool) -> Bool {
    let signals = knowsStop ? Self.suspended : Self.suspended | Self.stopped
    if let list { return takeNext(of: list, unless: signals) }
    shared.withLock { shared in
      guard word.load(ordering: .relaxed) & signals == 0 else { return }
      shared.inbox.takeAll(to: &queue)
      lower(Self.entries)
      inboxIsBurst = shared.inbox.isBurst
    }
    return !queue.isEmpty
  }

  /// Moves the first entry of a list, unless one of the given signals is raised.
  private func takeNext(of list: InboxList, unless signals: UInt8) -> Bool {
    let now = list.timeOfRoom
    var next = EntryList.Next()
    let isTaken = shared.withLock { _ in
      guard word.load(ordering: .relaxed) & signals == 0 else { return false }
      let isTaken = list.entries.popFirst(at: now, into: &next)
      if list.entries.isEmpty { lower(Self.entries) }
      return isTaken
    }
    guard isTaken else { return !queue.isEmpty }
    list.noteTaken(next)
    if let event = next.entry.event {
      event.withCopy { queue.append(next.entry.tag, taking: $0) }
    } else {
      queue.append(next.entry.tag)
    }
    return true
  }

  /// Whether the newest entries of the queue must be moved behind those of the inbox.
  var putsBlocksInInbox: Bool { has(Self.entries | Self.inboxOnly) }

  /// Moves the newest entries of the queue to the end of the inbox.
  func moveToInbox(_ count: Int) {
    var block = EntryRing(events)
    queue.moveLast(count, to: &block)
    var listed: [ListedEntry] = []
    while let list, let tag = block.firstTag {
      let entry = events.withPlace { event in
        block.removeFirst(movingEventTo: event)
        var entry = list.entry(tag, event, hasRoom: true)
        entry.event = list.box(taking: event, at: .unknown)
        return entry
      }
      listed.append(entry)
    }
    shared.withLock { shared in
      shared.inbox.enqueue(&block, listed)
      _ = raise(Self.entries)
    }
  }

  /// The time at which the event that was taken last was accepted, if the loop keeps times.
  var takenTime: Duration { list?.takenTime ?? .zero }
}
