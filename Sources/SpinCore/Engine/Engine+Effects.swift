extension Engine {
  /// What to do with an effect that a feedback described.
  package enum Disposition: Hashable, Sendable {
    /// Nothing: it has neither events nor work, or the loop has stopped.
    case ignore
    /// Put its immediate events into the mailbox; it has no work.
    ///
    /// Their serial is 0 unless they belong to a life of a part.
    case post(serial: UInt64)
    /// Put its immediate events into the mailbox and start its work as this execution.
    case start(serial: UInt64)
    /// Keep it whole until the effects before it have ended.
    case wait
  }

  /// The effect closure of an element described an effect.
  @inline(__always)
  package mutating func effectDescribed(
    _ feedback: Int, element: Int = 0, immediates: Int, parts: Int
  ) -> Disposition {
    if isStopped { return .ignore }
    if records[feedback].isSimple {
      if parts > 0 { return begin(feedback, element, immediates: immediates, parts: parts) }
      return immediates == 0 ? .ignore : .post(serial: 0)
    }
    return effectOfOthersDescribed(feedback, element, immediates, parts)
  }

  private mutating func effectOfOthersDescribed(
    _ feedback: Int, _ element: Int, _ immediates: Int, _ parts: Int
  ) -> Disposition {
    let disposition = disposition(feedback, element, immediates, parts)
    if let collection = records[feedback].collection {
      collections[collection].update(element) { $0.isReserved = false }
    }
    return disposition
  }

  @inline(__always)
  private mutating func disposition(
    _ feedback: Int, _ element: Int, _ immediates: Int, _ parts: Int
  ) -> Disposition {
    if immediates + parts == 0 { return .ignore }
    if records[feedback].queues {
      if work(feedback, element).isAtWork {
        update(feedback, element) { $0.waiting += 1 }
        alive += 1
        return .wait
      }
    } else if parts == 0 {
      return .post(serial: posted(feedback, element, immediates))
    }
    return begin(feedback, element, immediates: immediates, parts: parts)
  }

  /// Takes an element whose next queued effect may start.
  package mutating func nextReady(_ feedback: Int) -> Int? {
    guard let collection = records[feedback].collection else {
      return records[feedback].work.isReady ? 0 : nil
    }
    return collections[collection].takeReady()
  }

  /// A queued effect of an element is about to start.
  package mutating func waitingEffectTaken(
    _ feedback: Int, element: Int = 0, immediates: Int, parts: Int
  ) -> Disposition {
    let order = begin(feedback, element, immediates: immediates, parts: parts)
    update(feedback, element) { $0.waiting -= 1 }
    alive -= 1
    return order
  }

  /// A body of user code was handed to the runtime.
  package mutating func bodyStarted() {
    bodies += 1
  }

  /// A body of user code returned.
  package mutating func bodyEnded() {
    bodies -= 1
  }

  /// The loop was told to stop: all live executions are doomed.
  package mutating func stopRequested() {
    guard !isStopped else { return }
    phase = .stopped
    isPlain = false
    if !extras.isEmpty { extras[0].posted.removeAll() }
    for feedback in records.indices { doomAll(feedback) }
  }

  // MARK: Executions

  private mutating func begin(
    _ feedback: Int, _ element: Int, immediates: Int, parts: Int
  ) -> Disposition {
    let serial = nextSerial()
    let execution = Execution(
      parts: parts, immediates: records[feedback].queues ? immediates : 0, element: element)
    records[feedback].append(execution, serial: serial)
    if let collection = records[feedback].collection {
      collections[collection].append(serial, to: element)
    }
    if records[feedback].isOfPart {
      note(PostedEvents(element: element, count: immediates, lifeEnds: lifeEnds), serial)
    }
    if records[feedback].kind.countsEffects { alive += 1 }
    return .start(serial: serial)
  }

  /// Returns the next serial: for an execution, a branch, an alarm, or the immediate events of a part.
  mutating func nextSerial() -> UInt64 {
    newestSerial = (newestSerial + 1) & EntryTag.serialMask
    if newestSerial == 0 { newestSerial = 1 }  // NB: 0 marks events that belong to no execution.
    return newestSerial
  }

  /// A subscription has emitted immediate events while its work began.
  ///
  /// - Returns: The element that it belongs to.
  package mutating func beginningEmitted(_ tag: EntryTag, count: Int) -> Int {
    let (feedback, serial) = (tag.feedback, tag.serial)
    guard let index = records[feedback].executions.index(of: serial) else { return 0 }
    if records[feedback].queues {
      records[feedback].executions.update(at: index) { $0.immediates += count }
    }
    let element = records[feedback].executions[index].element
    if records[feedback].isOfPart { noteMore(count, of: element, serial) }
    return element
  }

  /// Counts down the immediate events of a queued execution, which may end with the last of them.
  mutating func immediateReduced(_ tag: EntryTag) -> Ending {
    guard records[tag.feedback].queues,
      let index = records[tag.feedback].executions.index(of: tag.serial)
    else { return .nothing }
    return count(tag.feedback, index) { $0.immediates -= 1 } ? .execution : .nothing
  }

  /// Counts down the parts or immediate events of an execution and returns whether it has ended.
  mutating func count(_ feedback: Int, _ index: Int, _ down: (inout Execution) -> Void)
    -> Bool
  {
    let isOver = records[feedback].executions.update(at: index) { execution in
      down(&execution)
      return execution.isOver
    }
    guard isOver else { return false }
    let serial = records[feedback].executions.serial(at: index)
    let element = records[feedback].executions.remove(at: index).element
    ended(feedback, element, serial)
    if records[feedback].kind.countsEffects { alive -= 1 }
    return true
  }

  /// Notes that an execution of an element has ended by itself.
  @inline(__always)
  private mutating func ended(_ feedback: Int, _ element: Int, _ serial: UInt64) {
    let endsStream =
      if let collection = records[feedback].collection {
        collections[collection].remove(serial, of: element)
      } else {
        records[feedback].work.end()
      }
    if endsStream { busyStreams -= 1 }
  }
}
