extension Loop {
  @inlinable
  func post(_ entry: Entry<Event>) -> Emission {
    let (isAccepted, wakes) = enqueue(entry)
    if wakes { runtime.run(turn) }
    return isAccepted ? .accepted : refuse(entry)
  }

  @inlinable
  func postLast(_ entry: Entry<Event>) -> Turn? {
    let (isAccepted, wakes) = enqueue(entry)
    if !isAccepted {
      _ = refuse(entry)
      return postLast(Entry(entry.tag.with(.bodyEnded)))
    }
    return wakes ? turn : nil
  }

  /// Appends an entry, unless it has an event and the loop has stopped.
  @inlinable
  func enqueue(_ entry: Entry<Event>) -> (isAccepted: Bool, wakes: Bool) {
    mailbox.withLock { mailbox in
      if mailbox.isClosed && entry.event != nil { return (false, false) }
      if wake(&mailbox) {
        drain.queue.append(entry)  // Nobody owns the drain until the turn that is now due.
        return (true, true)
      }
      mailbox.inbox.append(entry)
      raise(Mailbox<State, Event>.hasEntries)
      return (true, false)
    }
  }

  @usableFromInline
  func refuse(_ entry: Entry<Event>) -> Emission {
    guard let event = entry.event else { unreachable("a fact without an event is refused") }
    return refuse(event, entry.tag, .stopped)
  }

  @usableFromInline
  func refuse(_ event: Event, _ tag: EntryTag, _ reason: DropReason) -> Emission {
    let reason = isStopped ? .stopped : reason
    // What `onDrop` itself emits would otherwise be reported to it without end.
    if !ThreadFrame.isReporting(cell) { report(event, tag, reason) }
    return .dropped(reason)
  }

  @usableFromInline
  func report(_ event: Event, _ tag: EntryTag, _ reason: DropReason) {
    guard let onDrop else { return }
    let dropped = DroppedEvent(event: event, reason: reason, origin: tag.origin(blueprint.names))
    let report = { [cell] in ThreadFrame.within(.report, of: cell) { _ in onDrop(dropped) } }
    // A reducer that emits must not have `onDrop` read states inside it.
    if ThreadFrame.reducingLoop != nil, ThreadFrame.defers(.report(report)) { return }
    report()
  }
}
