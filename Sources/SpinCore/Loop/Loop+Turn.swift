extension Loop {
  /// Continues a turn on the caller's thread that was interrupted to yield; see ``wake()``.
  func goOn(on thread: Address<ThreadFrame.Thread>) -> Bool {
    var (slice, next) = (Slice.whole, NextBody())
    while true {
      _ = context.mailbox.takeDue()
      SystemCall.yieldThread()
      let end = turn(&slice, &next, on: thread)
      if end != .interrupted { return end == .isOver }
    }
  }

  /// Makes steps until the mailbox is empty, or the slice permits no more.
  ///
  /// NB: the loop and the mailbox are not counted. The caller keeps both until the turn has given the
  /// drain back, and neither is accessed after that.
  @inline(__always)
  func turn(
    _ slice: inout Slice, _ next: inout NextBody, on thread: Address<ThreadFrame.Thread>
  ) -> TurnEnd {
    // NB: not by `within`, which adds two frames to the stack of a debug build.
    var frame = ThreadFrame(.turn, of: context.mailbox.identity, on: thread)
    return withAddress(of: &frame) { frame in
      frame.begin()
      let end = Self.turn(&drain, context, context.mailbox, &slice, &next, frame)
      frame.end()
      return end
    }
  }

  /// NB: not inlined, and passed the drain as one `inout`, so that its properties are accessed
  /// without an exclusivity check for each.
  @inline(__always)
  static func turn(
    _ drain: inout Drain, _ context: borrowing RunContext, _ mailbox: Mailbox,
    _ slice: inout Slice, _ next: inout NextBody,
    _ frame: Address<ThreadFrame>
  ) -> TurnEnd {
    drain.frame = frame
    if drain.engine.phase == .new { drain.start(context) }
    while true {
      while mailbox.hasNext {
        if frame.hasDeferred { frame.carryOutDeferred() }
        if mailbox.has(Mailbox.stopped | Mailbox.requests | Mailbox.suspended) {
          drain.attend(context, before: frame)
          // NB: in this order. A loop that was suspended just before may be stopped now.
          if mailbox.isSuspended { break }
          if mailbox.isStopped && !drain.engine.isStopped { continue }
          if drain.mustYield {
            drain.mustYield = false
            context.monitors?.turnEnds()
            mailbox.setDue()
            return .interrupted
          }
        }
        if drain.hasBodies {
          drain.startBodies(context)
          continue
        }
        guard slice.permitsEntry(context.extras?.sliceTime) else {
          context.monitors?.turnEnds()
          mailbox.setDue()
          return .interrupted
        }
        if mailbox.queue.isEmpty, !mailbox.takeNext(knowsStop: drain.engine.isStopped) {
          continue
        }
        slice.left &-= 1
        drain.takeFirst(of: mailbox, context)
      }
      mailbox.releaseBursts()
      if mailbox.has(Mailbox.stopped | Mailbox.requests) && drain.mustAttend(mailbox) {
        drain.attend(context)
        drain.mustYield = false
      } else if !frame.carryOutCalls(), let end = drain.rest(context, &next) {
        return end
      }
    }
  }
}
