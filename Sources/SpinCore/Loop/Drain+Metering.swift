extension Drain {
  /// Notes an event that is about to be reduced, in a loop that has an alarm.
  ///
  /// A stale event is not reduced, so it neither counts nor starts the count again.
  mutating func meter(
    _ event: EventPlace, _ tag: EntryTag, _ context: borrowing RunContext
  ) {
    guard let meter = context.meter, let isCausedByLoop = isCausedByLoop(tag) else { return }
    guard isCausedByLoop else { return meter.startAgain() }
    let names = context.mailbox.names
    let events = context.mailbox.events
    guard
      let report = meter.noted(
        EventBox(copying: event, events), from: tag.feedbackOrigin(names))
    else { return }
    report()
    mustYield = true
    context.mailbox.nudge()
  }

  /// Whether an event counts; `nil` if it is stale.
  private func isCausedByLoop(_ tag: EntryTag) -> Bool? {
    if tag.kind == .immediate { return true }
    if tag.isOutside { return false }
    let kind = engine.records[tag.feedback].kind
    if kind == .source || kind == .receiver { return false }
    return work?.find(tag).map { !$0.isTimed }
  }
}
