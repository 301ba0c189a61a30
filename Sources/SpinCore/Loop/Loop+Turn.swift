extension Loop {
  /// Has a turn run: runs it at once if the runtime permits it and the thread is inside no other
  /// loop.
  ///
  /// Called by the owner of the drain.
  ///
  /// - Returns: Whether the caller now owns the mailbox's reference to the loop.
  @inlinable
  func wake() -> Bool {
    if context.runsTurnsAtOnce {
      let thread = ThreadFrame.Thread.current
      if thread.value.innermost == nil {
        var (slice, next) = (Slice.whole, NextBody())
        let end = turn(&slice, &next, on: thread)
        return end == .interrupted ? goOn(on: thread) : end == .isOver
      }
    }
    scheduleTurn()
    return false
  }

  /// Continues a turn on the caller's thread that was interrupted to yield; see ``wake()``.
  @usableFromInline @inline(never)
  func goOn(on thread: Address<ThreadFrame.Thread>) -> Bool {
    var (slice, next) = (Slice.whole, NextBody())
    while true {
      _ = context.mailbox.takeDue()
      Platform.yieldThread()
      let end = turn(&slice, &next, on: thread)
      if end != .interrupted { return end == .isOver }
    }
  }

  @usableFromInline @inline(never)
  func scheduleTurn() {
    context.runtime.schedule(context.mailbox.turn)
  }

  /// Runs a turn that was given to the runtime.
  @inlinable
  func drain(_ slice: inout Slice, _ next: inout NextBody) -> TurnEnd {
    require(
      context.mailbox.takeDue(),
      "A turn was run that its loop had not scheduled: a runtime must run each turn exactly once.")
    slice.begin(context.extras?.sliceTime)
    return turn(&slice, &next, on: ThreadFrame.Thread.current)
  }

  /// Makes steps until the mailbox is empty, or the slice permits no more.
  ///
  /// NB: the loop and the mailbox are not counted. The mailbox keeps the loop until the turn has
  /// given the drain back, and neither is accessed after that.
  @inlinable @inline(__always)
  func turn(
    _ slice: inout Slice, _ next: inout NextBody, on thread: Address<ThreadFrame.Thread>
  ) -> TurnEnd {
    lendUncounted(self) { loop in
      lendUncounted(loop.context.mailbox) { mailbox in
        ThreadFrame.within(.turn, of: mailbox.identity, on: thread) { frame in
          Self.turn(&loop.drain, loop.context, mailbox, &slice, &next, frame)
        }
      }
    }
  }

  /// NB: not inlined, and passed the drain as one `inout`, so that its properties are accessed
  /// without an exclusivity check for each.
  @inlinable @inline(never)
  static func turn(
    _ drain: inout Drain<State, Event>, _ context: borrowing RunContext<State, Event>,
    _ mailbox: Mailbox<Event>, _ slice: inout Slice, _ next: inout NextBody,
    _ frame: Address<ThreadFrame>
  ) -> TurnEnd {
    drain.frame = frame
    if drain.engine.phase == .new { drain.start(context) }
    while true {
      while !mailbox.queue.isEmpty {
        if frame.hasDeferred { frame.carryOutDeferred() }
        if mailbox.has(
          Mailbox<Event>.stopped | Mailbox<Event>.requests | Mailbox<Event>.suspended
            | Mailbox<Event>.listed)
        {
          drain.attend(context, before: frame)
          if mailbox.isSuspended { break }
          if drain.mustYield {
            drain.mustYield = false
            mailbox.setDue()
            return .interrupted
          }
          if !drain.hasBodies && slice.permitsEntry(context.extras?.sliceTime) {
            mailbox.takeListed()
          }
        }
        if drain.hasBodies {
          drain.startBodies(context)
          continue
        }
        guard slice.permitsEntry(context.extras?.sliceTime) else {
          mailbox.setDue()
          return .interrupted
        }
        guard let entry = mailbox.queue.popFirst() else { break }
        slice.left &-= 1
        drain.take(entry, context)
      }
      mailbox.releaseBursts()
      if mailbox.has(Mailbox<Event>.stopped | Mailbox<Event>.requests) {
        drain.attend(context)
        drain.mustYield = false
      }
      if mailbox.has(Mailbox<Event>.entries) && !mailbox.isSuspended {
        if drain.hasBodies { drain.startBodies(context) }
        mailbox.takeInbox()
      } else if !mailbox.queue.isEmpty && !mailbox.isSuspended {
        continue  // The loop was resumed, or has stopped.
      } else if !frame.carryOutCalls(), let end = drain.rest(context, &next) {
        return end
      }
    }
  }
}
