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
      let taken = queue.count { $0.tag.hasEvent }
      return shared.withLock { shared in
        let listed = listed?.core.list.eventCount ?? 0
        return taken + listed + shared.inbox.count { $0.tag.hasEvent }
      }
    }
  }

  extension RingBuffer {
    /// The number of elements that satisfy a predicate.
    fileprivate func count(where isCounted: (Element) -> Bool) -> Int {
      (0..<UInt32(count)).count { isCounted(unsafe place($0).pointee) }
    }
  }
#endif
