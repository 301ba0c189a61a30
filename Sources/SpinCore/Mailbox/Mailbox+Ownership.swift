public import Synchronization

/// The ownership of the drain.
extension Mailbox {
  /// Makes the caller the owner of the drain, if nobody is and nothing waits.
  @inlinable @inline(__always)
  func takeIdle() -> Bool {
    // NB: looked at first, because a swap that fails takes the word away from the drain all the same.
    word.load(ordering: .relaxed) == 0
      && word.compareExchange(
        expected: 0, desired: Self.busy, successOrdering: .acquiring, failureOrdering: .relaxed
      ).exchanged
  }

  /// Gives the ownership of the drain back, unless there is something to do.
  ///
  /// Afterwards the loop may be gone.
  @inlinable @inline(__always)
  func giveBack() -> Bool {
    giveBackIdle() || isSuspended && giveBackSuspended(ifEmpty: false)
  }

  /// Gives the ownership of the drain back, unless something is raised besides it.
  @inlinable @inline(__always)
  func giveBackIdle() -> Bool {
    word.compareExchange(
      expected: Self.busy, desired: 0, successOrdering: .releasing, failureOrdering: .relaxed
    ).exchanged || giveBackListed()
  }

  /// Gives the ownership of the drain back after the loop has stopped, unless there is something to
  /// do, and lets the loop go, unless it is to be kept.
  ///
  /// - Returns: How the turn has ended; `nil` if there is something to do.
  @inlinable
  func giveBackStopped(keepsLoop: Bool) -> TurnEnd? {
    shared.withLock { shared in
      let signals = word.load(ordering: .relaxed)
      guard signals & ~Self.listed == Self.busy | Self.stopped else { return nil }
      shared.isOver = !keepsLoop && loop != nil
      if shared.isOver { loop = nil }
      word.store(signals & ~Self.busy, ordering: .releasing)
      return shared.isOver ? .isOver : .rests
    }
  }

  /// Sees to it that the first turn is run; keeps the loop from now on.
  @inlinable
  func begin(_ loop: LoopObject) {
    self.loop = Uncounted(retaining: loop)
    wake()
  }

  /// Sees to it that a turn is run.
  ///
  /// Called by the new owner of the drain.
  @inlinable
  func wake() {
    guard let loop else { unreachable("a loop that has not begun is woken") }
    // NB: the mailbox's own reference is used without counting it. If the turn ends the loop, the
    // reference is handed over, and is let go here, when nothing of the loop is touched any more.
    if loop.lend(to: { functions.wake($0) }) { unsafe loop.release() }
  }

  /// The turn that has become due.
  ///
  /// Made by the new owner of the drain.
  @inlinable var turn: Turn {
    guard let loop else { unreachable("a loop that has not begun is woken") }
    setDue()
    return Turn(loop.object, functions.drain)
  }

  /// Takes note that the runtime runs the turn; tells whether it was asked to.
  @inlinable
  func takeDue() -> Bool {
    isDue.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Says that the rest of a turn is to be run.
  @inlinable
  func setDue() {
    isDue.store(true, ordering: .releasing)
  }

  /// Moves the inbox to the end of the queue, or puts the mark there that something waits in the list.
  @inlinable
  func takeInbox() {
    if listed != nil {
      // It may be there already, if the loop was suspended and resumed meanwhile.
      if queue.isEmpty { queue.append(Entry(.listed)) }
      return
    }
    inboxIsBurst = shared.withLock { shared in
      shared.inbox.move(to: &queue)
      lower(Self.entries)
      return shared.inbox.isBurst
    }
  }

  /// Takes what is asked of the drain.
  @inlinable
  func takeRequests() -> [LoopRequest] {
    shared.withLock { shared in
      lower(Self.requests)
      defer { shared.requests = [] }
      return shared.requests
    }
  }

  /// Lowers a signal.
  ///
  /// Called under the lock.
  @inlinable
  func lower(_ signal: UInt8) {
    word.bitwiseAnd(~signal, ordering: .acquiringAndReleasing)
  }

  /// Gives back the memory of a burst when it is over.
  ///
  /// NB: while events pour in, the memory of one batch serves for the next but one.
  @inlinable @inline(__always)
  func releaseBursts() {
    if queue.isBurst || inboxIsBurst, !has(Self.entries) { releaseMemory() }
  }

  @usableFromInline
  func releaseMemory() {
    queue.releaseBurst()
    shared.withLock { $0.inbox.releaseBurst() }
    inboxIsBurst = false
  }

  /// Forgets everything, because the loop is gone.
  @usableFromInline
  func abandon() {
    // What they hold may be the user's, and must not go under the lock.
    var left = RingBuffer<Entry<Event>>()
    let onDrop = shared.withLock { shared in
      shared.isGone = true
      shared.inbox.move(to: &left)
      return shared.onDrop.take()
    }
    withExtendedLifetime(onDrop) {}
    if listed != nil { abandonList() }
  }
}
