extension Engine {
  /// What to do with an effect that a feedback described.
  @usableFromInline
  package enum Disposition: Hashable, Sendable {
    /// Nothing: it has neither events nor work, or the loop has stopped.
    case ignore
    /// Put its immediate events into the mailbox; there is no work.
    case post
    /// Put its immediate events into the mailbox and start its work as this run.
    case start(serial: UInt64)
    /// Keep it whole until the effects before it have ended.
    case wait
  }

  /// An effect closure described an effect.
  @inlinable
  package mutating func effectDescribed(
    _ slot: Int, immediates: Int, parts: Int
  ) -> Disposition {
    if immediates + parts == 0 || isStopped { return .ignore }
    if slots[slot].queues { return effectJoinedQueue(slot, immediates, parts) }
    if parts == 0 { return .post }
    return begin(slot, immediates: 0, parts: parts)
  }

  /// An effect that was waiting is about to start; ``Slot/isReady`` said that it may.
  @usableFromInline
  package mutating func waitingEffectTaken(
    _ slot: Int, immediates: Int, parts: Int
  ) -> Disposition {
    slots[slot].waiting -= 1
    alive -= 1
    return begin(slot, immediates: immediates, parts: parts)
  }

  /// A part of an effect finished without an event.
  ///
  /// - Returns: Whether its run has ended.
  @usableFromInline
  package mutating func partFinished(_ tag: Tag) -> Bool {
    guard let index = slots[tag.slot].runs.index(of: tag.serial) else { return false }
    return partEnded(tag.slot, index)
  }

  /// A body of user code was handed to the runtime.
  @usableFromInline
  package mutating func bodyStarted() {
    bodies += 1
  }

  /// A body of user code returned.
  @usableFromInline
  package mutating func bodyEnded() {
    bodies -= 1
  }

  /// The loop was told to stop: everything alive is doomed.
  @usableFromInline
  package mutating func stopRequested() {
    guard !isStopped else { return }
    isStopped = true
    for slot in slots.indices { doomAll(slot) }
  }

  // MARK: Streams

  /// A state was handed to a stream feedback.
  @usableFromInline
  package mutating func streamHanded(_ slot: Int) {
    slots[slot].handed += 1
    guard !slots[slot].runs.isEmpty, !slots[slot].isBusy else { return }
    slots[slot].isBusy = true
    busyStreams += 1
  }

  /// A stream feedback asked for a state when there was none, having taken so many.
  @usableFromInline
  package mutating func streamAsked(_ slot: Int, taken: UInt64) {
    if taken == slots[slot].handed & Tag.serialMask { streamRested(slot) }
  }

  @usableFromInline
  mutating func streamRested(_ slot: Int) {
    guard slots[slot].isBusy else { return }
    slots[slot].isBusy = false
    busyStreams -= 1
  }

  // MARK: Runs

  @usableFromInline
  mutating func effectJoinedQueue(_ slot: Int, _ immediates: Int, _ parts: Int) -> Disposition {
    if slots[slot].runs.isEmpty && slots[slot].waiting == 0 {
      return begin(slot, immediates: immediates, parts: parts)
    }
    slots[slot].waiting += 1
    alive += 1
    return .wait
  }

  @usableFromInline
  mutating func begin(_ slot: Int, immediates: Int, parts: Int) -> Disposition {
    newestSerial = (newestSerial + 1) & Tag.serialMask
    if newestSerial == 0 { newestSerial = 1 }  // NB: 0 marks events that belong to no run.
    slots[slot].runs.append(Run(parts: parts, immediates: immediates), serial: newestSerial)
    if slots[slot].kind == .reacting { alive += 1 }
    return .start(serial: newestSerial)
  }

  /// Counts down the immediate events of a queued run; tells whether the run has ended.
  @usableFromInline
  mutating func immediateReduced(_ tag: Tag) -> Bool {
    guard let index = slots[tag.slot].runs.index(of: tag.serial) else { return false }
    return count(tag.slot, index) { $0.immediates -= 1 }
  }

  @usableFromInline
  mutating func partEnded(_ slot: Int, _ index: Int) -> Bool {
    count(slot, index) { $0.parts -= 1 }
  }

  /// Counts down what a run is made of; tells whether it has ended.
  private mutating func count(_ slot: Int, _ index: Int, _ down: (inout Run) -> Void) -> Bool {
    let isOver = slots[slot].runs.update(at: index) { run in
      down(&run)
      return run.isOver
    }
    guard isOver else { return false }
    slots[slot].runs.remove(at: index)
    if slots[slot].kind == .reacting { alive -= 1 }
    if slots[slot].runs.isEmpty { streamRested(slot) }
    return true
  }
}
