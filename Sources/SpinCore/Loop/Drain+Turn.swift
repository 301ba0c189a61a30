/// The steps of a turn. No other file of the drain calls this one, and this one calls all others.
extension Drain {
  /// Makes steps until the mailbox is empty, or the slice permits no more.
  ///
  /// NB: the mailbox is an argument, because the context may be gone when the drain is given back.
  ///
  /// - Parameters:
  ///   - context: The rest of the loop.
  ///   - mailbox: The mailbox of the loop.
  ///   - slice: Counts the entries.
  ///   - next: Takes a body that the turn leaves to the task that runs it.
  ///   - frame: The frame of the turn.
  /// - Returns: How the turn ended.
  @inline(__always)
  mutating func makeSteps(
    _ context: borrowing RunContext, _ mailbox: Mailbox, _ slice: inout Slice,
    _ next: inout NextBody, _ frame: Address<ThreadFrame>
  ) -> TurnEnd {
    self.frame = frame
    if engine.phase == .new { start(context) }
    // NB: without a look at signals, because the event was taken before they were raised.
    if mailbox.list?.endPassing() == true { takeFirst(of: mailbox, context) }
    while true {
      while mailbox.hasNext {
        if frame.hasDeferred { frame.carryOutDeferred() }
        if mailbox.has(Mailbox.stopped | Mailbox.requests | Mailbox.suspended) {
          attend(context, before: frame)
          // NB: in this order. A loop that was suspended just before may be stopped now.
          if mailbox.isSuspended { break }
          if mailbox.isStopped && !engine.isStopped { continue }
          if mustYield {
            mustYield = false
            context.monitors?.turnEnds(on: frame.value.thread)
            mailbox.setDue()
            return .interrupted
          }
        }
        if hasBodies {
          startBodies(context)
          continue
        }
        guard slice.permitsEntry(context.extras?.sliceTime) else {
          if waiters != nil { tellOverdueAnswers(mailbox, endsSlice: true) }
          context.monitors?.turnEnds(on: frame.value.thread)
          mailbox.setDue()
          return .interrupted
        }
        if mailbox.queue.isEmpty {
          if !mailbox.takeNext(knowsStop: engine.isStopped) { continue }
          slice.othersHaveAdded(context.extras?.sliceTime)
        }
        slice.left &-= 1
        takeFirst(of: mailbox, context)
      }
      mailbox.releaseBursts()
      if mailbox.has(Mailbox.stopped | Mailbox.requests) && mustAttend(mailbox) {
        mustYield = false
        if !attendAtRest(context) {
          context.monitors?.turnEnds(on: frame.value.thread)
          mailbox.setDue()
          return .interrupted
        }
      } else if !frame.carryOutCalls(), let end = rest(context, &next) {
        return end
      }
    }
  }
}
