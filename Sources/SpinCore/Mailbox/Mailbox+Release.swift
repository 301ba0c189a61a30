#if DEBUG
  internal import Synchronization

  /// What a debug build tells of events that nobody will ever reduce.
  extension Mailbox {
    /// Notes that the last handle of the loop is gone, unless the loop was stopped before.
    func noteReleased() {
      if !isStopped { isReleased.store(true, ordering: .releasing) }
    }

    /// Whether the last handle was released before the loop was stopped.
    var wasReleased: Bool { isReleased.load(ordering: .acquiring) }

    /// The number of events that the mailbox has accepted and the loop has not taken.
    ///
    /// Called by the owner of the drain.
    var waitingEvents: Int {
      let taken = queue.eventCount
      return shared.withLock { shared in taken + shared.inbox.eventCount }
    }
  }

  extension SlotRing<EntryTag> {
    /// The number of entries that have an event.
    var eventCount: Int {
      var count = 0
      forEachTag { if $0.hasEvent { count += 1 } }
      return count
    }
  }
#endif
