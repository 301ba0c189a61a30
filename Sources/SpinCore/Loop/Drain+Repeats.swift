/// Drops repeated events, in a loop whose spin has ``DropRepeats``.
extension Drain {
  /// Compares an event with those before it, and returns the engine's order about it.
  ///
  /// A repeat is replaced by the event to report in its place.
  @inlinable @inline(never)
  mutating func compare(
    _ event: inout Event, _ tag: EntryTag, _ context: borrowing RunContext<State, Event>
  ) -> Engine.Verdict {
    let isImmediate = tag.kind == .immediate
    let time = context.mailbox.takenTime
    context.trace?(.compared(at: time))
    var isRepeat = false
    let repeats = context.repeats
    for filter in repeats {
      // An immediate event is never a repeat, but each filter must note its key.
      isRepeat = filter.isRepeat(&current.state.value, event, time) && !isImmediate
      if isRepeat {
        if let reported = filter.reported?() { event = reported }
        break
      }
    }
    for filter in repeats { filter.noteFate(isRepeat ? nil : time) }
    if context.meter != nil && !isRepeat { meter(event, tag, context) }
    return engine.eventCompared(tag, isRepeat: isRepeat)
  }

  /// Drops the last event of an execution, which ends without a step.
  @usableFromInline
  mutating func dropLast(
    _ event: Event, _ tag: EntryTag, _ reason: DropReason,
    _ context: borrowing RunContext<State, Event>
  ) {
    retire(tag, context)
    drop(event, tag, reason, context)
    startWaiting(tag.feedback, context)
  }

  /// Drops the last event of a branch, and lets its execution go on.
  @usableFromInline
  mutating func dropLast(
    _ event: Event, _ tag: EntryTag, _ step: Engine.BranchStep, _ reason: DropReason,
    _ context: borrowing RunContext<State, Event>
  ) {
    retire(step, tag, context)
    if !engine.doomed.isEmpty { cancelDoomed(context) }
    drop(event, tag, reason, context)
    startWaiting(tag.feedback, context)
  }
}
