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

    /// The serial of its immediate events, if they are put into the mailbox.
    var serial: UInt64 {
      switch self {
      case .post(let serial), .start(let serial): serial
      case .ignore, .wait: 0
      }
    }
  }

  /// An effect closure described an effect.
  package mutating func effectDescribed(
    _ feedback: Int, immediates: Int, parts: Int
  ) -> Disposition {
    if immediates + parts == 0 || isStopped { return .ignore }
    if records[feedback].queues { return effectJoinedQueue(feedback, immediates, parts) }
    if parts == 0 { return .post(serial: posted(feedback, 0, immediates)) }
    return begin(feedback, immediates: immediates, parts: parts)
  }

  /// An effect that was waiting is about to start, because ``FeedbackRecord/isReady`` is `true`.
  package mutating func waitingEffectTaken(
    _ feedback: Int, immediates: Int, parts: Int
  ) -> Disposition {
    records[feedback].waiting -= 1
    alive -= 1
    return begin(feedback, immediates: immediates, parts: parts)
  }

  /// A part of an effect finished without an event.
  ///
  /// - Returns: Whether its execution has ended.
  package mutating func partFinished(_ tag: EntryTag) -> Bool {
    guard let index = records[tag.feedback].executions.index(of: tag.serial) else { return false }
    return partEnded(tag.feedback, index)
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
    posted.removeAll()
    for feedback in records.indices { doomAll(feedback) }
  }

  // MARK: Streams

  /// A state was handed to a stream feedback.
  package mutating func streamHanded(_ feedback: Int) {
    records[feedback].handed += 1
    guard !records[feedback].executions.isEmpty, !records[feedback].isBusy else { return }
    records[feedback].isBusy = true
    busyStreams += 1
  }

  /// A stream feedback asked for a state while none was ready.
  ///
  /// - Parameters:
  ///   - feedback: The feedback.
  ///   - newest: The number of the newest state that it has taken; see ``FeedbackRecord/handed``.
  package mutating func streamAsked(_ feedback: Int, newest: UInt64) {
    if newest == records[feedback].handed & EntryTag.serialMask { streamRested(feedback) }
  }

  mutating func streamRested(_ feedback: Int) {
    guard records[feedback].isBusy else { return }
    records[feedback].isBusy = false
    busyStreams -= 1
  }

  // MARK: Executions

  mutating func effectJoinedQueue(_ feedback: Int, _ immediates: Int, _ parts: Int) -> Disposition {
    if records[feedback].executions.isEmpty && records[feedback].waiting == 0 {
      return begin(feedback, immediates: immediates, parts: parts)
    }
    records[feedback].waiting += 1
    alive += 1
    return .wait
  }

  mutating func begin(
    _ feedback: Int, of element: Int = 0, immediates: Int, parts: Int
  ) -> Disposition {
    let serial = nextSerial()
    var execution = Execution(
      parts: parts, immediates: records[feedback].queues ? immediates : 0)
    execution.element = element
    records[feedback].executions.append(execution, serial: serial)
    if records[feedback].isOfPart {
      note(PostedEvents(element, count: immediates, after: lifeEnds), serial)
    }
    if records[feedback].kind.countsEffects {
      alive += 1
    } else {
      records[feedback].handed = serial
    }
    return .start(serial: serial)
  }

  /// Returns the next serial, for an execution, a branch or an alarm.
  mutating func nextSerial() -> UInt64 {
    newestSerial = (newestSerial + 1) & EntryTag.serialMask
    if newestSerial == 0 { newestSerial = 1 }  // NB: 0 marks events that belong to no execution.
    return newestSerial
  }

  /// Counts down the immediate events of a queued execution and returns whether it has ended.
  mutating func immediateReduced(_ tag: EntryTag) -> Bool {
    guard records[tag.feedback].queues,
      let index = records[tag.feedback].executions.index(of: tag.serial)
    else { return false }
    return count(tag.feedback, index) { $0.immediates -= 1 }
  }

  mutating func partEnded(_ feedback: Int, _ index: Int) -> Bool {
    count(feedback, index) { $0.parts -= 1 }
  }

  /// Counts down the parts or immediate events of an execution and returns whether it has ended.
  private mutating func count(_ feedback: Int, _ index: Int, _ down: (inout Execution) -> Void)
    -> Bool
  {
    let isOver = records[feedback].executions.update(at: index) { execution in
      down(&execution)
      return execution.isOver
    }
    guard isOver else { return false }
    let serial = records[feedback].executions.serial(at: index)
    let execution = records[feedback].executions.remove(at: index)
    if let collection = records[feedback].collection {
      elementEnded(collection, execution.element, serial)
    }
    if records[feedback].kind.countsEffects { alive -= 1 }
    if records[feedback].executions.isEmpty { streamRested(feedback) }
    return true
  }
}
