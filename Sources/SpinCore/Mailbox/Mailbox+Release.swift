#if DEBUG
  /// What a debug build tells of events that nobody will ever reduce.
  extension Mailbox {
    /// The entries that the mailbox has accepted and the loop has not taken, in order; with their events if
    /// the loop keeps times.
    ///
    /// Called by the owner of the drain.
    var waitingEntries: [ListedEntry] {
      let taken = queue.entries(copying: list == nil ? nil : events)
      return shared.withLock { shared in taken + shared.inbox.all }
    }

    /// The tag of an entry; for an event with a ticket, the tag of its origin.
    func tag(behind tag: EntryTag) -> EntryTag {
      guard tag.hasTicket else { return tag }
      let ticket = shared.withLock { shared -> EventTicket? in
        guard let tickets = shared.extras?.tickets else { return nil }
        return tickets.index(of: tag.serial).map { tickets[$0] }
      }
      return ticket?.execution ?? .outside
    }
  }

  extension SlotRing<EntryTag> {
    /// The entries, in order; with copies of their events if there is somebody to copy them.
    func entries(copying events: TypeOps?) -> [ListedEntry] {
      var all: [ListedEntry] = []
      forEach { tag, event in
        let copy = events.flatMap { ops in event.map { EventBox(copying: $0, ops) } }
        all.append(ListedEntry(tag: tag, event: copy))
      }
      return all
    }
  }
#endif
