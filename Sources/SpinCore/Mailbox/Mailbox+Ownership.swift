internal import Synchronization

/// The ownership of the drain.
extension Mailbox {
  /// Makes the caller the owner of the drain, if no thread is and nothing waits.
  func takeIdle() -> Bool {
    // NB: reads the word first, because even a failed swap takes its cache line from the drain.
    word.load(ordering: .relaxed) == 0
      && word.compareExchange(
        expected: 0, desired: Self.busy, successOrdering: .acquiring, failureOrdering: .relaxed
      ).exchanged
  }

  /// Whether nothing but `inboxOnly` is raised: no thread owns the drain, and nothing waits.
  var isIdleInboxOnly: Bool { word.load(ordering: .relaxed) == Self.inboxOnly }

  /// Makes the caller the owner of the drain, if no thread is and nothing waits, for an event that passes by
  /// the list.
  ///
  /// The event counts as taken from the moment of the swap, because its step is the next thing that this
  /// thread does. So a stop or a suspension by another thread comes too late for it.
  ///
  /// - Parameter site: The call that emits the event.
  /// - Returns: Whether the caller owns the drain now.
  @inline(never)
  func takeIdlePassingList(at site: CodeSite) -> Bool {
    // NB: a thread that is inside a closure of a loop leaves the turn to an outer frame. Until then the event
    // would wait, and count towards no bound.
    guard let list, list.isPassable, ThreadFrame.Thread.current.value.innermost == nil
    else { return false }
    let time = list.now  // The clock is user code.
    guard
      word.compareExchange(
        expected: Self.inboxOnly, desired: Self.busy | Self.inboxOnly,
        successOrdering: .acquiring, failureOrdering: .relaxed
      ).exchanged
    else { return false }
    list.notePassing(at: site, time)
    return true
  }

  /// Gives the ownership of the drain back, unless there is something to do.
  ///
  /// Afterwards the loop may be gone.
  @inline(__always)
  func giveBack() -> Bool {
    giveBackIdle() || isSuspended && giveBackSuspended(ifEmpty: false)
  }

  /// Gives the ownership of the drain back, unless a signal is raised besides `busy`.
  func giveBackIdle() -> Bool {
    word.compareExchange(
      expected: Self.busy, desired: 0, successOrdering: .releasing, failureOrdering: .relaxed
    ).exchanged || giveBackInboxOnly()
  }

  /// Whether no entry takes the usual fast path: the inbox is a list, or the loop has a home, where the lock
  /// decides who makes the steps.
  private var isInboxOnly: Bool { list != nil || hasHome }

  /// Gives the ownership back if only `inboxOnly` is raised besides `busy`.
  private func giveBackInboxOnly() -> Bool {
    isInboxOnly
      && word.compareExchange(
        expected: Self.busy | Self.inboxOnly, desired: Self.inboxOnly, successOrdering: .releasing,
        failureOrdering: .relaxed
      ).exchanged
  }

  /// Gives the ownership of the drain back after the loop has stopped, unless there is something to
  /// do.
  ///
  /// Unless the loop must be kept, the mailbox hands its reference to the loop over to the caller.
  ///
  /// - Returns: How the turn ended; `nil` if there is something to do.
  func giveBackStopped(keepsLoop: Bool) -> TurnEnd? {
    shared.withLock { shared -> TurnEnd? in
      let signals = word.load(ordering: .relaxed)
      guard signals & ~Self.inboxOnly == Self.busy | Self.stopped else { return nil }
      shared.isOver = !keepsLoop && loop != nil
      if shared.isOver { loop = nil }
      word.store(signals & ~Self.busy, ordering: .releasing)
      return shared.isOver ? .isOver : .rests
    }
  }

  /// Offers the ownership of the drain, with all that waits, to a thread that adds something.
  ///
  /// ```
  /// drain                              another thread
  /// lock: lower `busy`
  ///                                    lock: append, raise: not busy before → owns the drain
  /// lock: busy again? then it is gone; otherwise raise `busy`
  /// ```
  ///
  /// Does nothing if nothing waits, or if the loop has a home: there, the runtime's turn is the only one.
  ///
  /// - Returns: Whether another thread owns the drain now, or has owned it and come to rest.
  func handOver() -> Bool {
    guard offers() else {
      SystemCall.yieldThread()
      return false
    }
    // A thread that adds without pause takes the offer now, or after one of the next slices.
    SystemCall.yieldThread(for: Slice.offer) { !has(Self.busy) }
    return shared.withLock { _ in
      // What waited still waits, unless another thread has taken it.
      let signals = word.load(ordering: .relaxed)
      if signals & Self.busy != 0 || signals & (Self.entries | Self.requests) == 0 { return true }
      raiseQuietly(Self.busy)
      return false
    }
  }

  /// Whether another thread has added something since the last call in this period.
  ///
  /// The first call of a period returns `false`: a loop that only feeds itself has nothing to offer to
  /// others.
  func othersHaveAdded(since period: UInt64) -> Bool {
    shared.withLock { shared in
      let new = LenderWatch(thread: currentThreadID(), period: period)
      defer { shared.watch = new }
      guard let watch = shared.watch, watch.isSame(as: new) else { return false }
      return watch.othersHaveAdded
    }
  }

