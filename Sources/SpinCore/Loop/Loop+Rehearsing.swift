internal import Synchronization

/// An entry of the log that a loop rehearses, in the terms of the loop.
package enum RehearsedEntry {
  /// The entry that the loop has posted to itself, and takes first.
  case own
  /// The same, with another event.
  case ownWith(any EventValue)
  /// None: the loop forgets the entry that it has posted to itself, and asks again.
  case withoutOwn
  /// The next event with which a subscription, the execution of this serial, has begun.
  ///
  /// In a run whose output waits for a store, the subscription has begun behind later steps. So the log says
  /// where its events stand among those that the loop has posted to itself.
  case begun(UInt64, any EventValue)
  /// An entry from elsewhere, which is taken before all that the loop has posted to itself.
  ///
  /// The loop takes no entry if the sender cannot have sent this one.
  ///
  /// `taken` is for the entry of a stream that asks for a state: how many states the stream has taken.
  case other(EntryTag, (any EventValue)?, taken: UInt64 = 0)
}

/// The steps of a loop whose entries come from the log of another run.
///
/// The loop is made with a ``LoopRehearsal``. One thread calls all of this, and nothing else wakes the loop.
extension Loop {
  /// Makes transition 0.
  package func beginRehearsal() {
    context.mailbox.begin(self)
    makeSteps(atMost: 0)
  }

  /// Makes the step of one entry.
  ///
  /// - Parameter choose: Called with the first entry that the loop has posted to itself and the place of its
  ///   event, if there is such an entry; again if it leaves out this entry. Returns the entry that the loop
  ///   takes; `nil` for none.
  package func rehearse(_ choose: (EntryTag?, EventPlace?) -> RehearsedEntry?) {
    let mailbox = context.mailbox
    guard mailbox.takeIdle() || mailbox.takeDue() else {
      unreachable("a rehearsal has two threads")
    }
    var chosen: RehearsedEntry?
    while true {
      let own = firstOwn(mailbox)
      chosen = choose(own, own?.hasEvent == true ? mailbox.queue.firstEvent : nil)
      guard case .withoutOwn = chosen, let own else { break }
      leaveOut(own, mailbox)
    }
    if case .other(let tag, _, _) = chosen, !tag.isOutside, !drain.engine.mayHaveSent(tag) {
      chosen = nil
    }
    switch chosen {
    case .own, .withoutOwn, nil: break
    case .begun(let serial, let event):
      guard let tag = drain.takesNext(ofSubscription: serial, context) else {
        chosen = nil
        break
      }
      putFirst(tag, event)
    case .ownWith(let event):
      let tag = mailbox.queue.tagOfFirst
      removeFirstEvent(mailbox)
      putFirst(tag, event)
    case .other(let tag, let event, let taken):
      if tag.kind == .streamAsked {
        drain.work?.find(tag)?.parts.first?.taken.store(taken, ordering: .relaxed)
      }
      putFirst(tag, event)
    }
    mailbox.setDue()
    makeSteps(atMost: chosen == nil ? 0 : 1)
  }

  /// Returns the first entry that the loop has posted to itself.
  ///
  /// Removes the ends of branches that are not alive, because a log does not contain them.
  private func firstOwn(_ mailbox: Mailbox) -> EntryTag? {
    while mailbox.hasNext {
      if mailbox.queue.isEmpty { _ = mailbox.takeNext(knowsStop: false) }
      guard let tag = mailbox.queue.firstTag else { return nil }
      if tag.hasEvent || drain.engine.branch(tag.serial) != nil { return tag }
      mailbox.queue.removeFirst()
    }
    return nil
  }

  /// Stops the loop, and releases what it keeps.
  package func endRehearsal() {
    stop()
    makeSteps(atMost: .max)
  }

  /// Removes the first entry of the queue, and tells the monitors, which know the senders of all that waits there.
  private func leaveOut(_ tag: EntryTag, _ mailbox: Mailbox) {
    guard tag.hasEvent else { return mailbox.queue.removeFirst() }
    if let extras = context.extras {
      drain.noteTaken(tag, mailbox.queue.firstEvent, extras, context)
    }
    if drain.hasQueues { drain.noteElement(tag) }
    removeFirstEvent(mailbox)
  }

  private func removeFirstEvent(_ mailbox: Mailbox) {
    mailbox.events.withPlace { old in
      mailbox.queue.removeFirst(movingEventTo: old)
      mailbox.events.destroy(old)
    }
  }

  private func putFirst(_ tag: EntryTag, _ event: (any EventValue)?) {
    let mailbox = context.mailbox
    if let event {
      event.withPlace { mailbox.queue.append(tag, taking: $0) }
    } else {
      mailbox.queue.append(tag)
    }
    mailbox.queue.moveLastToFront(1)
  }

  /// Makes the steps of the turn that is due.
  ///
  /// The thread may be inside a closure of another loop. The step of that loop is not the cause of what these
  /// steps emit. Afterwards it is the cause again of what the thread emits.
  private func makeSteps(atMost limit: Int) {
    var (slice, next) = (Slice(left: limit, reserve: 0), NextBody())
    ThreadFrame.emitting(because: nil) { _ = run(&slice, &next) }
  }
}
