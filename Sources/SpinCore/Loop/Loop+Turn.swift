public import Synchronization

extension Loop {
  /// The turn to be run when the mailbox has become busy.
  @inlinable var turn: Turn { Turn(self, table.drain) }

  /// Runs a turn: makes its caller the owner of the drain until the mailbox is empty.
  @inlinable
  func drain(limit: Int, _ next: inout NextBody) -> Bool {
    precondition(
      isDue.exchange(false, ordering: .acquiringAndReleasing),
      "A turn was run that its loop had not asked for: a runtime runs each turn once.")
    return ThreadFrame.within(.turn, of: cell) { turn(&drain, limit, &next, $0) }
  }

  /// NB: not inlined, and given the drain as one `inout`, so that its parts are touched without
  /// an exclusivity check for each.
  @inlinable @inline(never)
  func turn(
    _ drain: inout Drain<State, Event>, _ limit: Int, _ next: inout NextBody,
    _ frame: UnsafeMutablePointer<ThreadFrame>
  ) -> Bool {
    var left = limit
    drain.frame = frame
    if !drain.isStarted && !mustStop { drain.start(self) }
    repeat {
      while !drain.queue.isEmpty {
        if !frame.pointee.deferred.isEmpty { frame.carryOutDeferred() }
        if has(Mailbox<State, Event>.hasStop | Mailbox<State, Event>.hasRequests) {
          attend(&drain, frame)
        }
        guard drain.bodies.isEmpty else {
          drain.bodies.takeAll().start(on: runtime)
          continue
        }
        guard left > 0 else { return interrupt() }
        guard let entry = drain.queue.popFirst() else { break }
        left &-= 1
        drain.take(entry, self)
      }
    } while !rest(&drain, &next)
    return false
  }

  /// Ends a turn if there is nothing to do, or gets the drain something to do.
  ///
  /// NB: the bodies of the last step are given to the runtime after the turn has ended. They are
  /// all counted by then, so nothing seems settled; but a body that is quick, on a thread that was
  /// woken for it, would otherwise find a drain that is just about to rest, and have to wake that
  /// thread in turn. This way the thread that ends the turn is free to run the body itself, and does
  /// so without another task if there is only one: see ``EffectBody/run(limit:)``.
  @inlinable
  func rest(_ drain: inout Drain<State, Event>, _ next: inout NextBody) -> Bool {
    // While events pour in, the memory of one batch serves for the next but one.
    if drain.queue.isBurst && !has(Mailbox<State, Event>.hasEntries) { drain.queue.releaseBurst() }
    if has(Mailbox<State, Event>.hasStop | Mailbox<State, Event>.hasRequests) { attend(&drain) }
    guard drain.bodies.isEmpty else {
      let bodies = drain.bodies.takeAll()
      let rests = restOrRefill(&drain)
      if rests {
        bodies.start(on: runtime, orLeaveTo: &next)
      } else {
        bodies.start(on: runtime)
      }
      return rests
    }
    return restOrRefill(&drain)
  }

  @inlinable
  func restOrRefill(_ drain: inout Drain<State, Event>) -> Bool {
    let hasNews = drain.hasNews
    let due = hasNews ? [] : drain.takeAwaited()
    let rests = mailbox.withLock { mailbox in
      if !mailbox.inbox.isEmpty || mailbox.inbox.isBurst {
        empty(&mailbox, into: &drain.queue)
        return false
      }
      let isQuiet =
        !hasNews && mailbox.requests.isEmpty && mailbox.isClosed == drain.engine.isStopped
      if isQuiet { mailbox.isBusy = false }
      return isQuiet
    }
    if rests {
      // From here on another thread may own the drain.
      for notice in due { notice.tell() }
      return true
    }
    drain.putBack(due)
    if hasNews && drain.queue.isEmpty { drain.tellNews() }
    return false
  }

  /// Attends to requests before an event is taken; other loops that their closures emitted into come
  /// first.
  @usableFromInline
  func attend(
    _ drain: inout Drain<State, Event>, _ frame: UnsafeMutablePointer<ThreadFrame>
  ) {
    attend(&drain)
    if frame.pointee.deferred.isEmpty { return }
    frame.carryOutDeferred()
    if has(Mailbox<State, Event>.hasStop) { attend(&drain) }
  }

  /// Interrupts a turn, which goes on when it is run again.
  @usableFromInline
  func interrupt() -> Bool {
    isDue.store(true, ordering: .releasing)
    return true
  }

  /// Moves the inbox to the end of the drain's queue.
  @usableFromInline
  func takeInbox(_ queue: inout EntryQueue<Event>) {
    mailbox.withLock { empty(&$0, into: &queue) }
  }

  /// Called under the lock of the mailbox.
  @inlinable
  func empty(_ mailbox: inout Mailbox<State, Event>, into queue: inout EntryQueue<Event>) {
    mailbox.inbox.move(to: &queue)
    lower(Mailbox<State, Event>.hasEntries)
  }

  /// Attends to whatever is asked of the drain besides events, also by the user code that this calls.
  @usableFromInline
  func attend(_ drain: inout Drain<State, Event>) {
    repeat {
      let (requests, isClosed) = mailbox.withLock { mailbox in
        lower(Mailbox<State, Event>.hasRequests)
        return (mailbox.requests.takeAll(), mailbox.isClosed)
      }
      if isClosed && !drain.engine.isStopped { drain.stop(self) }
      for request in requests { drain.take(request) }
    } while has(Mailbox<State, Event>.hasRequests) || mustStop && !drain.engine.isStopped
  }

  /// Whether the mailbox has something of this kind for the drain.
  @inlinable
  func has(_ signal: UInt8) -> Bool {
    signals.load(ordering: .acquiring) & signal != 0
  }

  /// Whether the loop has been told to stop.
  @inlinable var mustStop: Bool { has(Mailbox<State, Event>.hasStop) }

  /// Takes a signal back. Called under the lock of the mailbox.
  @inlinable
  func lower(_ signal: UInt8) {
    signals.store(signals.load(ordering: .relaxed) & ~signal, ordering: .releasing)
  }
}

extension Array {
  /// Returns the elements and leaves nothing behind.
  @inlinable
  mutating func takeAll() -> Array {
    let all = self
    self = []
    return all
  }
}