  /// Gives up the ownership for the moment, and returns whether there is anything to offer.
  private func offers() -> Bool {
    if hasHome { return false }
    return shared.withLock { _ in
      // The entries of a suspended loop wait for no thread.
      let signals = word.load(ordering: .relaxed)
      let news = signals & Self.suspended == 0 ? Self.entries | Self.requests : Self.requests
      if signals & news == 0 { return false }
      lower(Self.busy)
      return true
    }
  }

  /// Retains the loop, and starts its first turn.
  func begin(_ loop: TurnOwner) {
    self.loop = Uncounted(retaining: loop)
    if hasHome { setDue() }
    wake()
  }

  /// Starts a turn.
  ///
  /// Called by the new owner of the drain.
  @_transparent
  func wake() {
    if hasHome { return scheduleDue() }
    guard let loop else { unreachable("a loop that has not begun is woken") }
    // NB: the mailbox's own reference is used without counting it. If the turn ends the loop, the
    // reference is handed over, and released here after the last access to the loop.
    if loop.lend(to: { $0.wake() }) { loop.release() }
  }

  /// The turn that the runtime must run now.
  ///
  /// Called by the new owner of the drain. If the loop has a home, another thread may own the drain by now:
  /// the result is `nil` if the turn was run at home meanwhile, or if the runtime has one already:
  ///
  /// ```
  /// elsewhere                          at home
  /// lock: append, raise `busy`, due
  ///                                    lock: append
  ///                                    takes what is due, makes the steps, lowers `busy`
  /// lock: nothing is due
  /// ```
  ///
  /// Turns are interchangeable, so a turn that is at the runtime serves for whatever is due when it
  /// runs. There is at most one, because each keeps the loop.
  var dueTurn: Turn? {
    guard hasHome else {
      guard let loop else { unreachable("a loop that has not begun is woken") }
      setDue()
      return Turn(loop.object)
    }
    return shared.withLock { shared in
      guard !shared.isScheduled, isDue.load(ordering: .acquiring), let loop else { return nil }
      shared.isScheduled = true
      return Turn(loop.object)
    }
  }

  /// Gives the runtime the turn that is due at home, unless the runtime has it.
  @inline(never)
  func scheduleDue() {
    if let turn = dueTurn { turn.schedule(outsideOfTask: false) }
  }

  /// Notes that the runtime runs a turn, and returns whether something is due.
  ///
  /// - Precondition: The loop had asked for the turn.
  func takeTurn() -> Bool {
    let (isScheduled, isDue) = hasHome ? takeTurnAtHome() : (takeDue(), true)
    require(
      isScheduled,
      "A turn was run that its loop had not scheduled: a runtime must run each turn exactly once.")
    return isDue
  }

  /// NB: in one section, because a thread that woke the loop in between would schedule a second turn.
  private func takeTurnAtHome() -> (isScheduled: Bool, isDue: Bool) {
    shared.withLock { shared in
      defer { shared.isScheduled = false }
      return (shared.isScheduled, takeDue())
    }
  }

  /// Makes the caller the owner of the drain if a turn is due.
  func takeDue() -> Bool {
    isDue.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Notes that the runtime must run a turn, or the rest of one.
  func setDue() {
    isDue.store(true, ordering: .releasing)
  }

  /// The maximum number of requests that the drain attends to before it takes an entry.
  static var requestPortion: Int { 64 }

  /// Takes the next requests to the drain.
  func takeRequests(atMost limit: Int) -> RingBuffer<LoopRequest> {
    shared.withLock { shared in
      var taken = RingBuffer<LoopRequest>()
      if shared.requests.count <= limit {
        swap(&shared.requests, &taken)
        lower(Self.requests)
      } else {
        for _ in 0..<limit { if let next = shared.requests.popFirst() { taken.append(next) } }
      }
      return taken
    }
  }

  /// Lowers a signal.
  ///
  /// Called under the lock.
  func lower(_ signal: UInt8) {
    word.bitwiseAnd(~signal, ordering: .acquiringAndReleasing)
  }

  /// Releases the memory of a burst when it is over.
  ///
  /// NB: while events keep coming, the memory of each batch serves for the batch after the next.
  func releaseBursts() {
    if queue.isBurst || inboxIsBurst, !has(Self.entries) { releaseMemory() }
  }

  func releaseMemory() {
    queue.releaseBurst()
    shared.withLock { $0.inbox.releaseBurst() }
    inboxIsBurst = false
  }

  /// Forgets everything because the loop is gone.
  func abandon() {
    // The entries may hold user objects, which must not be released under the lock.
    var left = EntryRing(events)
    let (listed, onDrop) = shared.withLock { shared in
      shared.isGone = true
      return (shared.inbox.takeAll(to: &left), shared.extras?.onDrop.take())
    }
    withExtendedLifetime((listed, onDrop)) {}
  }
}

/// Notes whether other threads add something, while a thread outside of the runtime makes the steps.
struct LenderWatch: Sendable {
  let thread: Int
  /// When the thread began, which distinguishes one period of steps from the next.
  let period: UInt64
  private(set) var othersHaveAdded = false

  init(thread: Int, period: UInt64) {
    (self.thread, self.period) = (thread, period)
  }

  func isSame(as other: LenderWatch) -> Bool { thread == other.thread && period == other.period }

  /// Notes the calling thread, which adds something.
  @inline(never)
  mutating func noteAdder() {
    if currentThreadID() != thread { othersHaveAdded = true }
  }
}
